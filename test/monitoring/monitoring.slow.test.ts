import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../core/config.ts';
import { registry } from '../contract/registry-on-disk.ts';
import { describePrometheus } from '../support/servers/describe-prometheus.ts';
import { startPrometheus, type PrometheusServer } from '../support/servers/prometheus-server.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULES = join(ROOT, 'deploy/prometheus/rules/assay.yaml');
const DASHBOARD = join(ROOT, 'deploy/grafana/dashboards/assay.json');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { readonly panels: readonly Panel[] };
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

const { groups } = parse(readFileSync(RULES, 'utf8')) as {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

/** What Grafana would put in a query's place holders, for everything that is there. */
function filledIn(expression: string): string {
  return expression
    .replaceAll('$__rate_interval', '30s')
    .replaceAll('$job', 'assay')
    .replaceAll('$instance', '.*')
    .replaceAll('$model', '.*');
}

it('every alert has a line in the runbook, and every line an alert', () => {
  const runbook = readFileSync(join(ROOT, 'docs/metrics-and-alerts.md'), 'utf8');
  const lines = [...runbook.matchAll(/^\| <a id="(\w+)"><\/a>`(Assay\w+)` \|/gm)];
  expect(lines.map(([, , name]) => name)).toEqual(alerts.map(({ alert }) => alert));
  const anchors = lines.map(([, anchor]) => `https://example.com/assay/docs/metrics-and-alerts.md#${anchor}`);
  expect(alerts.map(({ annotations }) => annotations['runbook_url'])).toEqual(anchors);
});

it('every panel says what it shows, and panels that have an alert name it', () => {
  const silent = panels.filter(({ type, description }) => type !== 'row' && description === undefined);
  expect(silent).toEqual([]);
  const named = panels.flatMap(({ description = '' }) => /The runbook: (\w+)/.exec(description)?.[1] ?? []);
  expect(alerts.map(({ alert }) => alert)).toEqual(expect.arrayContaining(named));
});

describePrometheus('a scraped gateway', () => {
  let gateway: TestGateway;
  let prometheus: PrometheusServer;

  beforeAll(async () => {
    // Words that all come at once have no time between them.
    const stream = { eventEveryMs: 20, tokensPerEvent: 1 };
    gateway = await startTestGateway({
      sandbox: { reply: () => ({ content: 'One word after another.', stream }) },
    });
    prometheus = await startPrometheus(new URL(gateway.operationsUrl).host, RULES);
    const { key } = await gateway.account(100_000);
    const body = {
      prompt: 'Name a colour.',
      models: ['gpt-5.4-mini', 'claude-haiku-4-5', 'mistral-large-2512'],
      judges: ['claude-opus-4-6', 'gpt-5.5'],
    };
    // Rates need two scrapes that differ.
    for (let second = 0; second < 8; second += 1) {
      expect((await gateway.post(key, body)).status).toBe(200);
      await wait(1_000);
    }
  });
  afterAll(async () => {
    await prometheus.stop();
    await gateway.stop();
  });

  it.each(queries)('gives data for the panel "$title": $expr', async ({ expr }) => {
    const samples = await prometheus.query(filledIn(expr));
    expect(samples.length).toBeGreaterThan(0);
    for (const { value } of samples) expect(value[1]).not.toBe('NaN');
  });

  it('has a bucket of durations that the longest request and the longest call fit into', async () => {
    const text = await (await fetch(`${gateway.operationsUrl}/metrics`)).text();
    const buckets = text.matchAll(/^gen_ai_client_operation_duration_seconds_bucket\{.*le="([\d.]+)"/gm);
    const longest = Math.max(...[...buckets].map(([, seconds]) => Number(seconds)));
    const allowedMs = [
      loadConfig({}).requestTimeoutMs,
      ...registry.providers.map(({ timeouts }) => timeouts.totalMs),
    ];
    expect(longest).toBeGreaterThanOrEqual(Math.max(...allowedMs) / 1_000);
  });

  it('fires no alert', async () => {
    expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([]);
  });

  it('exposes metrics that promtool finds nothing wrong with', async () => {
    const input = await (await fetch(`${gateway.operationsUrl}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  });

  it.each([
    ['check', 'rules', RULES],
    ['test', 'rules', join(import.meta.dirname, 'alerts.promtool.yaml')],
  ])('promtool %s %s passes', (...words) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});
