import { createRequire } from 'node:module';
import type prom from 'prom-client';

/** The parts of prom-client that the gateway uses. */
type PromClientParts = Pick<typeof prom, 'Counter' | 'Gauge' | 'Histogram' | 'Registry'>;

const load = createRequire(import.meta.url);

/**
 * Loaded file by file: prom-client's index also loads OpenTelemetry's API, which takes every start 30 ms of processor time.
 * The version is exact, so a file that moves fails the first test.
 */
export const { Counter, Gauge, Histogram, Registry }: PromClientParts = {
  Counter: load('prom-client/lib/counter.js'),
  Gauge: load('prom-client/lib/gauge.js'),
  Histogram: load('prom-client/lib/histogram.js'),
  Registry: load('prom-client/lib/registry.js'),
};

/** Those of prom-client's default metrics that load nothing else. */
const DEFAULT_METRICS = [
  'processStartTime',
  'osMemoryHeap',
  'processOpenFileDescriptors',
  'processMaxFileDescriptors',
  'eventLoopLag',
  'processResources',
  'processHandles',
  'processRequests',
  'heapSizeAndUsed',
  'heapSpacesSizeAndUsed',
  'version',
  'gc',
];

/** Adds prom-client's default metrics of the process. The processor time is counted here, from this call on. */
export function collectDefaultMetrics(register: prom.Registry): void {
  const counterOf = (kind: string, says: string, collect?: () => void): prom.Counter =>
    new Counter({
      name: `process_cpu_${kind}seconds_total`,
      help: `Total ${says} CPU time spent in seconds.`,
      registers: [register],
      ...(collect !== undefined && { collect }),
    });
  let last = process.cpuUsage();
  // A scrape asks the first of them first, so it counts for all.
  const user = counterOf('user_', 'user', () => {
    const now = process.cpuUsage();
    const spent = { user: now.user - last.user, system: now.system - last.system };
    last = now;
    user.inc(spent.user / 1_000_000);
    system.inc(spent.system / 1_000_000);
    both.inc((spent.user + spent.system) / 1_000_000);
  });
  const system = counterOf('system_', 'system');
  const both = counterOf('', 'user and system');
  for (const name of DEFAULT_METRICS)
    load(`prom-client/lib/metrics/${name}.js`)(register, { eventLoopMonitoringPrecision: 10 });
}
