import { createRequire } from 'node:module';
import type prom from 'prom-client';

/** The parts of prom-client that the gateway uses. */
type PromClientParts = Pick<typeof prom, 'Counter' | 'Gauge' | 'Histogram' | 'Registry'>;

const load = createRequire(import.meta.url);

/**
 * Loaded file by file, because prom-client's index also loads OpenTelemetry's API, which takes 30 ms of processor time at
 * every start. The version is exact, so a file that moves fails the first test.
 */
export const { Counter, Gauge, Histogram, Registry }: PromClientParts = {
  Counter: load('prom-client/lib/counter.js'),
  Gauge: load('prom-client/lib/gauge.js'),
  Histogram: load('prom-client/lib/histogram.js'),
  Registry: load('prom-client/lib/registry.js'),
};

/** The default metrics of prom-client that load nothing else. */
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
  const counterOf = (kind: string, mode: string, collect?: () => void): prom.Counter =>
    new Counter({
      name: `process_cpu_${kind}seconds_total`,
      help: `Total ${mode} CPU time spent in seconds.`,
      registers: [register],
      ...(collect !== undefined && { collect }),
    });
  let last = process.cpuUsage();
  // A scrape collects the first counter first, so that one updates all three.
  const user = counterOf('user_', 'user', () => {
    const now = process.cpuUsage();
    const used = { user: now.user - last.user, system: now.system - last.system };
    last = now;
    user.inc(used.user / 1_000_000);
    system.inc(used.system / 1_000_000);
    both.inc((used.user + used.system) / 1_000_000);
  });
  const system = counterOf('system_', 'system');
  const both = counterOf('', 'user and system');
  for (const name of DEFAULT_METRICS)
    load(`prom-client/lib/metrics/${name}.js`)(register, { eventLoopMonitoringPrecision: 10 });
}
