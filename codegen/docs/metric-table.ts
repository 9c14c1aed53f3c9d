import { createMetrics } from '../../core/metrics.ts';
import { createFleetMetrics } from '../../core/metrics/fleet-metrics.ts';
import { code, markdownTable } from './markdown-table.ts';

/** The gateway's own metrics, without Node's defaults. */
export async function metricTable(): Promise<string> {
  const gateway = createMetrics({
    version: '',
    queuedTasks: () => 0,
    providers: () => [],
    shutdowns: () => [],
  });
  const registers = [gateway.register, createFleetMetrics().register];
  const metrics = registers.flatMap((register) => register.getMetricsAsArray());
  const typeOf = new Map<string, string>();
  for (const register of registers)
    for (const { name, type } of await register.getMetricsAsJSON()) typeOf.set(name, String(type));
  // The primary and a single gateway both have the reload counter.
  const ours = new Map(
    metrics.filter(({ name }) => /^(assay|gen_ai)_/.test(name)).map((metric) => [metric.name, metric]),
  );
  return markdownTable(
    ['metric', 'type', 'labels', 'meaning'],
    [...ours.values()].map((metric) => {
      const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];
      return [
        code(metric.name),
        typeOf.get(metric.name) ?? '',
        labels.map((label) => code(String(label))).join(' '),
        metric.help,
      ];
    }),
  );
}
