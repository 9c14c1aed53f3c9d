import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../core/config.ts';
import { FAULTS, PROBLEMS } from '../core/errors.ts';
import document from '../core/generated/openapi.json' with { type: 'json' };
import { registry } from '../core/generated/registry.ts';
import { createMetrics } from '../core/metrics.ts';
import { createFleetMetrics } from '../core/metrics/fleet-metrics.ts';

const ROOT = join(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The first cell of every table row, without its backticks. */
const named = new Set(
  readme
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) =>
      [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
    ),
);

function propertiesOf(schema: string, definition?: string): readonly string[] {
  const parsed = JSON.parse(readFileSync(join(ROOT, 'codegen/schemas', `${schema}.schema.json`), 'utf8'));
  return Object.keys(
    definition === undefined ? parsed.properties : parsed.definitions[definition].properties,
  );
}

/** All but the product's own, which has a chapter. */
const addresses = Object.entries(document.paths)
  .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`))
  .filter((address) => address !== 'POST /api/v1/prompt');

describe('the README', () => {
  it.each(VARIABLES)('lists $name with its default and meaning', ({ name, fallback, meaning }) => {
    expect(readme).toContain(`| \`${name}\` | \`${fallback}\` | ${meaning} |`);
  });

  it.each(Object.entries(PROBLEMS))('lists the problem %s with its status', (code, { status }) => {
    expect(readme).toMatch(new RegExp(`^\\| \`${code}\` \\| ${status} \\| \\S`, 'm'));
  });

  it.each(Object.keys(FAULTS))('lists the fault %s', (code) => {
    expect(named).toContain(code);
  });

  it.each(propertiesOf('prompt-request'))('lists the request field %s', (field) => {
    expect(named).toContain(field);
  });

  it.each([
    ...propertiesOf('quote-response'),
    ...propertiesOf('prompt-record'),
    ...propertiesOf('balance-response'),
  ])('lists the field %s of a quote, a record or the balance', (field) => {
    expect(named).toContain(field);
  });

  it.each(propertiesOf('quote-response', 'QuoteEntry'))('tells of %s in a quote’s entries', (field) => {
    const row = readme.split('\n').find((line) => line.startsWith('| `models`, `judges` |'));
    expect(row).toContain(`\`${field}\``);
  });

  it.each(addresses)('lists the address %s', (address) => {
    expect(named).toContain(address);
  });

  it.each([...propertiesOf('prompt-response'), ...propertiesOf('prompt-response', 'Result')])(
    'lists the response field %s',
    (field) => {
      expect(named).toContain(field);
    },
  );

  it('lists every metric with its labels, and no other', () => {
    const gateway = createMetrics({
      version: 'test',
      queuedTasks: () => 0,
      providers: () => [],
    });
    const metrics = [gateway, createFleetMetrics()].flatMap(({ register }) => register.getMetricsAsArray());
    const ours = metrics.filter(({ name }) => /^(assay|gen_ai)_/.test(name));
    for (const metric of ours) {
      const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];
      expect(readme).toContain(`| \`${metric.name}\` | ${labels.map((label) => `\`${label}\``).join(' ')} |`);
    }
    const listed = [...named].filter((name) => /^(assay|gen_ai)_/.test(name));
    // A primary reloads in its workers' place, and counts it by the same name.
    expect(listed.toSorted()).toEqual([...new Set(ours.map(({ name }) => name))].toSorted());
  });

  it('lists every provider key', () => {
    const keys = registry.providers.flatMap(({ auth }) => {
      if (auth.scheme === 'none') return [];
      return auth.scheme === 'sigv4' ? [auth.bearerEnv, auth.accessKeyIdEnv] : [auth.env];
    });
    for (const key of keys) expect(readme).toContain(`\`${key}\``);
  });

  it('counts the models and providers there are', () => {
    expect(readme).toContain(`${registry.models.length} models of nine providers`);
    expect(registry.providers).toHaveLength(9);
  });
});
