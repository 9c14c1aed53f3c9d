import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import {
  COIN,
  falseVerdict,
  JUDGES,
  MODELS,
  startUntilScene,
  trueVerdict,
  UNKNOWN,
  USAGE,
  verdictText,
  type UntilScene,
} from './until-scene.ts';

let scene: UntilScene;
beforeAll(async () => {
  scene = await startUntilScene({ ASSAY_JUDGE_TIMEOUT_MS: '4000' });
});
afterAll(() => scene.stop());
beforeEach(() => {
  scene.judge = undefined;
  scene.answer = undefined;
  scene.judgeCalls = 0;
});

const BODY = { prompt: 'Who are you?', models: MODELS, judges: JUDGES, judge_until: 0.9 };
const ALL_RUNS = 2 * 3 * 10;

/** Sends a request of a new account, and checks that it is charged the cost of its calls. */
async function ask(body: object = {}): Promise<PromptResponse> {
  const { key, balance } = await scene.gateway.account(100_000);
  const reply = await scene.gateway.post(key, { ...BODY, ...body });
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  const response: PromptResponse = reply.body;
  const { posted, reserved } = await balance();
  expect([posted, reserved]).toEqual([100_000e6 - Math.round(response.creditsUsed * 1e6), 0]);
  const runs = response.evaluations.flatMap((evaluation) => evaluation.runs);
  const spent = [...response.results, ...runs].reduce((sum, { credits = 0 }) => sum + credits, 0);
  expect(response.creditsUsed).toBeCloseTo(spent, 6);
  return response;
}

const codesOf = ({ warnings = [] }: PromptResponse): readonly string[] => warnings.map(({ code }) => code);
const sumOfChances = ({ ranking = [] }: PromptResponse): number =>
  ranking.reduce((sum, { bestProbability = Number.NaN }) => sum + bestProbability, 0);

