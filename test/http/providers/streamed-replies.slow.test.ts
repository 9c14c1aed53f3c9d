import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReceivedEvents } from '../../support/answers/events-so-far.ts';
import { openEvents } from '../../support/clients/open-events.ts';
import { END_OF_TIME_MS } from '../../../core/ledger/usage/usage.ts';
import { eventually } from '../../support/eventually.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import {
  startTestGateway,
  type TestAccount,
  type TestGateway,
  type TestReply,
} from '../../support/gateways/test-gateway.ts';
import { startHostileProvider, type HostileProvider } from '../../support/servers/hostile-provider.ts';
import { holdTimers, type HeldTimers } from '../../support/held-timers.ts';
import { answerOf, beginStream, encode } from '../../support/streams/droplet-scene.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FIXTURES = join(ROOT, 'test/fixtures/streaming-plugin');
const MODELS = { sse: 'droplets-one', binary: 'binary-droplets-one' } as const;
/** Of the provider of binary events; no other timers run as long. */
const TOTAL_MS = 19_937;
const IDLE_MS = 19_511;
/** No other timers run as long either. */
const OWN_TIMEOUT_S = 17;
/** What its model is declared to think, which it does not show. */
const REASONING = 500;

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
  const change = (name: string, edit: (text: string) => string): void =>
    writeFileSync(join(manifests, name), edit(readFileSync(join(manifests, name), 'utf8')));
  change('droplets.yaml', (text) => text.replace(/ {2}maxReplyBytes: .*/, '  maxReplyBytes: 4000000'));
  change('binary-droplets.yaml', (text) =>
    text
      .replace(
        / {2}timeouts: .*/,
        `  timeouts: { connectMs: 2000, firstByteMs: 19000, idleMs: ${IDLE_MS}, totalMs: ${TOTAL_MS} }`,
      )
      .replace(/ {4}caching: .*/, `$&\n    typicalOutputTokens: { reasoning: ${REASONING} }`)
      .replace(/ {2}breaker: .*/, '  breaker: { calls: 2, failedPercent: 50, openMs: 3600000 }'),
  );
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
    let authorization: string | undefined;
    provider.answer(({ headers }, response) => {
      ({ authorization } = headers);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    });
    const expected = await ask(MODELS[framing]);
    expect(authorization).toBe('Bearer droplets-key');
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

it('a stream that stalls fails in seconds, is not asked for again, and costs what was written', async () => {
  let calls = 0;
  provider.answer(async (_request, response) => {
    calls += 1;
    await pace(response, [['word', { add: 'half an answer' }]], 'sse');
  });
  const { results, creditsUsed } = await ask();
  expect(results).toMatchObject([
    { status: 'failed', attempts: 1, output: '', tokensIn: 6, error: { code: 'timeout', retryable: true } },
  ]);
  expect([calls, results[0].tokensOut > 0, creditsUsed]).toEqual([1, true, results[0].credits]);
  expect(creditsUsed).toBeGreaterThan(0);
});

