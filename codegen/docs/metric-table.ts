import { createMetrics } from '../../core/metrics.ts';
import { code, markdownTable } from './markdown-table.ts';

/** The gateway's own metrics, without Node's defaults. */
export async function metricTable(): Promise<string> {
  const { register } = createMetrics({
    version: '',
    queuedTasks: () => 0,
    providers: () => [],
    shutdowns: () => [],
  });
  const listed = await register.getMetricsAsJSON();
  const typeOf = new Map(listed.map(({ name, type }) => [name, String(type)]));
  const ours = register.getMetricsAsArray().filter(({ name }) => /^(assay|gen_ai)_/.test(name));
  return markdownTable(
    ['metric', 'type', 'labels', 'meaning'],
    ours.map((metric) => {
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
