import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { QuoteResponse } from '../../core/generated/quote-response.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { readMetric } from '../support/gateways/read-metrics.ts';
import { pdf, png } from '../support/samples/sample-files.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { verdictText } from '../support/samples/verdict-text.ts';

const VERDICT = verdictText('first');

/** What a model is said to have written, in tokens. */
let outputTokens = 40;
/** What a judge is said to have written, in tokens. */
let verdictTokens = 180;
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
      ? { inputTokens: 700, outputTokens: verdictTokens }
      : { inputTokens, outputTokens, reasoningTokens: 0, searchQueries: queries },
  };
}

const gateway = gatewayOfFile({ sandbox: { reply } });

const micro = (credits: number): number => Math.round(credits * 1e6);

async function quote(key: string, asked: unknown): Promise<QuoteResponse> {
  const { status, body } = await gateway.send(key, '/api/v1/prompt/quote', { body: asked });
  expect(status).toBe(200);
  return body;
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
    const cheap = { models: ['nova-lite', 'mistral-small-2603'], judges: ['nova-lite'] };
    const fused = await gateway.post(key, { ...ONE_LINE, ...cheap, fuse: 'claude-opus-4-6' });
    expect(fused.body.detail).toMatch(/cheaper model in fuse.*most of it is for fuse/);
    const judgedFused = await gateway.post(key, { ...ONE_LINE, fuse: 'nova-lite' });
    expect(judgedFused.body.detail).toMatch(/or leave out fuse: most of it is for the judges/);
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
  const body = { prompt: 'hi', models: ['gpt-4o'], generation_settings: { maxTokens: 16 } };

  it.each(['likely', 'worst'] as const)('is absorbed where the account holds the %s', async (holds) => {
    outputTokens = 100_000;
    const { key, name, balance } = await gateway.account(1_000, { holds });
    const { creditsAtMost } = await quote(key, body);
    const { body: answer } = await gateway.post(key, body);
    expect(answer.creditsUsed).toBe(creditsAtMost);
    expect(await balance()).toEqual({ posted: 1_000_000_000 - micro(creditsAtMost), reserved: 0 });
    const cost = micro(answer.results[0].credits);
    const history = await gateway.admin((ledger) => ledger.history(name, 10));
    expect(history.find(({ kind }) => kind === 'absorbed')?.microCredits).toBe(cost - micro(creditsAtMost));
  });

  it('is in the credits of judging, which then exceed the charge', async () => {
    verdictTokens = 100_000;
    onTestFinished(() => {
      verdictTokens = 180;
    });
    const { key } = await gateway.account(1_000);
    const judged = { ...body, models: ['gpt-4o', 'mistral-large-2512'], judges: ['gpt-4o'] };
    const { creditsAtMost } = await quote(key, judged);
    const { body: answer } = await gateway.post(key, judged);
    expect(answer.creditsUsed).toBe(creditsAtMost);
    const runs: readonly { readonly credits: number }[] = answer.evaluations[0].runs;
    expect(answer.judgingCredits).toBe(runs.reduce((sum, { credits }) => sum + credits, 0));
    expect(answer.judgingCredits).toBeGreaterThan(answer.creditsUsed);
    const { body: openapi } = await gateway.get(key, '/openapi.json');
    const { judgingCredits } = openapi.components.schemas.PromptResponse.properties;
    expect(judgingCredits.description).toContain('`creditsUsed` is below their sum');
  });
});

