import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { QuoteEntry, QuoteResponse } from '../../../core/generated/quote-response.ts';
import { problemsOf } from '../../support/answers/openapi-component.ts';
import { samplePicture } from '../../support/samples/sample-picture.ts';
import type { TestGateway, TestReply } from '../../support/gateways/test-gateway.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const gateway = gatewayOfFile({ environment: { ASSAY_MAX_BODY_BYTES: '200000' } });
/** Without keys for two of the providers. */
const partial = gatewayOfFile({
  sandbox: { reply: () => ({ content: JSON.stringify(VERDICT) }) },
  environment: { ANTHROPIC_API_KEY: '', GEMINI_API_KEY: '' },
});

/** Readable at once, so no run is repeated. */
const VERDICT = {
  first_notes: 'a',
  second_notes: 'b',
  reasoning: 'c',
  verdict: 'tie',
  confidence: 0.5,
};

const ask = (
  at: TestGateway,
  key: string | undefined,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestReply> => at.send(key, '/api/v1/prompt/quote', { body, headers });

async function quote(key: string, body: unknown, at = gateway): Promise<QuoteResponse> {
  const { status, text } = await ask(at, key, body);
  expect([status, text]).toEqual([200, expect.any(String)]);
  const quoted: QuoteResponse = JSON.parse(text);
  expect(problemsOf('QuoteResponse', quoted)).toEqual([]);
  expectSums(quoted);
  return quoted;
}

const micro = (credits: number): number => Math.round(credits * 1e6);
const sum = (entries: readonly QuoteEntry[], figure: (entry: QuoteEntry) => number): number =>
  entries.reduce((total, entry) => total + figure(entry), 0);

function expectSums({ creditsRequired, calls, models, judges }: QuoteResponse): void {
  const credits = (entry: QuoteEntry): number => micro(entry.credits);
  expect(sum(models, credits) + sum(judges, credits)).toBe(micro(creditsRequired));
  const runs = (entry: QuoteEntry): number => entry.runs;
  expect(calls).toEqual({
    models: sum(models, runs),
    judges: sum(judges, runs),
    total: sum(models, runs) + sum(judges, runs),
  });
  for (const entries of [models, judges])
    expect(entries.map(({ index }) => index)).toEqual(entries.map((_entry, index) => index));
}

const PNG = readFileSync(join(import.meta.dirname, '../../fixtures/pixel.png')).toString('base64');
const SCHEMA = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
};

const REQUESTS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['one model', { prompt: 'hi', models: ['gpt-4o'] }],
  ['one model three times', { prompt: 'hi', models: ['gpt-4o', 'gpt-4o', 'gpt-4o'] }],
  [
    'a cap on the output',
    { prompt: 'hi', models: ['claude-opus-4-6'], generation_settings: { maxTokens: 16 } },
  ],
  [
    'a long prompt with history and system blocks',
    {
      prompt: 'é'.repeat(9_000),
      models: ['gemini-3.5-flash', 'grok-4.3'],
      system_prompt: [{ type: 'text', text: 'be brief', cache_control: { type: 'ephemeral' } }],
      history: [
        { role: 'user', content: 'before' },
        { role: 'assistant', content: 'and after' },
      ],
    },
  ],
  [
    'two judges over three models',
    {
      prompt: 'hi',
      models: ['gpt-4o', 'nova-lite', 'mistral-large-2512'],
      judges: ['claude-haiku-4-5', 'gpt-5'],
      judge_prompt: 'brevity',
    },
  ],
  [
    'two pairs of four models',
    {
      prompt: 'hi',
      models: ['gpt-4o', 'nova-lite', 'mistral-large-2512', 'claude-haiku-4-5'],
      judges: ['gpt-5'],
      judge_pairs: [
        [3, 0],
        [1, 2],
      ],
    },
  ],
  [
    'a schema, native, forced and in words',
    {
      prompt: 'n?',
      models: ['gpt-4o', 'nova-lite', 'claude-haiku-4-5'],
      judges: ['mistral-large-2512'],
      response_schema: SCHEMA,
    },
  ],
  [
    'an image some cannot read',
    {
      prompt: 'what is it?',
      models: ['gpt-4o', 'codestral-2508', 'nova-lite'],
      judges: ['codestral-2508', 'gpt-4o'],
      attachments: [{ name: 'a.png', type: 'image/png', base64: PNG }],
    },
  ],
  [
    'thinking and searching',
    {
      prompt: 'hi',
      models: ['claude-opus-4-6', 'gemini-3.5-flash'],
      model_tuning: {
        'claude-opus-4-6': { thinkingBudget: 4_096 },
        'gemini-3.5-flash': { webSearch: true, thinkingBudget: 0 },
      },
    },
  ],
  [
    'a cached resource',
    {
      prompt: 'hi',
      models: ['gemini-3.5-flash'],
      model_tuning: { 'gemini-3.5-flash': { cachedContent: 'cachedContents/abc123' } },
    },
  ],
  [
    'a judge of its own answer, and no retention',
    {
      prompt: 'hi',
      models: ['gpt-5.5', 'nova-micro'],
      judges: ['gpt-5.5'],
      judge_weights: { accuracy: 0, speed: 1 },
      zero_data_retention: true,
    },
  ],
];

