import { createMetrics } from '../../core/metrics.ts';
import { createFleetMetrics } from '../../core/metrics/fleet-metrics.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Every metric of ours; Node's own come with them. */
export async function metricTable(): Promise<string> {
  const gateway = createMetrics({ version: '', queuedTasks: () => 0, providers: () => [] });
  const registers = [gateway.register, createFleetMetrics().register];
  const metrics = registers.flatMap((register) => register.getMetricsAsArray());
  const typeOf = new Map<string, string>();
  for (const register of registers)
    for (const { name, type } of await register.getMetricsAsJSON()) typeOf.set(name, String(type));
  // A primary reloads in its workers' place, and counts it by the same name.
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