describe('judging until sure', () => {
  it('stops once the leader is sure, tells how far it came, and costs what was asked', async () => {
    const { judging, ranking = [], evaluations, warnings } = await ask();
    expect(judging).toMatchObject({
      of: ALL_RUNS,
      leader: { index: 2, modelId: 'gpt-4o' },
      stopped: 'sure',
    });
    const { asked = 0, probability = 0 } = judging ?? {};
    expect(scene.judgeCalls).toBe(asked);
    expect(asked).toBeLessThan(ALL_RUNS / 2);
    expect(probability).toBeGreaterThanOrEqual(0.9);
    expect(warnings).toBeUndefined();
    expect(ranking[0]).toMatchObject({ index: 2, rank: 1, bestProbability: probability });
    const chances = ranking.map(({ bestProbability = 0 }) => bestProbability);
    expect(chances).toEqual(chances.toSorted((one, other) => other - one));

    expect(evaluations).toHaveLength(ALL_RUNS / 2);
    const skipped = evaluations.filter(({ status }) => status === 'skipped');
    expect(skipped).toHaveLength((ALL_RUNS - asked) / 2);
    for (const evaluation of skipped)
      expect(evaluation).toMatchObject({
        winner: null,
        winnerModelId: null,
        score: null,
        consistent: null,
        agreement: null,
        axes: { accuracy: { weight: 1, value: null } },
        runs: [],
      });
    const places = evaluations.map(({ judge, a, b }) => [judge.index, a.index, b.index]);
    expect(places).toEqual(
      JUDGES.flatMap((_judge, j) =>
        [0, 1, 2, 3].flatMap((a) => [1, 2, 3, 4].filter((b) => b > a).map((b) => [j, a, b])),
      ),
    );
  });

  it('asks everything without the field, as ever', async () => {
    const { judging, ranking = [], evaluations } = await ask({ judge_until: undefined });
    expect(judging).toBeUndefined();
    expect(scene.judgeCalls).toBe(ALL_RUNS);
    expect(evaluations.map(({ status }) => status)).not.toContain('skipped');
    for (const entry of ranking) expect(entry).not.toHaveProperty('bestProbability');
  });

  it('is exhausted where judges only contradict themselves, and nobody leads', async () => {
    scene.judge = () => ({ content: verdictText('first'), usage: USAGE });
    const response = await ask({ models: MODELS.slice(0, 2) });
    expect(response.judging).toEqual({
      asked: 6,
      of: 6,
      leader: null,
      probability: null,
      stopped: 'exhausted',
    });
    expect(response.ranking).toMatchObject([
      { rank: 1, bestProbability: 0.5 },
      { rank: 1, bestProbability: 0.5 },
    ]);
  });

  it('compares only what was answered: the others are forfeits, and never best', async () => {
    scene.answer = ({ model }) =>
      model.includes('claude') || model.includes('gpt')
        ? { status: 400 }
        : { content: `I am ${model}`, usage: USAGE };
    const response = await ask();
    expect(response.judging).toMatchObject({ of: 2 * 3 * 3, leader: { index: 0 }, stopped: 'sure' });
    const statuses = response.evaluations.map(({ status }) => status);
    const countOf = (wanted: string): number => statuses.filter((status) => status === wanted).length;
    expect([countOf('forfeit'), countOf('not_comparable')]).toEqual([3 * 6, 3]);
    const failed = response.ranking?.filter(({ rank }) => rank === null) ?? [];
    expect(failed.map(({ bestProbability }) => bestProbability)).toEqual([0, 0]);
    expect(sumOfChances(response)).toBeCloseTo(1, 5);
  });

  it.each([
    [1, { index: 2 }, 1, 'sure'],
    [0, null, null, 'exhausted'],
  ])('asks nobody where %i answered', async (answered, leader, probability, stopped) => {
    scene.answer = ({ model }) =>
      answered === 1 && model.includes('gpt-4o') ? { content: 'here', usage: USAGE } : { status: 400 };
    const { judging } = await ask();
    expect(judging).toMatchObject({ asked: 0, of: 0, probability, stopped });
    if (leader === null) expect(judging?.leader).toBeNull();
    else expect(judging?.leader).toMatchObject(leader);
    expect(scene.judgeCalls).toBe(0);
  });

  it('says nothing of judging where there is nothing to compare', async () => {
    const response = await ask({ models: ['gpt-4o'] });
    expect(response).not.toHaveProperty('judging');
    expect(response.evaluations).toEqual([]);
  });

  it('keeps to the pairs that are named', async () => {
    const judge_pairs = [
      [0, 1],
      [0, 2],
    ];
    const { judging, evaluations } = await ask({ judge_pairs, judge_until: 0.6 });
    expect(judging?.of).toBe(2 * 3 * 2);
    expect(evaluations).toHaveLength(6);
  });

  it('asks no judge that the calibration finds no better than chance; with none left nobody leads', async () => {
    const some = await ask({ judges: [COIN, ...JUDGES] });
    const ofCoin = some.evaluations.filter(({ judge }) => judge.index === 0);
    expect(new Set(ofCoin.map(({ status }) => status))).toEqual(new Set(['skipped']));
    expect(some.judging?.stopped).toBe('sure');

    scene.judgeCalls = 0;
    const none = await ask({ judges: [COIN] });
    expect(none.judging).toEqual({ asked: 0, of: 20, leader: null, probability: null, stopped: 'exhausted' });
    expect(codesOf(none)).toEqual(['judges_no_better_than_chance']);
    expect(none.warnings?.[0]?.message).toContain('nobody leads');
    expect(scene.judgeCalls).toBe(0);
    expect(none.judgingCredits).toBe(0);
  });

  it.each([
    ['an unknown judge', { judges: [UNKNOWN] }, /^\S+ has no calibration, so it is assumed/],
    ['no calibration wanted', { calibration: 'none' }, / and \S+ have no calibration, so each is assumed/],
  ])('warns that it is seldom sure: %s', async (_name, body, subject) => {
    const response = await ask(body);
    expect(codesOf(response)).toContain('judge_until_uncalibrated');
    expect(response.warnings?.find(({ code }) => code === 'judge_until_uncalibrated')).toMatchObject({
      pointer: '/judge_until',
      message: expect.stringMatching(subject),
    });
  });

  it('does not ask a judge again and again that cannot answer, and warns of its runs alone', async () => {
    scene.judge = (call) => (call.provider === 'openai' ? { status: 401 } : trueVerdict(call));
    const response = await ask({ judges: [...JUDGES] });
    const ofJudge = response.evaluations.filter(({ judge }) => judge.index === 0);
    const tried = ofJudge.filter(({ status }) => status === 'incomplete');
    expect(tried.length).toBeLessThanOrEqual(4);
    expect(ofJudge.filter(({ status }) => status === 'skipped')).toHaveLength(10 - tried.length);
    expect(response.judging).toMatchObject({ leader: { index: 2 }, stopped: 'sure' });
    const told = response.warnings?.filter(({ code }) => code === 'judging_incomplete') ?? [];
    expect(told.map(({ pointer }) => pointer)).toEqual(tried.length > 0 ? ['/judges/0'] : []);
    for (const { message } of told)
      expect(message).toContain(`in ${2 * tried.length} of ${2 * tried.length} runs`);
  });

  it('stops at the deadline with what it knows, and skips the rest', async () => {
    const held = Promise.withResolvers<void>();
    let answered = 0;
    scene.judge = async (call) => {
      answered += 1;
      if (answered > 4) await held.promise;
      return trueVerdict(call);
    };
    try {
      const response = await ask({ timeout_seconds: 2, judge_until: 0.999 });
      expect(response.judging?.stopped).toBe('deadline');
      const statuses = new Set(response.evaluations.map(({ status }) => status));
      expect(statuses).toEqual(new Set(['completed', 'incomplete', 'skipped']));
      expect(codesOf(response)).toEqual(['judge_until_out_of_reach', 'judging_incomplete']);
    } finally {
      held.resolve();
    }
  });

  it.each<[object, string, RegExp]>([
    [{ judges: undefined }, '/judge_until', /needs judges/],
    [{ judges: [] }, '/judge_until', /needs judges/],
    [
      { judge_weights: { speed: 0.1 } },
      '/judge_weights/speed',
      /must be 0 with judge_until.*leave speed out/,
    ],
    [{ judge_weights: { cost: 1 } }, '/judge_weights/cost', /must be 0 with judge_until/],
    [{ judge_weights: { accuracy: 0 } }, '/judge_weights/accuracy', /above 0/],
    [{ judge_until: 0.4 }, '/judge_until', /from 0.5 to 0.999/],
    [{ judge_until: 1 }, '/judge_until', /from 0.5 to 0.999/],
    [{ judge_until: '0.9' }, '/judge_until', /number/],
  ])('refuses %j with the field and what to do', async (body, pointer, message) => {
    const { key } = await scene.gateway.account(100_000);
    const { status, body: problem } = await scene.gateway.post(key, { ...BODY, ...body });
    expect([status, problem.errors]).toEqual([
      400,
      [{ pointer, code: expect.any(String), message: expect.stringMatching(message) }],
    ]);
  });

  it('takes weights of 0, and of accuracy', async () => {
    const { judging } = await ask({ judge_weights: { accuracy: 0.5, speed: 0, cost: 0 } });
    expect(judging?.stopped).toBe('sure');
  });
});

