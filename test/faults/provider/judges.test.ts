import { beforeEach, expect, it } from 'vitest';
import type { Evaluation, PromptResponse } from '../../../core/generated/prompt-response.ts';
import type { SandboxReply } from '../../../core/sandbox/upstream.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { verdictText } from '../../support/samples/verdict-text.ts';

/** What a judge says to the question of so many, counted from 1. */
let judge: (question: number) => SandboxReply;
let asked = 0;
const usage = { inputTokens: 1_000, outputTokens: 100 };

const gateway = gatewayOfFile({
  sandbox: {
    reply: ({ turns }) => {
      if (!turns.some(({ text }) => text.includes('<<<FIRST '))) return { content: 'an answer', usage };
      asked += 1;
      return judge(asked);
    },
  },
});
beforeEach(() => {
  judge = () => ({ status: 400 });
  asked = 0;
});

it('68 if all judges fail, the answer is a 200 with incomplete evaluations, and completed work is charged', async () => {
  const { key, balance } = await gateway.account(10_000);
  const models = ['gpt-4o', 'nova-lite', 'grok-4.3'];
  const { status, body } = await gateway.post(key, {
    prompt: 'hi',
    models,
    judges: ['claude-opus-4-6', 'gpt-5.5'],
  });
  expect(status).toBe(200);
  expect(body.results.map((result: { status: string }) => result.status)).toEqual(Array(3).fill('completed'));
  expect(body.evaluations).toHaveLength(6);
  for (const evaluation of body.evaluations)
    expect(evaluation).toMatchObject({ status: 'incomplete', winner: null, score: null });
  const credits = body.results.reduce((sum: number, result: { credits: number }) => sum + result.credits, 0);
  expect(credits).toBeGreaterThan(0);
  expect(body.creditsUsed).toBeCloseTo(credits, 9);
  expect(await balance()).toEqual({ posted: 10_000_000_000 - Math.round(credits * 1e6), reserved: 0 });
});

const VERDICT = verdictText('first');

it('68 a judge that gives no verdict is named in the warnings, and speed and cost decide nothing in its place', async () => {
  const { key } = await gateway.account(10_000);
  const body = {
    prompt: 'hi',
    models: ['gpt-4o', 'nova-lite', 'grok-4.3'],
    judges: ['gpt-4o'],
    judge_weights: { accuracy: 1, speed: 1, cost: 1 },
  };
  // Of six runs one fails, and one cannot be read twice.
  judge = (question) =>
    question === 1 ? { status: 400 } : { content: question > 5 ? 'I like both.' : VERDICT, usage };
  const { status, body: answer } = await gateway.post(key, body);
  expect(status).toBe(200);
  const incomplete = answer.evaluations.filter((one: Evaluation) => one.status === 'incomplete');
  expect(incomplete.length).toBeGreaterThan(0);
  for (const one of incomplete) {
    expect(one).toMatchObject({ winner: null, winnerModelId: null, score: null });
    expect(one.axes.cost.value).not.toBeNull();
  }
  expect(answer.warnings).toEqual([
    {
      code: 'judging_incomplete',
      pointer: '/judges/0',
      message: expect.stringMatching(
        /^gpt-4o gave no verdict in 2 of 6 runs: 1 rejected, 1 unreadable\. .*no winner/,
      ),
    },
  ]);
  const runs = answer.evaluations.flatMap((one: Evaluation) => one.runs);
  const credits = runs.reduce((sum: number, run: Evaluation['runs'][number]) => sum + (run.credits ?? 0), 0);
  expect(answer.judgingCredits).toBeGreaterThan(0);
  expect(answer.judgingCredits).toBeCloseTo(credits, 9);
  const results = answer.results.reduce((sum: number, one: { credits: number }) => sum + one.credits, 0);
  expect(answer.creditsUsed).toBeCloseTo(results + answer.judgingCredits, 9);
  const { body: record } = await gateway.get(key, `/api/v1/prompts/${answer.promptLogId}`);
  expect(record.response).toEqual(answer);
});

it('68 warnings and the credits of judging are in `done` too, and judging that is complete has no warning', async () => {
  const { key } = await gateway.account(10_000);
  const body = { prompt: 'hi', models: ['gpt-4o', 'nova-lite'], judges: ['gpt-4o', 'gpt-5.5'] };
  const done = async (): Promise<Pick<PromptResponse, 'warnings' | 'judgingCredits'>> => {
    const { body: events } = await gateway.post(key, body, { accept: 'text/event-stream' });
    return JSON.parse(/event: done\ndata: (.*)\n/.exec(events)?.[1] ?? '');
  };
  const failed = await done();
  expect(failed.warnings?.map(({ pointer }) => pointer)).toEqual(['/judges/0', '/judges/1']);
  expect(failed.judgingCredits).toBe(0);
  judge = () => ({ content: VERDICT, usage });
  const { warnings, judgingCredits } = await done();
  expect(warnings).toBeUndefined();
  expect(judgingCredits).toBeGreaterThan(0);
  const { body: alone } = await gateway.post(key, { prompt: 'hi', models: ['gpt-4o'] });
  expect(alone.judgingCredits).toBe(0);
});