it.each([
  ['that is cut', 'unavailable', (response: ServerResponse) => void response.destroy()],
  ['that ends too early', 'unavailable', (response: ServerResponse) => void response.end()],
])('a stream %s fails in seconds, and costs what it has reported', async (_what, code, finish) => {
  const cut = (usage: string): Promise<number> =>
    readMetric(gateway.operationsUrl, 'assay_streams_cut_total', { provider: 'droplets', usage });
  const before = [await cut('reported'), await cut('unknown')];
  let calls = 0;
  provider.answer(async (_request, response) => {
    calls += 1;
    // The second reply does not report its cost.
    const [tokens] = answerOf().slice(0, calls === 1 ? 1 : 0);
    await pace(response, [...(tokens === undefined ? [] : [tokens]), ['word', { add: 'half' }]], 'sse');
    finish(response);
  });
  const { results, creditsUsed } = await ask();
  expect(results).toMatchObject([
    { status: 'failed', attempts: 2, output: '', tokensOut: 0, error: { code } },
  ]);
  // The operator bears the first attempt.
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
  const left = gateway.send(leaving.key, '/api/v1/prompt', {
    body: { prompt: 'How far is the moon?', models: [MODELS.sse] },
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

it('a reader that does not read gets every result once it reads, and fewer words', async () => {
  const content = 'far away, '.repeat(200_000);
  provider.answer((_request, response) => {
    beginStream(response);
    response.end(encode(answerOf(content)));
  });
  const models = Array.from({ length: 6 }, () => MODELS.sse);
  const authorization = `Bearer ${account.key}`;
  const response = await fetch(`${gateway.url}/api/v1/prompt`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ prompt: 'How far is the moon?', models }),
  });
  // The request ends all the same: it waits for no reader.
  await eventually(async () => {
    const id = response.headers.get('x-prompt-log-id');
    const record = await fetch(`${gateway.url}/api/v1/prompts/${id}`, { headers: { authorization } });
    expect(await record.json()).toMatchObject({ state: 'settled' });
  });
  const events = new ReceivedEvents().read(await response.text());
  expect([events.results.size, events.names.at(-1)]).toEqual([models.length, 'done']);
  for (const { output } of events.results.values()) expect(output === content).toBe(true);
  const texts = [...events.texts.values()];
  for (const text of texts) expect(content.startsWith(text)).toBe(true);
  // Who is far behind when a result comes gets it without the rest of its words.
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  expect(characters).toBeLessThan(models.length * content.length);
});

describe('a stream that the gateway ends, since its time is over', () => {
  const model = MODELS.binary;
  const prompt = 'How far is the moon?';
  const words = 'It is a very long way to the moon.';
  let timers: HeldTimers;
  beforeEach(() => (timers = holdTimers()));
  afterEach(() => timers.release());

  /** Answers with these events and no end. */
  function writeOn(events: Parameters<typeof encode>[0]): void {
    provider.answer((_request, response) => {
      beginStream(response, 'binary');
      response.write(encode(events, 'binary'));
    });
  }
  /** Micro-credits: $1 a million in, $2 a million out. */
  const cost = (tokensIn: number, tokensOut: number): number => 100 * tokensIn + 200 * tokensOut;
  const cuts = (usage: string): Promise<number> =>
    readMetric(gateway.operationsUrl, 'assay_streams_cut_total', { provider: 'binary-droplets', usage });

  it.each([
    // 0.6 of the 14 tokens that a hold counts for these words.
    ['of which nothing was reported', [], { tokensIn: 6, tokensOut: 8 }],
    ['of which less was reported', [['tokens', { heard: 7, spoken: 1 }]], { tokensIn: 7, tokensOut: 8 }],
    ['of which more was reported', [['tokens', { heard: 7, spoken: 20 }]], { tokensIn: 7, tokensOut: 20 }],
  ] as const)('%s is charged once, for what its reader was told', async (_which, reported, tokens) => {
    writeOn([...reported, ['word', { add: words }]]);
    const { key, balance } = await gateway.account(10);
    const { events, ended } = await openEvents(gateway.url, key, { prompt, models: [model] });
    await eventually(() => expect(events.texts.get(0)).toBe(words));
    timers.expire(TOTAL_MS);
    await ended;
    const charge = cost(tokens.tokensIn, tokens.tokensOut);
    expect(events.names.at(-1)).toBe('done');
    expect(events.last).toMatchObject({
      results: [{ status: 'failed', output: '', attempts: 1, error: { code: 'timeout' }, ...tokens }],
      creditsUsed: charge / 1_000_000,
    });
    expect(await balance()).toEqual({ posted: 10_000_000 - charge, reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('is charged the same where nobody was told, and is counted', async () => {
    writeOn([['word', { add: words }]]);
    const before = await cuts('unknown');
    const { key, balance } = await gateway.account(10);
    const answered = gateway.post(key, { prompt, models: [model] });
    // For the text after the word that has been read.
    await eventually(() => expect(timers.waiting(IDLE_MS)).toBe(1));
    timers.expire(TOTAL_MS);
    const { body } = await answered;
    expect(await cuts('unknown')).toBe(before + 1);
    const charge = cost(6, 8);
    expect(body).toMatchObject({
      results: [{ status: 'failed', tokensOut: 8 }],
      creditsUsed: charge / 1_000_000,
    });
    expect(await balance()).toEqual({ posted: 10_000_000 - charge, reserved: 0 });
  });

  it('costs the operator what it has thought by then, which usage and a metric show', async () => {
    writeOn([['word', { add: words }]]);
    const borne = (): Promise<number> => readMetric(gateway.operationsUrl, 'assay_credits_absorbed_total');
    const before = await borne();
    const { key, name } = await gateway.account(10);
    const answered = gateway.post(key, { prompt, models: [model] });
    await eventually(() => expect(timers.waiting(IDLE_MS)).toBe(1));
    timers.expire(TOTAL_MS);
    const { body } = await answered;
    const period = { fromMs: 0, toMs: END_OF_TIME_MS };
    const rows = await gateway.admin((ledger) => ledger.usage({ by: 'account', ...period }));
    expect(rows.find(({ group }) => group === name)).toMatchObject({
      tokensIn: 6,
      tokensOut: 8 + REASONING,
      costNanoUsd: 10 * cost(6, 8 + REASONING),
      billedMicroCredits: cost(6, 8),
      absorbedMicroCredits: cost(0, REASONING),
    });
    expect((await borne()) - before).toBeCloseTo(cost(0, REASONING) / 1_000_000, 9);
    expect(body.results[0].providerCost).toBeCloseTo(cost(6, 8 + REASONING) / 1e8, 12);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('costs its caller what it has thought by then where the time is its own', async () => {
    writeOn([['word', { add: words }]]);
    const { key, balance } = await gateway.account(10);
    const answered = gateway.post(key, { prompt, models: [model], timeout_seconds: OWN_TIMEOUT_S });
    await eventually(() => expect(timers.waiting(IDLE_MS)).toBe(1));
    timers.expire(OWN_TIMEOUT_S * 1_000);
    const { body } = await answered;
    const charge = cost(6, 8 + REASONING);
    expect(body).toMatchObject({
      results: [{ status: 'failed', tokensIn: 6, tokensOut: 8 + REASONING, error: { code: 'timeout' } }],
      creditsUsed: charge / 1_000_000,
    });
    expect(await balance()).toEqual({ posted: 10_000_000 - charge, reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('has read the first answer too where it corrects it', async () => {
    const unfit = 'not a value '.repeat(1_000);
    let calls = 0;
    provider.answer((_request, response) => {
      calls += 1;
      beginStream(response, 'binary');
      if (calls === 1) response.end(encode(answerOf(unfit), 'binary'));
      else response.write(encode([['word', { add: words }]], 'binary'));
    });
    const { key } = await gateway.account(10);
    const response_schema = { type: 'object', properties: {}, additionalProperties: false };
    const answered = gateway.post(key, { prompt, models: [model], response_schema });
    await eventually(() => {
      expect(calls).toBe(2);
      expect(timers.waiting(IDLE_MS)).toBe(1);
    });
    timers.expire(TOTAL_MS);
    const { results } = (await answered).body;
    expect(results[0].tokensIn).toBeGreaterThan(unfit.length / 4);
    expect(results[0].tokensOut).toBe(20 + 8);
  });

  it('says nothing against the provider: its breaker stays closed', async () => {
    const labels = { model, provider: 'binary-droplets' };
    expect(await readMetric(gateway.operationsUrl, 'assay_provider_breaker_state', labels)).toBe(0);
    provider.answer((_request, response) => {
      beginStream(response, 'binary');
      response.end(encode(answerOf(words), 'binary'));
    });
    expect((await ask(model)).results[0]).toMatchObject({ status: 'completed', output: words });
  });
});