describe('what nobody can bound', () => {
  const file = { name: 'dense.pdf', type: 'application/pdf', base64: pdf({ pages: 1 }).toString('base64') };
  const PDF = {
    prompt: 'Read it.',
    models: ['gpt-5.4'],
    attachments: [file],
    generation_settings: { maxTokens: 200 },
  };
  const SEARCH = {
    prompt: 'Search a lot.',
    models: ['gemini-3.1-pro-preview'],
    model_tuning: { 'gemini-3.1-pro-preview': { webSearch: true } },
    generation_settings: { maxTokens: 100 },
  };

  beforeAll(() => {
    inputTokens = 700_000;
    outputTokens = 40;
    queries = Array.from({ length: 400 }, (_, index) => `query ${index}`);
  });
  afterAll(() => {
    inputTokens = 20;
    queries = [];
  });

  it.each([
    ['the pages of a PDF', PDF, 'pdf_pages', 'pages of a PDF'],
    ['web searches', SEARCH, 'searches', 'web searches'],
  ])('%s: a quote and a 400 say so, and it is charged as it is billed', async (_, body, cost, words) => {
    const { key } = await gateway.account(20_000);
    const quoted = await quote(key, body);
    const { creditsAtMost } = quoted;
    expect(quoted).toMatchObject({ chargedAsBilled: [cost] });
    for (const bound of [{}, { max_credits: creditsAtMost }]) {
      const { body: answer } = await gateway.post(key, { ...body, ...bound });
      expect(answer.results[0].credits).toBeGreaterThan(2 * creditsAtMost);
      expect(answer.creditsUsed).toBe(answer.results[0].credits);
    }
    const refused = await gateway.post(key, { ...body, max_credits: creditsAtMost / 2 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].message).toContain(`No bound holds for ${words}`);
  });

  it.each([
    ['a PDF', PDF],
    ['a search', SEARCH],
  ])('of %s is owed under worst-case holds too', async (_, body) => {
    const { key } = await gateway.account(20_000, { holds: 'worst' });
    const quoted = await quote(key, body);
    expect(quoted).toHaveProperty('chargedAsBilled');
    const { body: answer } = await gateway.post(key, body);
    expect(answer.results[0].credits).toBeGreaterThan(quoted.creditsRequired);
    expect(answer.creditsUsed).toBe(answer.results[0].credits);
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

  it('is owed, and the next request is a 402 that says so, until credits cover it', async () => {
    outputTokens = 8_000;
    const { name, key, balance } = await gateway.account(0);
    const absorbed = (): Promise<number> => readMetric(gateway.operationsUrl, 'assay_credits_absorbed_total');
    const before = await absorbed();
    const hold = micro((await quote(key, BODY)).creditsRequired);
    await gateway.admin((ledger) => ledger.adjustCredits(name, hold));
    const owed = COST - hold;
    const headers = { 'idempotency-key': 'beyond' };
    const { status, body } = await gateway.post(key, BODY, headers);
    expect([status, micro(body.creditsUsed)]).toEqual([200, COST]);
    expect(await balance()).toEqual({ posted: -owed, reserved: 0 });
    expect(await absorbed()).toBe(before);
    const { body: shown } = await gateway.get(key, '/api/v1/balance');
    expect(shown).toMatchObject({
      creditsPosted: -owed / 1e6,
      creditsAvailable: -owed / 1e6,
      creditsOwed: owed / 1e6,
    });
    // What was answered is still answered.
    expect((await gateway.post(key, BODY, headers)).body).toEqual(body);
    const refused = async () => await gateway.post(key, BODY);
    const first = await refused();
    expect(first).toMatchObject({
      status: 402,
      body: {
        type: 'urn:assay:problem:insufficient-balance',
        estimatedCreditsRequired: hold / 1e6,
        creditsAvailable: -owed / 1e6,
        creditsOwed: owed / 1e6,
      },
    });
    expect(first.body.detail).toContain(`owes ${owed / 1e6} credits`);
    // A credit that does not cover the debt leaves it owing.
    await gateway.admin((ledger) => ledger.adjustCredits(name, owed - 1));
    expect((await refused()).body).toMatchObject({ creditsOwed: 1e-6, creditsAvailable: -1e-6 });
    await gateway.admin((ledger) => ledger.adjustCredits(name, hold));
    expect((await refused()).body).toMatchObject({ creditsOwed: 0, creditsAvailable: (hold - 1) / 1e6 });
    await gateway.admin((ledger) => ledger.adjustCredits(name, 1));
    expect((await gateway.post(key, BODY)).status).toBe(200);
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

describe('200 requests at once on an account with credits for three', () => {
  it('are three, which may cost more than they hold; the rest is a 402', async () => {
    const body = { prompt: 'hi', models: ['gpt-4o'] };
    outputTokens = 10_000;
    const { key, name, balance } = await gateway.account(0, { requestsInFlight: 1_000 });
    const hold = micro((await quote(key, body)).creditsRequired);
    await gateway.admin((ledger) => ledger.adjustCredits(name, 3 * hold));
    const everyone = Promise.withResolvers<void>();
    pause = () => everyone.promise;
    let refused = 0;
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await gateway.post(key, body);
        if (answer.status === 402) refused += 1;
        // Those that were admitted run until all others are refused.
        if (refused === 197) everyone.resolve();
        return answer;
      }),
    );
    pause = () => undefined;
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid).toHaveLength(3);
    const charged = paid.reduce((sum, answer) => sum + micro(answer.body.creditsUsed), 0);
    expect(charged).toBeGreaterThan(3 * hold);
    expect(await balance()).toEqual({ posted: 3 * hold - charged, reserved: 0 });
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
    const { models } = await quote(key, asked(...file));
    return models[0]?.tokensIn ?? Number.NaN;
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
    const { creditsAtMost } = plain;
    for (const [max_credits, fitsMaxCredits] of [
      [(micro(creditsAtMost) - 1) / 1e6, false],
      [creditsAtMost, true],
    ] as const)
      expect(await quote(key, { ...BODY, max_credits })).toEqual({ ...plain, fitsMaxCredits });
    expect((await gateway.post(key, { ...BODY, max_credits: creditsAtMost / 2 })).status).toBe(400);
  });

  it('is the most of a quote, to the micro-credit', async () => {
    outputTokens = 1;
    const { key } = await gateway.account(100);
    const capped = (maxTokens: number) => ({
      prompt: 'h'.repeat(maxTokens),
      models: ['gpt-4o'],
      generation_settings: { maxTokens },
    });
    const tried = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { creditsAtMost } = await quote(key, capped(3 + 7 * index));
        return { body: capped(3 + 7 * index), creditsAtMost };
      }),
    );
    // As a product of doubles they would fall short of themselves.
    const short = tried.filter(({ creditsAtMost: credits }) => Math.floor(credits * 1e6) < micro(credits));
    expect(short.length).toBeGreaterThan(0);
    for (const { body, creditsAtMost } of short)
      expect((await gateway.post(key, { ...body, max_credits: creditsAtMost })).status).toBe(200);
  });

  it.each([
    ['of one model', { models: ['gpt-5.4'] }, {}],
    ['of a model that thinks', { models: ['claude-opus-4-6'] }, { thinkingBudget: 8_000 }],
    ['of several models and a judge', { models: ['gpt-5.4', 'claude-opus-4-6'], judges: ['gpt-4o'] }, {}],
    ['without a cap', { models: ['gpt-5.4', 'mistral-large-2512'] }, {}, {}],
  ])(
    'refuses a request %s that can cost more, and names a cap with which it fits',
    async (_, asked, tuning, settings = { maxTokens: 60_000 }) => {
      outputTokens = 1;
      const { key } = await gateway.account(10_000);
      const body = (generation_settings: object) => ({
        prompt: 'hi',
        ...asked,
        generation_settings,
        model_tuning: { 'claude-opus-4-6': tuning },
      });
      const { creditsAtMost } = await quote(key, body(settings));
      const max_credits = Math.floor(0.8 * creditsAtMost);
      const { status, body: problem } = await gateway.post(key, { ...body(settings), max_credits });
      expect([status, problem.errors[0].pointer]).toEqual([400, '/max_credits']);
      const { message } = problem.errors[0];
      expect(message).toContain(`can cost ${creditsAtMost} credits`);
      const maxTokens = Number(/lower maxTokens to (\d+)/.exec(message)?.[1]);
      const lower = { ...body({ maxTokens }), max_credits };
      expect((await gateway.post(key, lower)).status).toBe(200);
      // It is no needlessly low one.
      expect((await quote(key, body({ maxTokens }))).creditsAtMost).toBeGreaterThan(0.7 * max_credits);
    },
  );

  it('that no maxTokens could fit names none, and nobody is asked or charged', async () => {
    const { key, balance } = await gateway.account(100);
    gateway.upstream.clear();
    const { status, body } = await gateway.post(key, { ...BODY, max_credits: 0.000001 });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/max_credits', code: 'limit' }]);
    expect(body.errors[0].message).not.toContain('maxTokens');
    expect(gateway.upstream.requests()).toEqual([]);
    expect(await balance()).toEqual({ posted: 100_000_000, reserved: 0 });
  });
});
