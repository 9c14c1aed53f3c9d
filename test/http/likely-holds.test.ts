import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../sandbox/upstream.ts';
import { readMetric } from '../support/gateways/read-metrics.ts';
import { pdf, png } from '../support/samples/sample-files.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';

const VERDICT = JSON.stringify({
  first_notes: 'short',
  second_notes: 'short too',
  reasoning: 'The first names the capital and nothing else.',
  verdict: 'first',
  confidence: 0.7,
});

let gateway: TestGateway;
/** What a model is said to have written, in tokens. */
let outputTokens = 40;
/** What its prompt is said to be, in tokens. */
let inputTokens = 20;
/** What it searched the web for. */
let queries: readonly string[] = [];

/** What a model waits for before it answers. */
let pause: () => Promise<void> | undefined = () => undefined;

async function reply({ turns }: SandboxCall): Promise<SandboxReply> {
  await pause();
  const isJudged = turns.some(({ text }) => text.includes('<<<FIRST '));
  return {
    content: isJudged ? VERDICT : 'Canberra is the capital of Australia.',
    usage: isJudged
      ? { inputTokens: 700, outputTokens: 180 }
      : { inputTokens, outputTokens, reasoningTokens: 0, searchQueries: queries },
  };
}

beforeAll(async () => {
  gateway = await startTestGateway({ sandbox: { reply } });
});
afterAll(() => gateway.stop());

const micro = (credits: number): number => Math.round(credits * 1e6);

