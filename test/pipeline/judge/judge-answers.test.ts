import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { judgeAnswers, type JudgingPlan } from '../../../core/pipeline/judge/judge-answers.ts';
import { sharePart } from '../../../core/text/shared-text.ts';
import { answerOfCaller, type AnswerToJudge } from '../../../core/pipeline/judge/answer-to-judge.ts';
import type { RequestContext } from '../../../core/pipeline/request-context.ts';
import { Slots } from '../../../core/upstream/slots.ts';
import { type StopSignal, StopSource } from '../../../core/upstream/stop-signal.ts';
import { holdTimers } from '../../support/held-timers.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

/** Nothing else waits for this. */
const JUDGE_TIMEOUT_MS = 59_219;

const CONTEXT = {
  services: { judgeTimeoutMs: JUDGE_TIMEOUT_MS },
  deadline: { signal: new StopSource(), endsAt: Infinity },
  prompt: { request: {} },
} as unknown as RequestContext;

const planOf = (pairs: JudgingPlan['pairs']): JudgingPlan => ({
  preparedJudges: [],
  pairs,
  until: undefined,
});

it.each<[string, JudgingPlan['pairs']]>([
  ['no pair is judged', []],
  ['its pair is not judged', [[0, 1]]],
])('leaves no rejected promise behind where an answer fails and %s', async (_name, pairs) => {
  const answers = [0, 1, 2].map(async () => {
    throw new Error('an error of the gateway');
  });
  await judgeAnswers(planOf(pairs), answers, CONTEXT);
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});

it('starts no timer for an answer without a pair that comes after the last verdict', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timers = holdTimers(JUDGE_TIMEOUT_MS);
  try {
    await judgeAnswers(planOf([[1, 2]]), [promise], CONTEXT);
    reject(new Error('an error of the gateway'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers.waiting(JUDGE_TIMEOUT_MS)).toBe(0);
  } finally {
    timers.release();
  }
});

it('stops the calls of the other pairs where one pair fails', async () => {
  const signals: StopSignal[] = [];
  const wait = async (_role: string, _account: number, [signal]: readonly StopSignal[]): Promise<never> => {
    if (signal !== undefined) signals.push(signal);
    throw new Error('an error of the gateway');
  };
  vi.spyOn(Slots.prototype, 'acquire').mockImplementation(wait as never);
  const judge = { participant: { index: 0 } };
  const pairs = Array.from({ length: 40 }, () => [0, 1] as const);
  const plan = { ...planOf(pairs), preparedJudges: [judge] } as unknown as JudgingPlan;
  const answer = { participant: {}, text: 'an answer' } as unknown as AnswerToJudge;
  const context = { ...CONTEXT, account: { id: 1 } } as unknown as RequestContext;
  await expect(
    judgeAnswers(
      plan,
      [0, 1].map(async () => answer),
      context,
    ),
  ).rejects.toThrow('an error');
  expect(signals.map(({ isStopped }) => isStopped)).toEqual(signals.map(() => true));
  expect(signals.length).toBeGreaterThan(0);
});

it('counts what the judges are shown in the room for answers, as it is held', async () => {
  const text = '\u0001'.repeat(40_000);
  let takenBytes = 0;
  const context = {
    ...CONTEXT,
    account: { id: 1 },
    services: {
      judgeTimeoutMs: 1_000,
      pool: {
        neutraliseText: async () => sharePart(text),
      },
    },
    prompt: { request: {} },
    replies: {
      take: (bytes: number) => ((takenBytes += bytes), true),
      give: () => {},
      holdsMost: () => true,
    },
  } as unknown as RequestContext;
  await Promise.all([0, 1].map((index) => answerOfCaller(index, { modelId: 'one', text }, context)));
  expect(takenBytes).toBeGreaterThanOrEqual(2 * 6 * text.length);
});