describe('a quote', () => {
  it.each(REQUESTS)('is what 402 asks, and what lets the request pass: %s', async (_name, body) => {
    const { name, key } = await gateway.account(0, { markupMilli: 1_250 });
    const { creditsRequired } = await quote(key, body);
    expect(creditsRequired).toBeGreaterThan(0);
    const refused = await gateway.post(key, body);
    expect([refused.status, refused.body.estimatedCreditsRequired]).toEqual([402, creditsRequired]);
    await gateway.admin((ledger) => ledger.adjustCredits(name, micro(creditsRequired) - 1));
    expect((await gateway.post(key, body)).status).toBe(402);
    await gateway.admin((ledger) => ledger.adjustCredits(name, 1));
    expect((await gateway.post(key, body)).status).toBe(200);
  });

  it.each(REQUESTS)('counts the calls that are then made: %s', async (_name, body) => {
    const { key } = await gateway.account(1_000_000);
    const quoted = await quote(key, body);
    expect(quoted.models.map(({ modelId }) => modelId)).toEqual(body['models']);
    expect(quoted.judges.map(({ modelId }) => modelId)).toEqual(body['judges'] ?? []);
    const { body: response } = await gateway.post(key, body);
    expect(quoted.models.map(({ errorCode }) => errorCode)).toEqual(
      response.results.map(({ error }: { error?: { code: string } }) => error?.code ?? null),
    );
    expect(quoted.models.map(({ runs }) => runs)).toEqual(
      response.results.map(({ attempts }: { attempts: number }) => Math.min(attempts, 1)),
    );
    const judged = response.evaluations.flatMap(({ runs }: { runs: readonly object[] }) => runs);
    expect(quoted.calls.judges).toBe(judged.length);
  });

  it('bounds what the calls then use and cost, for an account that holds the worst', async () => {
    const { key } = await gateway.account(1_000_000, { holds: 'worst' });
    for (const [, body] of REQUESTS) {
      const quoted = await quote(key, body);
      const { body: response } = await gateway.post(key, body);
      expect(response.creditsUsed).toBeLessThanOrEqual(quoted.creditsRequired);
      for (const [index, entry] of quoted.models.entries()) {
        expect(response.results[index].tokensIn).toBeLessThanOrEqual(entry.tokensIn);
        expect(response.results[index].tokensOut).toBeLessThanOrEqual(entry.tokensOut);
        expect(response.results[index].credits).toBeLessThanOrEqual(entry.credits);
      }
    }
  });

  it('says what each model and judge may take at worst, worked out by hand', async () => {
    const { key } = await gateway.account(0, { holds: 'worst' });
    const { models, judges } = await quote(key, {
      prompt: 'x'.repeat(88),
      models: ['nova-micro', 'nova-micro'],
      judges: ['nova-micro'],
      generation_settings: { maxTokens: 1_000 },
    });
    // 88 bytes, 16 for the one message, 512 for the provider's own prefix; 0.035 and 0.14 USD per million.
    const tokensIn = 88 + 16 + 512;
    const credits = (tokensIn * 0.035 + 1_000 * 0.14) / 1e4;
    const entry = { modelId: 'nova-micro', runs: 1, tokensIn, tokensOut: 1_000, errorCode: null };
    expect(models).toEqual([
      { ...entry, index: 0, credits: expect.closeTo(credits, 5) },
      { ...entry, index: 1, credits: expect.closeTo(credits, 5) },
    ]);
    // One pair, two orders, each with one repair.
    expect(judges).toMatchObject([{ index: 0, runs: 2, errorCode: null }]);
    expect(judges[0]?.credits).toBeGreaterThan(4 * credits);
  });

  it('holds a second ask for a model that is only told of the schema, at worst', async () => {
    const { key } = await gateway.account(0, { holds: 'worst' });
    const plain = { prompt: 'n?', models: ['mistral-large-2512', 'gpt-4o'] };
    const [without, told] = [
      await quote(key, plain),
      await quote(key, { ...plain, response_schema: SCHEMA }),
    ];
    expect(told.models.map(({ runs }) => runs)).toEqual([1, 1]);
    expect(told.models[0]?.tokensOut).toBe(2 * (without.models[0]?.tokensOut ?? 0));
    expect(told.models[1]?.tokensOut).toBe(without.models[1]?.tokensOut);
  });

  it('grows with the account’s markup', async () => {
    const [plain, dear] = [await gateway.account(0), await gateway.account(0, { markupMilli: 3_000 })];
    const body = { prompt: 'hi', models: ['gpt-4o'] };
    const [one, other] = [await quote(plain.key, body), await quote(dear.key, body)];
    expect(other.creditsRequired / one.creditsRequired).toBeCloseTo(3, 4);
    expect(other.models[0]?.tokensIn).toBe(one.models[0]?.tokensIn);
  });

  it('runs nothing, charges nothing, holds nothing and keeps nothing', async () => {
    const { name, key, balance } = await gateway.account(100);
    gateway.upstream.clear();
    for (const [, body] of REQUESTS) await quote(key, body);
    expect(gateway.upstream.requests()).toEqual([]);
    expect(await balance()).toEqual({ posted: 100_000_000, reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.history(name, 100))).toMatchObject([{ kind: 'grant' }]);
  });

  it('stands in no Idempotency-Key’s way', async () => {
    const { key } = await gateway.account(1_000);
    const headers = { 'idempotency-key': 'quote-and-run' };
    const body = { prompt: 'hi', models: ['gpt-4o'] };
    expect((await ask(gateway, key, body, headers)).status).toBe(200);
    const run = await gateway.post(key, body, headers);
    expect([run.status, run.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});

describe('what cannot run', () => {
  const BODY = {
    prompt: 'hi',
    models: ['gpt-4o', 'claude-haiku-4-5', 'nova-lite', 'gemini-2.5-flash'],
    judges: ['claude-opus-4-6', 'gpt-5.5'],
  };

  it('is shown with nothing and why, and holds nothing', async () => {
    const { key } = await partial.account(100_000);
    const quoted = await quote(key, BODY, partial);
    expect(quoted.models.map(({ errorCode }) => errorCode)).toEqual([
      null,
      'provider_unconfigured',
      null,
      'provider_unconfigured',
    ]);
    for (const entry of [quoted.models[1], quoted.models[3], quoted.judges[0]])
      expect(entry).toMatchObject({
        runs: 0,
        tokensIn: 0,
        tokensOut: 0,
        credits: 0,
        errorCode: 'provider_unconfigured',
      });
    // The one pair left, in both orders, by the one judge left.
    expect(quoted.calls).toEqual({ models: 2, judges: 2, total: 4 });
    partial.upstream.clear();
    const { body } = await partial.post(key, BODY);
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      'failed',
      'completed',
      'failed',
    ]);
    expect(body.results[1].error.message).toContain('provider Anthropic');
    const told = partial
      .logs()
      .split('\n')
      .filter((line) => line.includes(body.promptLogId) && line.includes('without a key'))
      .map((line) => JSON.parse(line));
    expect(told).toMatchObject([
      { level: 40, variables: { anthropic: 'ANTHROPIC_API_KEY', google: 'GEMINI_API_KEY' } },
    ]);
    const made = [...partial.upstream.callCounts().values()].reduce((total, count) => total + count, 0);
    expect(made).toBe(quoted.calls.total);
  });

  it('is what 402 leaves out too', async () => {
    const { name, key } = await partial.account(0);
    const { creditsRequired } = await quote(key, BODY, partial);
    expect((await partial.post(key, BODY)).body.estimatedCreditsRequired).toBe(creditsRequired);
    await partial.admin((ledger) => ledger.adjustCredits(name, micro(creditsRequired)));
    expect((await partial.post(key, BODY)).status).toBe(200);
  });

  it('costs an empty account nothing', async () => {
    const { key } = await partial.account(0);
    const body = { prompt: 'hi', models: ['claude-haiku-4-5', 'gemini-2.5-flash'], judges: ['gpt-5.5'] };
    expect(await quote(key, body, partial)).toMatchObject({
      creditsRequired: 0,
      calls: { models: 0, judges: 0, total: 0 },
      judges: [{ runs: 0, credits: 0, errorCode: null }],
    });
    const { status, body: response } = await partial.post(key, body);
    expect([status, response.creditsUsed]).toEqual([200, 0]);
  });

  it('is a file’s fault where it is one', async () => {
    const { key } = await partial.account(0);
    const attachments = [{ name: 'a.png', type: 'image/png', base64: PNG }];
    const { models } = await quote(
      key,
      { prompt: 'hi', models: ['codestral-2508', 'claude-haiku-4-5', 'gpt-4o'], attachments },
      partial,
    );
    expect(models.map(({ errorCode }) => errorCode)).toEqual([
      'attachment_unsupported',
      'provider_unconfigured',
      null,
    ]);
  });

  it('judges nothing where there is one answer at most', async () => {
    const { key } = await gateway.account(0);
    const { judges, calls } = await quote(key, { prompt: 'hi', models: ['gpt-4o'], judges: ['gpt-5'] });
    expect(judges).toMatchObject([{ runs: 0, credits: 0, tokensIn: 0, errorCode: null }]);
    expect(calls).toEqual({ models: 1, judges: 0, total: 1 });
  });
});

describe('the address of quotes', () => {
  const good = { prompt: 'hi', models: ['gpt-4o'] };

  it.each<[string, unknown]>([
    ['no prompt', { models: ['gpt-4o'] }],
    ['a model nobody knows', { ...good, models: ['gpt-99'] }],
    ['an unknown field', { ...good, api_base: 'x' }],
    ['broken JSON', '{"prompt":'],
    ['duplicate keys', '{"prompt":"hi","prompt":"ho","models":["gpt-4o"]}'],
    [
      'a judge run too many',
      { ...good, models: Array.from({ length: 64 }, () => 'gpt-4o'), judges: ['gpt-4o'] },
    ],
    ['a schema nobody can check', { ...good, response_schema: { type: 'objekt' } }],
    ['base64 with noise', { ...good, attachments: [{ name: 'a', type: 'image/png', base64: '!!!!' }] }],
    ['a body over the limit', { ...good, prompt: 'x'.repeat(200_001) }],
  ])('refuses %s as the prompt’s does', async (_name, body) => {
    const { key } = await gateway.account(1_000);
    const [quoted, run] = [await ask(gateway, key, body), await gateway.post(key, body)];
    expect(quoted.status).toBe(run.status);
    expect(quoted.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(quoted.text)).toEqual(run.body);
  });

  it('takes a key, a POST and JSON, as the prompt’s does', async () => {
    const { key } = await gateway.account(1_000);
    expect((await ask(gateway, undefined, good)).status).toBe(401);
    expect((await ask(gateway, key, good, { 'content-type': 'text/plain' })).status).toBe(415);
    const wrong = await gateway.get(key, '/api/v1/prompt/quote');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('counts against the rate', async () => {
    const { key } = await gateway.account(0, { requestsPerMinute: 2 });
    const statuses: number[] = [];
    // A minute may turn in between; ten are too many for two minutes as well.
    for (let sent = 0; sent < 10; sent += 1) statuses.push((await ask(gateway, key, good)).status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('takes files as large as the prompt’s does', async () => {
    const { key } = await gateway.account(0);
    const file = samplePicture(100_000).toString('base64');
    const attachments = [{ name: 'a.png', type: 'image/png', base64: file }];
    expect((await quote(key, { ...good, attachments })).creditsRequired).toBeGreaterThan(0);
  });
});
