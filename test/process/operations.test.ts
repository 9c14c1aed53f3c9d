import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../contract/registry-on-disk.ts';
import { hashManifests } from '../../core/manifests/load/hash-manifests.ts';
import { readManifests } from '../../core/manifests/load/read-input.ts';
import type { GatewayProcess } from '../support/gateways/run-gateway.ts';
import { postPrompt } from './post-prompt.ts';
import { startScene, type ProcessScene } from './process-scene.ts';

let scene: ProcessScene;
let gateway: GatewayProcess;
let key: string;

beforeAll(async () => {
  scene = await startScene({
    reply: ({ provider, user }) => {
      if (provider === 'mistral') return { status: 401, message: user };
      return user.includes('<<<FIRST ')
        ? { content: '{"first_notes":"","second_notes":"","reasoning":"","verdict":"first","confidence":1}' }
        : { content: 'ok', usage: { inputTokens: 1_000, outputTokens: 100 } };
    },
  });
  key = await scene.account('acme', 10_000);
  gateway = await scene.start();
});
afterAll(() => scene.stop());

interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

async function scrape(): Promise<{ readonly text: string; readonly samples: readonly Sample[] }> {
  const reply = await fetch(`${gateway.operationsUrl}/metrics`);
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await reply.text();
  const samples = [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]) => ({
      name,
      labels: new Map(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', of = '']) => [label, of] as const),
      ),
      value: Number(value),
    }),
  );
  return { text, samples };
}

function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels.get(label) === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Sends a method and a path as they are, which fetch would not. */
function sendRaw(method: string, path: string): Promise<number> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

describe('the operators’ listener', () => {
  it('says that the gateway lives and is ready, and with which registry', async () => {
    const health = await fetch(`${gateway.operationsUrl}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'alive' }]);
    const ready = await fetch(`${gateway.operationsUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        registry: hashManifests(await readManifests(scene.environment['ASSAY_MANIFESTS'] ?? '')),
        models: registry.models.length,
      },
    ]);
  });

  it('serves nothing of the API, and the API nothing of it', async () => {
    expect((await fetch(`${gateway.operationsUrl}/api/v1/models`)).status).toBe(404);
    for (const path of ['/metrics', '/healthz', '/readyz']) expect(await sendRaw('GET', path)).toBe(404);
  });
});

const NAMES = [
  'assay_build_info',
  'assay_requests_total',
  'assay_request_duration_seconds_count',
  'assay_requests_in_flight',
  'assay_gateway_overhead_seconds_count',
  'assay_model_runs_total',
  'assay_model_tokens_total',
  'assay_provider_cost_usd_total',
  'assay_judge_runs_total',
  'assay_judge_pairs_total',
  'assay_credits_charged_total',
  'assay_credits_absorbed_total',
  'assay_credits_reserved',
  'assay_ledger_commit_duration_seconds_count',
  'assay_ledger_commit_operations_count',
  'assay_worker_pool_queue',
  'gen_ai_client_operation_duration_seconds_count',
  'gen_ai_client_token_usage_count',
  'nodejs_eventloop_lag_seconds',
  'process_resident_memory_bytes',
];

describe('the metrics', () => {
  it('count a judged prompt: runs, tokens, money, verdicts', async () => {
    const before = (await scrape()).samples;
    const { body } = await postPrompt(gateway.url, key, {
      prompt: 'hi',
      models: ['gpt-4o', 'claude-haiku-4-5', 'mistral-large-2512'],
      judges: ['gemini-2.5-flash'],
    });
    const { samples } = await scrape();
    const names = new Set(samples.map(({ name }) => name));
    expect(NAMES.filter((name) => !names.has(name))).toEqual([]);

    const grown = (name: string, labels?: Readonly<Record<string, string>>): number =>
      valueOf(samples, name, labels) - valueOf(before, name, labels);
    expect(grown('assay_requests_total', { route: '/api/v1/prompt', status: '200' })).toBe(1);
    const contestant = { role: 'contestant' };
    expect(grown('assay_model_runs_total', { ...contestant, outcome: 'completed' })).toBe(2);
    expect(grown('assay_model_runs_total', { model: 'mistral-large-2512', outcome: 'provider_auth' })).toBe(
      1,
    );
    expect(grown('assay_model_runs_total', { role: 'judge', model: 'gemini-2.5-flash' })).toBe(2);
    expect(grown('assay_model_tokens_total', { ...contestant, kind: 'input', model: 'gpt-4o' })).toBe(1_000);
    expect(grown('assay_credits_charged_total')).toBeCloseTo(body.creditsUsed, 9);
    expect(valueOf(samples, 'assay_credits_reserved')).toBe(0);
    expect(valueOf(samples, 'assay_requests_in_flight')).toBe(0);
    expect(grown('assay_ledger_commit_operations_count')).toBeGreaterThanOrEqual(2);
  });

  it('take no label from what clients send, whatever that is', async () => {
    const noise = (): string => `noise${randomBytes(6).toString('hex')}`;
    const before = (await scrape()).samples.length;
    for (let round = 0; round < 20; round += 1) {
      expect(await sendRaw('GET', `/${noise()}`)).toBe(404);
      expect(await sendRaw('GET', `/api/v1/prompt/${noise()}?${noise()}=1`)).toBe(404);
      expect(await sendRaw('GET', `/%zz${noise()}`)).toBe(404);
      expect(await sendRaw('DELETE', '/api/v1/prompt')).toBe(405);
      const unknown = { prompt: noise(), models: [noise()], [noise()]: 1 };
      expect((await postPrompt(gateway.url, key, unknown)).status).toBe(400);
      expect((await postPrompt(gateway.url, noise(), unknown)).status).toBe(401);
    }
    const { text, samples } = await scrape();
    expect(text).not.toContain('noise');
    // Fewer new series than rounds, because they grow with the registry and the routes, not with the requests.
    const histogramBuckets = samples.filter(({ name }) => name.endsWith('_bucket')).length;
    expect(samples.length - histogramBuckets).toBeLessThan(before);
    const labelValues: Readonly<Record<string, ReadonlySet<string>>> = {
      model: new Set(registry.models.map(({ id }) => id)),
      judge: new Set(registry.models.map(({ id }) => id)),
      provider: new Set(registry.providers.map(({ id }) => id)),
      role: new Set(['contestant', 'judge']),
      gen_ai_request_model: new Set(registry.models.map(({ id }) => id)),
      gen_ai_provider_name: new Set(registry.providers.map(({ telemetryName }) => telemetryName)),
    };
    for (const { name, labels } of samples) {
      for (const [label, value] of labels) {
        if (labelValues[label] !== undefined)
          expect([...labelValues[label]], `${name}{${label}}`).toContain(value);
        if (label === 'route') expect(value).toMatch(/^(unmatched|\/openapi\.json|\/api\/v1\/[a-z{}/A-Z]+)$/);
        if (label === 'status') expect(value).toMatch(/^[1-5]\d\d$/);
      }
    }
  });
});
