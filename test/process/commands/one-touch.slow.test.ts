import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { makeCleanCopy, type CleanCopy } from '../../support/clean-copy.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

const NEXT_MODEL = `
  - id: mistral-next
    upstream: mistral-next-2611
    group: fast
    price: { input: "1.00", output: "2.00", checked: 2026-11-20 }
    limits: { contextTokens: 128000, outputTokens: 8192, defaultOutputTokens: 4096 }
    accepts: { images: [], pdf: false }
    sampling: { temperature: [0, 1], topP: [0, 1] }
    schemaEnforcement: instruction
    caching: { mode: none }
`;

/** As docs/models-and-providers.md shows it. */
const provider = (baseUrl: string): string => `provider:
  id: workshop
  name: Workshop server
  plugin: chat-completions
  baseUrl: ${baseUrl}
  auth: { scheme: none }
  timeouts: { connectMs: 2000, firstByteMs: 120000, totalMs: 300000 }
  maxReplyBytes: 16777216
  concurrency: { calls: 8, queue: 64 }
  retries: { attempts: 3, firstPauseMs: 250, maxPauseMs: 4000, maxRetryAfterMs: 15000 }
  retryBudget: { percent: 20, perMinute: 60 }
  breaker: { calls: 20, failedPercent: 50, openMs: 5000 }
  keys: { limitedRestMs: 10000, refusedRestMs: 300000 }
  usage:
    input: /usage/prompt_tokens
    output: /usage/completion_tokens
  wire: { maxTokens: max_tokens, systemRole: system }
models:
  - id: workshop-qwen
    upstream: qwen3-8b
    group: fast
    price: { input: "0.10", output: "0.20", checked: 2026-11-20 }
    limits: { contextTokens: 32768, outputTokens: 8192, defaultOutputTokens: 2048 }
    accepts: { images: [], pdf: false }
    sampling: { temperature: [0, 2], topP: [0, 1] }
    schemaEnforcement: instruction
    caching: { mode: none }
`;

let copy: CleanCopy;
let scene: ProcessScene;
let gateway: GatewayProcess;
let key: string;
let server: LLMock;

beforeAll(async () => {
  copy = makeCleanCopy();
  scene = await startScene({ reply: ({ model }) => ({ content: `I am ${model}` }) });
  server = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent', journalMaxEntries: 10 });
  server.on({}, ({ model }) => ({ content: `I am ${model}, at home` }));
  await server.start();
  key = await scene.account('acme', 1_000);
  const environment = {
    ...scene.environment,
    ASSAY_MANIFESTS: join(copy.folder, 'manifests'),
    // What is compiled of a copy is of no use to the next run.
    NODE_COMPILE_CACHE: join(scene.folder, 'compiled'),
  };
  gateway = await startGatewayProcess(environment, [], { checkout: copy.folder });
});
afterAll(async () => {
  await gateway.stop();
  await server.stop();
  await scene.stop();
  copy.remove();
});

async function reload(): Promise<unknown> {
  const reply = await fetch(`${gateway.operationsUrl}/-/reload`, { method: 'POST' });
  return await reply.json();
}

/** Where the gateway, which nobody has restarted, shows the model. */
async function shows(id: string, providerId: string): Promise<readonly [boolean, boolean, boolean]> {
  const authorization = `Bearer ${key}`;
  const models = await fetch(`${gateway.url}/api/v1/models`, { headers: { authorization } });
  const { models: listed } = (await models.json()) as { readonly models: readonly { readonly id: string }[] };
  const document = await (await fetch(`${gateway.url}/openapi.json`)).text();
  const enums = enumsIn(JSON.parse(document)).filter((words) => words.includes('gpt-4o'));
  expect(enums.length).toBeGreaterThan(0);
  const labels = { model: id, provider: providerId, outcome: 'completed' };
  return [
    listed.some((model) => model.id === id),
    enums.every((words) => words.includes(id)),
    (await readMetric(gateway.operationsUrl, 'assay_model_runs_total', labels)) === 1,
  ];
}

function enumsIn(value: unknown): readonly (readonly unknown[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own: unknown = 'enum' in value ? value.enum : undefined;
  return [...(Array.isArray(own) ? [own] : []), ...Object.values(value).flatMap(enumsIn)];
}

it('a new model is one entry of one file', async () => {
  expect(await shows('mistral-next', 'mistral')).toEqual([false, false, false]);
  appendFileSync(join(copy.folder, 'manifests/mistral.yaml'), NEXT_MODEL);
  expect(await reload()).toMatchObject({
    outcome: 'swapped',
    changed: {
      providers: { added: [], changed: [] },
      models: { added: ['mistral-next'], changed: [], removed: [] },
    },
  });
  const { status, body } = await postPrompt(gateway.url, key, {
    prompt: 'Who are you?',
    models: ['mistral-next'],
  });
  expect([status, body.results[0]?.output]).toEqual([200, 'I am mistral-next-2611']);
  expect(await shows('mistral-next', 'mistral')).toEqual([true, true, true]);
  expect(copy.touched()).toEqual(['manifests/mistral.yaml']);
});

it('a new provider is one file', async () => {
  const manifest = join(copy.folder, 'manifests/mistral.yaml');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(NEXT_MODEL, ''));
  writeFileSync(join(copy.folder, 'manifests/workshop.yaml'), provider(`${server.url}/v1`));
  expect(await reload()).toMatchObject({
    outcome: 'swapped',
    changed: {
      providers: { added: ['workshop'] },
      models: { added: ['workshop-qwen'], removed: ['mistral-next'] },
    },
  });
  const { status, body } = await postPrompt(gateway.url, key, {
    prompt: 'Who are you?',
    models: ['workshop-qwen'],
  });
  expect([status, body.results[0]?.output]).toEqual([200, 'I am qwen3-8b, at home']);
  expect(body.results[0]?.providerCost).toBeGreaterThan(0);
  expect(await shows('workshop-qwen', 'workshop')).toEqual([true, true, true]);
  expect(copy.touched()).toEqual(['manifests/workshop.yaml']);
});