const SAYINGS = ['true', 'false', 'first', 'tie', 'unreadable', 'failure'] as const;

describe('whatever judges say', () => {
  it('is charged for each call that was made, and never beyond the hold', { timeout: 120_000 }, async () => {
    const sayings = fc.array(fc.constantFrom(...SAYINGS), { minLength: 40, maxLength: 40 });
    const until = fc.constantFrom(0.5, 0.7, 0.9, 0.999);
    await fc.assert(
      fc.asyncProperty(sayings, until, async (said, judge_until) => {
        scene.judgeCalls = 0;
        let answered = 0;
        scene.judge = (call) => {
          const word = said[scene.judgeCalls % said.length];
          if (word === 'failure') return { status: 400 };
          answered += 1;
          if (word === 'true') return trueVerdict(call);
          if (word === 'false') return falseVerdict(call);
          return { content: word === 'unreadable' ? 'hm' : verdictText(word ?? 'tie'), usage: USAGE };
        };
        const { key, balance, name } = await scene.gateway.account(100_000);
        await scene.gateway.admin((ledger) => ledger.changeAccount(name, { holds: 'worst' }));
        const reply = await scene.gateway.post(key, { ...BODY, judge_until });
        const { promptLogId, creditsUsed, judging, evaluations, ranking }: PromptResponse = reply.body;
        const record = await scene.gateway.get(key, `/api/v1/prompts/${promptLogId}`);
        const { creditsHeld, calls } = record.body as {
          readonly creditsHeld: number;
          readonly calls: readonly { readonly role: string; readonly credits: number }[];
        };
        expect(creditsUsed).toBeLessThanOrEqual(creditsHeld);
        expect((await balance()).posted).toBe(100_000e6 - Math.round(creditsUsed * 1e6));
        expect(calls.reduce((sum, { credits }) => sum + credits, 0)).toBeCloseTo(creditsUsed, 6);
        expect(calls.filter(({ role, credits }) => role === 'judge' && credits > 0)).toHaveLength(answered);
        const asked = evaluations.flatMap(({ runs }) => runs).length;
        expect([judging?.asked, judging?.of]).toEqual([asked, ALL_RUNS]);
        const chances = ranking?.reduce((sum, { bestProbability = 0 }) => sum + bestProbability, 0);
        expect(chances).toBeCloseTo(1, 4);
      }),
      { numRuns: 8 },
    );
    expect(await scene.gateway.admin((ledger) => ledger.check())).toEqual([]);
  });
});

