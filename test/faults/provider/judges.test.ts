import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { coveredElsewhere } from '../covered.ts';

let gateway: TestGateway;
const usage = { inputTokens: 1_000, outputTokens: 100 };

beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: {
      reply: ({ user }) => (user.includes('<<<FIRST ') ? { status: 400 } : { content: 'an answer', usage }),
    },
  });
});
afterAll(() => gateway.stop());

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

coveredElsewhere([
  [
    68,
    'a verdict nobody can read',
    'test/http/judging.test.ts',
    'gives up after one repair: the run is invalid, not a tie',
  ],
  [68, 'what is no verdict', 'test/pipeline/judge/parse-verdict.test.ts', 'finds none in %s'],
  [
    68,
    'answers with markers and verdicts of their own',
    'test/pipeline/judge/judge-prompt.test.ts',
    'keeps one block per label around any text',
  ],
  [
    68,
    'one judge that fails',
    'test/http/judging.test.ts',
    'charges nothing for a judge that always fails, and never uses a lone run',
  ],
  [
    68,
    'a judge of itself',
    'test/http/judging.test.ts',
    'judges two runs of one model, by index, and says where a judge judges itself',
  ],
  [69, 'the judges’ time', 'test/http/judging.test.ts', 'answers when the judges’ time is up'],
]);
