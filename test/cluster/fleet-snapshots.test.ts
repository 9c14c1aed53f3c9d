import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { FleetSnapshots } from '../../core/cluster/fleet-snapshots.ts';
import type { MetricSnapshot } from '../../core/cluster/message.ts';
import { createMetrics } from '../../core/metrics.ts';

interface Measured {
  readonly requests: number;
  readonly seconds: readonly number[];
  readonly inFlight: number;
}

async function snapshot({ requests, seconds, inFlight }: Measured): Promise<MetricSnapshot> {
  const register = new Registry();
  const registers = [register];
  new Counter({ name: 'requests', help: 'r', labelNames: ['route'], registers }).inc(
    { route: '/' },
    requests,
  );
  const histogram = new Histogram({ name: 'seconds', help: 's', buckets: [1, 2], registers });
  for (const each of seconds) histogram.observe(each);
  new Gauge({ name: 'in_flight', help: 'f', registers }).set(inFlight);
  return await register.getMetricsAsJSON();
}

async function linesOf(snapshots: FleetSnapshots): Promise<readonly string[]> {
  const text = await (await snapshots.merge([])).metrics();
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('the measurements of several workers', () => {
  it('add up', async () => {
    const snapshots = new FleetSnapshots();
    snapshots.update(1, await snapshot({ requests: 3, seconds: [0.5], inFlight: 2 }));
    snapshots.update(2, await snapshot({ requests: 4, seconds: [1.5, 5], inFlight: 1 }));
    expect(await linesOf(snapshots)).toEqual([
      'requests{route="/"} 7',
      'seconds_bucket{le="1"} 1',
      'seconds_bucket{le="2"} 2',
      'seconds_bucket{le="+Inf"} 3',
      'seconds_sum 7',
      'seconds_count 3',
      'in_flight 3',
    ]);
  });

  it('keep what an ended worker has counted, but not what it was doing', async () => {
    const snapshots = new FleetSnapshots();
    for (let worker = 1; worker <= 3; worker += 1) {
      snapshots.update(worker, await snapshot({ requests: 10, seconds: [1.5], inFlight: 5 }));
      snapshots.bury(worker);
    }
    snapshots.update(4, await snapshot({ requests: 1, seconds: [], inFlight: 1 }));
    const lines = await linesOf(snapshots);
    expect(lines).toContain('requests{route="/"} 31');
    expect(lines).toContain('seconds_count 3');
    expect(lines).toContain('in_flight 1');
  });

  it('lose nothing to a worker that was never asked', async () => {
    const snapshots = new FleetSnapshots();
    snapshots.bury(9);
    expect(await linesOf(snapshots)).toEqual([]);
  });
});

describe('the gateway’s own metrics', () => {
  it('stay what they are, of however many workers', async () => {
    const state = { provider: 'p', inFlight: 2, limit: 8, waiting: 1, keysResting: [true], breakers: [] };
    const worker = async (): Promise<MetricSnapshot> => {
      const metrics = createMetrics({
        version: '1',
        queuedTasks: () => 3,
        providers: () => [state],
        shutdowns: () => [],
      });
      metrics.setBuild('0123456789abcdef');
      metrics.requestsInFlight.set(5);
      metrics.rateCountersUp.set(1);
      return await metrics.register.getMetricsAsJSON();
    };
    const snapshots = new FleetSnapshots();
    for (const id of [1, 2, 3]) snapshots.update(id, await worker());
    const lines = await linesOf(snapshots);
    const valueOf = (name: string): readonly number[] =>
      lines.filter((line) => line.startsWith(name)).map((line) => Number(line.split(' ').at(-1)));
    expect(valueOf('assay_build_info')).toEqual([1]);
    expect(valueOf('assay_rate_counters_up')).toEqual([1]);
    expect(valueOf('assay_provider_key_resting')).toEqual([1]);
    expect(valueOf('nodejs_version_info')).toEqual([1]);
    expect(valueOf('assay_requests_in_flight')).toEqual([15]);
    expect(valueOf('assay_worker_pool_queue')).toEqual([9]);
    expect(valueOf('assay_provider_calls_in_flight')).toEqual([6]);
  });
});