describe('a comparison of given answers', () => {
  it('is judged until sure too', async () => {
    const { key } = await scene.gateway.account(100_000);
    const answers = ['mistral', 'gpt-4o', 'nova', 'gemini'].map((name) => ({
      text: `I am ${name}`,
      modelId: name,
    }));
    const body = { prompt: 'Who?', answers, judges: JUDGES, judge_until: 0.8 };
    const reply = await scene.gateway.send(key, '/api/v1/compare', { body });
    const { judging, ranking }: PromptResponse = reply.body;
    expect(judging).toMatchObject({
      asked: scene.judgeCalls,
      of: 36,
      leader: { index: 1, modelId: 'gpt-4o' },
      stopped: 'sure',
    });
    expect(ranking?.[0]).toMatchObject({ index: 1, rank: 1 });
  });
});

it('counts no judge run that was never sent', async () => {
  const unkeyed = await startUntilScene({ ANTHROPIC_API_KEY: '' });
  try {
    const { key } = await unkeyed.gateway.account(100_000);
    const judges = ['claude-opus-4-6', 'gpt-5.5'];
    const models = ['gpt-4o', 'nova-lite', 'mistral-large-2512'];
    const { body } = await unkeyed.gateway.post(key, { ...BODY, models, judges, judge_until: 0.999 });
    const runs = (body as PromptResponse).evaluations.flatMap((one) => one.runs);
    expect(runs.some(({ error }) => error?.code === 'provider_unconfigured')).toBe(true);
    expect(body.judging.asked).toBe(unkeyed.judgeCalls);
    expect(body.judging.asked).toBeLessThan(runs.length);
  } finally {
    await unkeyed.stop();
  }
});

describe('where judges disagree', () => {
  it('tells the pair, both sides and their reasons, with one call no more', async () => {
    scene.judge = (call) =>
      call.provider === 'openai' ? falseVerdict(call, 'wit counts') : trueVerdict(call, 'facts count');
    const response = await ask({ models: MODELS.slice(0, 2), judge_until: undefined });
    expect(scene.judgeCalls).toBe(6);
    expect(response.disagreement).toMatchObject([
      {
        a: { index: 0, modelId: MODELS[0] },
        b: { index: 1 },
        judges: [
          { judge: { index: 0, modelId: JUDGES[0] }, winner: 'b', reasoning: 'wit counts' },
          { judge: { index: 1 }, winner: 'a', reasoning: 'facts count' },
          { judge: { index: 2 }, winner: 'a', reasoning: 'facts count' },
        ],
      },
    ]);
  });

  it('is silent where they agree', async () => {
    expect(await ask({ models: MODELS.slice(0, 2), judge_until: undefined })).not.toHaveProperty(
      'disagreement',
    );
  });
});
