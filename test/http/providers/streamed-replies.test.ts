import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import {
  startTestGateway,
  type TestAccount,
  type TestGateway,
  type TestReply,
} from '../../support/gateways/test-gateway.ts';
import { startHostileProvider, type HostileProvider } from '../../support/servers/hostile-provider.ts';
import { answerOf, beginStream, encode } from '../../support/streams/droplet-scene.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FIXTURES = join(ROOT, 'test/fixtures/streaming-plugin');
const MODELS = { sse: 'droplets-one', binary: 'binary-droplets-one' } as const;

let folder: string;
let gateway: TestGateway;
let provider: HostileProvider;
let account: TestAccount;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-streams-'));
  const [manifests, plugins] = [join(folder, 'manifests'), join(folder, 'plugins')];
  cpSync(join(ROOT, 'manifests'), manifests, { recursive: true });
  cpSync(FIXTURES, manifests, { recursive: true, filter: (name) => !name.endsWith('.ts') });
  cpSync(FIXTURES, plugins, { recursive: true, filter: (name) => !name.endsWith('.yaml') });
  provider = await startHostileProvider();
  gateway = await startTestGateway({
    environment: {
      ASSAY_MANIFESTS: manifests,
      ASSAY_PLUGINS: plugins,
      ASSAY_BASE_URL_DROPLETS: provider.url,
      ASSAY_BASE_URL_BINARY_DROPLETS: provider.url,
      DROPLETS_API_KEY: 'droplets-key',
    },
  });
  account = await gateway.account(1_000);
});
afterAll(async () => {
  await gateway?.stop();
  await provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(model: string = MODELS.sse): Promise<TestReply['body']> {
  const reply = await gateway.post(account.key, { prompt: 'How far is the moon?', models: [model] });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

/** Each event on its own, so that they arrive so. */
async function pace(
  response: ServerResponse,
  events: Parameters<typeof encode>[0],
  framing: keyof typeof MODELS,
) {
  beginStream(response, framing);
  for (const event of events) {
    response.write(encode([event], framing));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe.each(['sse', 'binary'] as const)('a provider that streams %s', (framing) => {
  it('answers as one that does not, for the same price', async () => {
    const whole = { said: '384,400 kilometres', tokens: { heard: 10, spoken: 20 } };
    provider.answer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole)),
    );
    const expected = await ask(MODELS[framing]);
    expect(expected.results[0]).toMatchObject({ status: 'completed', tokensIn: 10, tokensOut: 20 });
    provider.answer(async (_request, response) => {
      await pace(response, answerOf('384,400', ' kilo', 'metres'), framing);
      response.end();
    });
    const streamed = await ask(MODELS[framing]);
    for (const { results } of [expected, streamed]) for (const result of results) delete result.latencyMs;
    for (const name of ['firstTokenMs', 'tokensPerSecond']) delete streamed.results[0][name];
    expect(streamed.results).toEqual(expected.results);
    expect(streamed.creditsUsed).toBe(expected.creditsUsed);
  });
});

it.each([
  ['that stalls', 'timeout', () => {}],
  ['that is cut', 'unavailable', (response: ServerResponse) => void response.destroy()],
  ['that ends too early', 'unavailable', (response: ServerResponse) => void response.end()],
])('a stream %s fails in seconds, and costs what it has reported', async (_what, code, finish) => {
  const cut = (usage: string): Promise<number> =>
    readMetric(gateway.operationsUrl, 'assay_streams_cut_total', { provider: 'droplets', usage });
  const before = [await cut('reported'), await cut('unknown')];
  let calls = 0;
  provider.answer(async (_request, response) => {
    calls += 1;
    // The second says nothing of its cost.
    const [tokens] = answerOf().slice(0, calls === 1 ? 1 : 0);
    await pace(response, [...(tokens === undefined ? [] : [tokens]), ['word', { add: 'half' }]], 'sse');
    finish(response);
  });
  const { results, creditsUsed } = await ask();
  expect(results).toMatchObject([
    { status: 'failed', attempts: 2, output: '', tokensOut: 0, error: { code } },
  ]);
  // The first attempt is the house's.
  expect(creditsUsed).toBe(0);
  expect([await cut('reported'), await cut('unknown')]).toEqual(before.map((counted) => counted + 1));
  expect(results[0].providerCost).toBeGreaterThan(0);
});

it('a client that leaves ends nothing, and is charged for it once', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<ServerResponse>();
  provider.answer(async (_request, response) => {
    await pace(response, [['word', { add: 'half' }]], 'sse');
    begin(response);
  });
  const leaving = await gateway.account(10);
  const client = new AbortController();
  const left = fetch(`${gateway.url}/api/v1/prompt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${leaving.key}` },
    body: JSON.stringify({ prompt: 'How far is the moon?', models: [MODELS.sse] }),
    signal: client.signal,
  });
  const response = await begun;
  client.abort();
  await expect(left).rejects.toThrow();
  response.end(encode(answerOf(' and whole')));
  await eventually(async () => {
    const { posted, reserved } = await leaving.balance();
    // 10 tokens for $1 and 20 for $2 a million, in credits of a cent.
    expect([posted, reserved]).toEqual([10_000_000 - 5_000, 0]);
  });
});