async function quote(key: string, body: unknown) {
  const answer = await fetch(`${gateway.url}/api/v1/prompt/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<'creditsExpected' | 'creditsRequired' | 'creditsAtMost', number>;
}

const ONE_LINE = {
  prompt: 'Name the capital of Australia in one word.',
  models: [
    'gpt-5.4',
    'claude-sonnet-4-6',
    'gemini-3.1-flash-lite',
    'grok-4.3',
    'mistral-large-2512',
    'nova-pro',
  ],
  judges: ['grok-4.5', 'gemini-3.5-flash'],
};

describe('a hold', () => {
  it('of one line to six models and two judges is covered by 100 credits', async () => {
    const { key, balance } = await gateway.account(100);
    const { status, body } = await gateway.post(key, ONE_LINE);
    expect([status, body.results.length, body.evaluations.length]).toEqual([200, 6, 30]);
    expect(await balance()).toEqual({ posted: 100_000_000 - micro(body.creditsUsed), reserved: 0 });
  });

  it('lies between what is expected and the most, in a quote as in a 402', async () => {
    const { key } = await gateway.account(0);
    const quoted = await quote(key, ONE_LINE);
    expect(quoted.creditsExpected).toBeGreaterThan(0);
    expect(quoted.creditsExpected).toBeLessThan(quoted.creditsRequired);
    expect(quoted.creditsRequired * 20).toBeLessThan(quoted.creditsAtMost);
    const { status, body } = await gateway.post(key, ONE_LINE);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      creditsExpected: quoted.creditsExpected,
      estimatedCreditsRequired: quoted.creditsRequired,
      creditsAtMost: quoted.creditsAtMost,
    });
  });

  it('that is refused says what would make it smaller, by what most of it is for', async () => {
    const { key } = await gateway.account(0);
    const judged = await gateway.post(key, ONE_LINE);
    expect(judged.body.detail).toMatch(/fewer judges or models.*judge_pairs/);
    expect(judged.body.detail).not.toContain('maxTokens');
    const plain = await gateway.post(key, { ...ONE_LINE, judges: [] });
    expect(plain.body.detail).toMatch(/fewer models, lower maxTokens/);
    expect(plain.body.detail).not.toContain('judge');
    const [one, other] = ONE_LINE.models;
    const onePair = await gateway.post(key, { ...ONE_LINE, models: [one, other] });
    expect(onePair.body.detail).toContain('fewer judges or none');
    expect(onePair.body.detail).not.toContain('judge_pairs');
  });

  it('that is above its own bound is advised of no fewer models where it has one', async () => {
    const { key } = await gateway.account(1_000);
    const advice = async (models: readonly string[]): Promise<string> => {
      const { body } = await gateway.post(key, { ...ONE_LINE, models, judges: [], max_credits: 0.001 });
      return body.errors[0].message;
    };
    expect(await advice(ONE_LINE.models.slice(0, 1))).not.toContain('fewer');
    expect(await advice(ONE_LINE.models.slice(0, 2))).toMatch(/ or send fewer models or judges$/);
  });

  it('is the most that can come for an account set to the worst', async () => {
    const [worst, likely] = [await gateway.account(0, { holds: 'worst' }), await gateway.account(0)];
    const [most, hold] = [await quote(worst.key, ONE_LINE), await quote(likely.key, ONE_LINE)];
    expect(most.creditsRequired).toBe(hold.creditsAtMost);
    expect(most.creditsAtMost).toBe(most.creditsRequired);
  });

  it('grows with thinking and effort, and never past maxTokens', async () => {
    const { key } = await gateway.account(0);
    const holdOf = async (model: string, tuning: object, maxTokens?: number): Promise<number> =>
      (
        await quote(key, {
          prompt: 'hi',
          models: [model],
          model_tuning: { [model]: tuning },
          ...(maxTokens !== undefined && { generation_settings: { maxTokens } }),
        })
      ).creditsRequired;
    const efforts = ['low', 'medium', 'high'].map((reasoningEffort) =>
      holdOf('gpt-5.4', { reasoningEffort }),
    );
    const [low = 0, medium = 0, high = 0] = await Promise.all(efforts);
    expect(await holdOf('gpt-5.4', {})).toBeLessThan(low);
    expect([low < medium, medium < high]).toEqual([true, true]);
    const thinking = await holdOf('claude-opus-4-6', { thinkingBudget: 8_000 });
    // 25 USD for a million tokens of output.
    expect(thinking - (await holdOf('claude-opus-4-6', {}))).toBeCloseTo(8_000 * 25e-4, 6);
    // 15 USD for a million, and less than a tenth of a credit for the prompt.
    expect(await holdOf('gpt-5.4', { reasoningEffort: 'high' }, 16)).toBeLessThan(16 * 15e-4 + 0.1);
  });

  it('counts a long text by its tokens, also one that is read on a thread', async () => {
    const { key } = await gateway.account(0);
    const words = 'The quick brown fox jumps over the lazy dog. ';
    const holds = [100, 1_000].map(async (times) => {
      const { creditsRequired } = await quote(key, {
        prompt: words.repeat(times),
        models: ['claude-opus-4-6'],
        generation_settings: { maxTokens: 16 },
      });
      return creditsRequired;
    });
    const [short = 0, long = 0] = await Promise.all(holds);
    // 10 tokens a sentence; a cache write is the dearest, at 6.25 USD for a million.
    const tokens = (long - short) / 6.25e-4 / 900;
    expect(tokens).toBeGreaterThan(10);
    expect(tokens).toBeLessThan(25);
  });
});

describe('what a provider bills beyond its own limits', () => {
  it('is an overrun of the account as well, and does not refuse it', async () => {
    outputTokens = 100_000;
    const { key, name } = await gateway.account(1_000, { holds: 'worst' });
    const body = { prompt: 'hi', models: ['gpt-4o'], generation_settings: { maxTokens: 16 } };
    const { creditsAtMost } = await quote(key, body);
    expect((await gateway.post(key, body)).body.creditsUsed).toBe(creditsAtMost);
    const listed = await gateway.admin((ledger) => ledger.listAccounts());
    expect(listed.find((account) => account.name === name)).toMatchObject({ isOverrunning: true });
    expect((await gateway.post(key, body)).status).toBe(200);
  });
});

describe('a PDF, of whose text nobody knows how much a page has', () => {
  const file = { name: 'dense.pdf', type: 'application/pdf', base64: pdf({ pages: 1 }).toString('base64') };
  const body = (extra: object = {}) => ({
    prompt: 'Read it.',
    models: ['gpt-5.4'],
    attachments: [file],
    generation_settings: { maxTokens: 200 },
    ...extra,
  });

  beforeAll(() => {
    inputTokens = 700_000;
    outputTokens = 40;
  });
  afterAll(() => {
    inputTokens = 20;
  });

  it('is charged as the provider bills it, up to the bound of the request itself', async () => {
    const { key } = await gateway.account(5_000);
    const { creditsAtMost } = await quote(key, body());
    const { body: answer } = await gateway.post(key, body());
    expect(answer.results[0].credits).toBeGreaterThan(10 * creditsAtMost);
    expect(answer.creditsUsed).toBe(answer.results[0].credits);
    const bounded = (await gateway.post(key, body({ max_credits: creditsAtMost + 1 }))).body;
    expect(bounded.creditsUsed).toBe(creditsAtMost + 1);
  });

  it('that is bounded below what it costs has its account refused', async () => {
    const { key } = await gateway.account(5_000);
    const { creditsAtMost } = await quote(key, body());
    const bounded = body({ max_credits: creditsAtMost + 1 });
    const statuses: number[] = [];
    while (statuses.length < 4) statuses.push((await gateway.post(key, bounded)).status);
    expect(statuses).toEqual([200, 200, 403, 403]);
  });
});

describe('searches, for which providers take no limit', () => {
  const body = (extra: object = {}) => ({
    prompt: 'Search a lot.',
    models: ['gemini-3.1-pro-preview'],
    model_tuning: { 'gemini-3.1-pro-preview': { webSearch: true } },
    generation_settings: { maxTokens: 100 },
    ...extra,
  });

  beforeAll(() => {
    queries = Array.from({ length: 40 }, (_, index) => `query ${index}`);
  });
  afterAll(() => {
    queries = [];
  });

  it('are charged beyond a worst hold where the account can pay', async () => {
    const { key } = await gateway.account(1_000, { holds: 'worst' });
    const { creditsAtMost } = await quote(key, body());
    const { body: answer } = await gateway.post(key, body());
    expect(answer.results[0].credits).toBeGreaterThan(2 * creditsAtMost);
    expect(answer.creditsUsed).toBe(answer.results[0].credits);
    const bounded = (await gateway.post(key, body({ max_credits: creditsAtMost + 1 }))).body;
    expect(bounded.creditsUsed).toBe(creditsAtMost + 1);
  });

  it('have an account refused, that can pay no more, until the operator takes it again', async () => {
    const { key, name } = await gateway.account(0, { holds: 'worst' });
    const metric = (): Promise<number> => readMetric(gateway.operationsUrl, 'assay_accounts_refused_total');
    const refusals = await metric();
    const { creditsAtMost } = await quote(key, body());
    const buy = () => gateway.admin((ledger) => ledger.grant(name, micro(creditsAtMost)));
    await buy();
    expect((await gateway.post(key, body())).body.creditsUsed).toBe(creditsAtMost);
    await buy();
    const { status, body: problem } = await gateway.post(key, body());
    expect([status, problem.type]).toEqual([403, 'urn:assay:problem:account-suspended']);
    expect(problem.detail).toContain('again from 00:00 UTC');
    expect(await metric()).toBe(refusals + 1);
    expect(gateway.logs()).toContain('its requests are refused');
    await gateway.admin((ledger) => ledger.suspendAccount(name, false));
    expect((await gateway.post(key, body())).status).toBe(200);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });
});

describe('a charge beyond the hold', () => {
  const BODY = { prompt: 'hi', models: ['gpt-4o'] };
  /** Micro-credits: 20 tokens in and 8,000 out. */
  const COST = 5_000 + 8_000_000;

  it('takes what the account has free, and the answer says so', async () => {
    outputTokens = 8_000;
    const { key, balance } = await gateway.account(50);
    const { creditsRequired } = await quote(key, BODY);
    expect(micro(creditsRequired)).toBeLessThan(COST);
    const { body } = await gateway.post(key, BODY);
    expect(micro(body.creditsUsed)).toBe(COST);
    expect(await balance()).toEqual({ posted: 50_000_000 - COST, reserved: 0 });
  });

  it('ends at nothing: the house bears the rest, and the account holds the worst until the day ends', async () => {
    outputTokens = 8_000;
    const { name, key, balance } = await gateway.account(0);
    const metric = (metricName: string): Promise<number> => readMetric(gateway.operationsUrl, metricName);
    const before = await metric('assay_credits_absorbed_total');
    const overrunning = await metric('assay_accounts_overrunning_total');
    const { creditsRequired, creditsAtMost } = await quote(key, BODY);
    await gateway.admin((ledger) => ledger.grant(name, micro(creditsRequired) + 5));
    const headers = { 'idempotency-key': 'beyond' };
    const { status, body } = await gateway.post(key, BODY, headers);
    expect([status, micro(body.creditsUsed)]).toEqual([200, micro(creditsRequired) + 5]);
    expect(await balance()).toEqual({ posted: 0, reserved: 0 });
    // The answer that was stored first said another charge.
    expect((await gateway.post(key, BODY, headers)).body).toEqual(body);
    expect(await metric('assay_accounts_overrunning_total')).toBe(overrunning + 1);
    const borne = (await metric('assay_credits_absorbed_total')) - before;
    expect(micro(borne)).toBe(COST - micro(creditsRequired) - 5);
    expect(gateway.logs()).toContain('more than 1 % of this account’s charges today');
    expect((await quote(key, BODY)).creditsRequired).toBe(creditsAtMost);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('is none for an account set to the worst', async () => {
    outputTokens = 20_000;
    const { key } = await gateway.account(1_000, { holds: 'worst' });
    const { creditsRequired } = await quote(key, BODY);
    const { body } = await gateway.post(key, BODY);
    expect(body.creditsUsed).toBeLessThanOrEqual(creditsRequired);
  });
});

describe('a burst of requests that may cost far more than they hold', () => {
  const BODY = {
    prompt: 'hi',
    models: ['claude-opus-4-6', 'claude-opus-4-6'],
    generation_settings: { maxTokens: 128_000 },
  };

  it('gets an account no more than one of them does', async () => {
    outputTokens = 100_000;
    const { key, name, balance } = await gateway.account(0);
    const { creditsRequired, creditsAtMost } = await quote(key, BODY);
    // A tenth of a cap that was asked for, at 25 USD for a million.
    expect(creditsRequired).toBeGreaterThan(2 * 12_800 * 25e-4);
    await gateway.admin((ledger) => ledger.grant(name, micro(2 * creditsRequired)));
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.post(key, BODY)));
    const refused = answers.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.estimatedCreditsRequired).toBeGreaterThan(creditsRequired);
    expect(refused[0]?.body.estimatedCreditsRequired).toBeLessThanOrEqual(creditsAtMost);
    expect(refused[0]?.body.detail).toContain('Wait for them to end');
    expect(await balance()).toEqual({ posted: 0, reserved: 0 });
  });

  it('costs the operator no more than one of them beside the balance of a new account', async () => {
    const one = { prompt: 'hi', models: ['gpt-oss-120b'] };
    outputTokens = 16_384;
    const { key, name } = await gateway.account(5);
    const { creditsAtMost } = await quote(key, one);
    const everyone = Promise.withResolvers<void>();
    let known = 0;
    const count = (): void => {
      known += 1;
      if (known === 40) everyone.resolve();
    };
    pause = () => {
      count();
      return everyone.promise;
    };
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const answer = await gateway.post(key, one);
        if (answer.status === 402) count();
        return answer;
      }),
    );
    pause = () => undefined;
    const paid = answers.filter(({ status }) => status === 200);
    const cost = paid.reduce((sum, { body }) => sum + micro(body.results[0].credits), 0);
    const charged = paid.reduce((sum, { body }) => sum + micro(body.creditsUsed), 0);
    expect(paid.length).toBeGreaterThan(2);
    expect(cost - charged).toBeLessThanOrEqual(micro(creditsAtMost));
    const listed = await gateway.admin((ledger) => ledger.listAccounts());
    expect(listed.find((account) => account.name === name)?.postedMicroCredits).toBe(5_000_000 - charged);
  });

  it('runs side by side where the account can pay', async () => {
    outputTokens = 40;
    // Their exposures but one have to be free beside their holds.
    const { key } = await gateway.account(6_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.post(key, BODY)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});

describe('a file', () => {
  const asked = (type: string, bytes: Buffer, model: string) => ({
    prompt: 'What is it?',
    models: [model],
    attachments: [{ name: 'file', type, base64: bytes.toString('base64') }],
  });
  const tokensOf = async (...file: Parameters<typeof asked>): Promise<number> => {
    const { key } = await gateway.account(0);
    const [entry] = Reflect.get(await quote(key, asked(...file)), 'models');
    return entry.tokensIn;
  };

  it('that is a small image counts as one, in a quote and in the hold', async () => {
    const square = (side: number) => tokensOf('image/png', png({ width: side, height: side }), 'gpt-5.4');
    const [small, large, largest] = [await square(64), await square(1_024), await square(9_000)];
    expect([large - small, largest - small]).toEqual([1_229 - 5, 12_000 - 5]);
  });

  it('that is a small PDF counts its page and little text', async () => {
    const small = pdf({ pages: 1 });
    const page = await tokensOf('application/pdf', small, 'claude-opus-4-7');
    expect(page).toBeGreaterThan(5_000);
    expect(page).toBeLessThan(5_100 + small.length);
  });
});

describe('max_credits', () => {
  const BODY = { prompt: 'hi', models: ['gpt-4o'] };

  it('leaves a quote as it is, which says whether the request is taken with it', async () => {
    const { key } = await gateway.account(0);
    const plain = await quote(key, BODY);
    expect(plain).not.toHaveProperty('fitsMaxCredits');
    const { creditsRequired, creditsAtMost } = plain;
    const least = Math.max(creditsRequired, creditsAtMost / 10);
    for (const [max_credits, fitsMaxCredits] of [
      [least / 2, false],
      [2 * least, true],
    ] as const)
      expect(await quote(key, { ...BODY, max_credits })).toEqual({ ...plain, fitsMaxCredits });
    expect((await gateway.post(key, { ...BODY, max_credits: least / 2 })).status).toBe(400);
  });

  it('is the hold of a quote, to the micro-credit', async () => {
    outputTokens = 1;
    const { key } = await gateway.account(100);
    const capped = (maxTokens: number) => ({ ...BODY, generation_settings: { maxTokens } });
    const tried = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { creditsRequired } = await quote(key, capped(3 + 7 * index));
        return { body: capped(3 + 7 * index), creditsRequired };
      }),
    );
    // As a product of doubles they would fall short of themselves.
    const short = tried.filter(({ creditsRequired: credits }) => Math.floor(credits * 1e6) < micro(credits));
    expect(short.length).toBeGreaterThan(0);
    for (const { body, creditsRequired } of short)
      expect((await gateway.post(key, { ...body, max_credits: creditsRequired })).status).toBe(200);
  });

  it('refuses a request that can cost more than ten times of it, and says what would do', async () => {
    outputTokens = 1;
    const { key } = await gateway.account(1_000);
    const dear = { prompt: 'hi', models: ['gpt-5.4', 'claude-opus-4-6'], judges: ['gpt-4o'] };
    const body = { ...dear, generation_settings: { maxTokens: 60_000 } };
    const { creditsAtMost, creditsRequired } = await quote(key, body);
    const { status, body: problem } = await gateway.post(key, { ...body, max_credits: creditsRequired });
    expect([status, problem.errors[0].pointer]).toEqual([400, '/max_credits']);
    const { message } = problem.errors[0];
    expect(message).toContain(`can cost ${creditsAtMost}`);
    const [, least, maxTokens] = /at least ([\d.]+), lower maxTokens to about (\d+),/.exec(message) ?? [];
    expect(Number(least)).toBeCloseTo(creditsAtMost / 10, 5);
    expect((await gateway.post(key, { ...body, max_credits: Number(least) })).status).toBe(200);
    const lower = { ...dear, generation_settings: { maxTokens: Number(maxTokens) } };
    expect((await gateway.post(key, { ...lower, max_credits: creditsRequired })).status).toBe(200);
  });

  it.each(['likely', 'worst'] as const)(
    'says which maxTokens would do for a hold by the rule %s',
    async (holds) => {
      outputTokens = 1;
      const { key } = await gateway.account(1_000, { holds });
      const dear = { prompt: 'hi', models: ['gpt-5.4', 'claude-opus-4-6', 'o3'] };
      const bound = { max_credits: 3.3 };
      const { body } = await gateway.post(key, { ...dear, ...bound });
      const [, maxTokens] = /lower maxTokens to about (\d+),/.exec(body.errors[0].message) ?? [];
      const lower = (cap: number) => ({ ...dear, ...bound, generation_settings: { maxTokens: cap } });
      expect((await gateway.post(key, lower(Number(maxTokens)))).status).toBe(200);
      expect((await gateway.post(key, lower(2 * Number(maxTokens)))).status).toBe(400);
      const hopeless = await gateway.post(key, { ...dear, max_credits: 0.000001 });
      expect(hopeless.body.errors[0].message).not.toContain('maxTokens');
    },
  );

  it('leaves the excess with the house, until it is too much', async () => {
    outputTokens = 8_000;
    const { key, balance } = await gateway.account(100);
    const answer = await gateway.post(key, { ...BODY, max_credits: 2 });
    expect(answer.body.creditsUsed).toBe(2);
    expect(await balance()).toEqual({ posted: 98_000_000, reserved: 0 });
    const { creditsRequired, creditsAtMost } = await quote(key, BODY);
    expect(creditsRequired).toBe(creditsAtMost);
    expect((await gateway.post(key, { ...BODY, max_credits: 2 })).status).toBe(400);
  });

  it('below what it can cost lets one of them run at a time, whatever the balance is', async () => {
    outputTokens = 8_000;
    const { key, balance } = await gateway.account(10_000);
    const turned = Promise.withResolvers<void>();
    pause = () => turned.promise;
    let refusals = 0;
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const answer = await gateway.post(key, { ...BODY, max_credits: 2 });
        refusals += Number(answer.status === 429);
        if (refusals === 5) turned.resolve();
        return answer;
      }),
    );
    pause = () => undefined;
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 429, 429, 429, 429, 429,
    ]);
    const refused = answers.find(({ status }) => status === 429)?.body;
    const { creditsAtMost } = await quote(key, BODY);
    expect(refused.errors).toMatchObject([{ pointer: '', code: 'max_credits' }]);
    expect(refused.detail).toContain(`raise max_credits to ${creditsAtMost}`);
    expect(await balance()).toEqual({ posted: 9_998_000_000, reserved: 0 });
  });

  it('refuses a request whose hold is above it, and names both', async () => {
    const { key, balance } = await gateway.account(100);
    const { creditsRequired } = await quote(key, BODY);
    gateway.upstream.clear();
    const { status, body } = await gateway.post(key, { ...BODY, max_credits: 0.5 });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/max_credits', code: 'limit' }]);
    expect(body.errors[0].message).toContain(String(creditsRequired));
    expect(body.errors[0].message).toContain('0.5');
    expect(gateway.upstream.requests()).toEqual([]);
    expect(await balance()).toEqual({ posted: 100_000_000, reserved: 0 });
  });

  it('bounds the charge', async () => {
    outputTokens = 8_000;
    const { key, balance } = await gateway.account(100);
    const { status, body } = await gateway.post(key, { ...BODY, max_credits: 2 });
    expect([status, body.creditsUsed]).toEqual([200, 2]);
    expect(await balance()).toEqual({ posted: 98_000_000, reserved: 0 });
  });

  it.each([-1, 'much', null, 1e12])('%s is a 400', async (maxCredits) => {
    const { key } = await gateway.account(100);
    const { status, body } = await gateway.post(key, { ...BODY, max_credits: maxCredits });
    expect([status, body.errors[0].pointer]).toEqual([400, '/max_credits']);
  });
});
