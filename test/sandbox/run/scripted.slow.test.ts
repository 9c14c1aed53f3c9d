import { beforeAll, expect, it } from 'vitest';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { scriptedReply } from '../../../core/sandbox/run/scripted.ts';

/** One of each wire format, whatever it does about schemas. */
const JUDGES = [
  'claude-opus-4-7',
  'gpt-5.5',
  'gemini-3.5-flash',
  'grok-4.5',
  'mistral-large-2512',
  'nova-pro',
];
const PROMPT = 'Why is the sky blue?';

let key: string;

const gateway = gatewayOfFile({ sandbox: { reply: scriptedReply } });
beforeAll(async () => {
  ({ key } = await gateway.account(100_000));
});

async function ask(body: object): Promise<PromptResponse> {
  const reply = await gateway.post(key, { models: ['gpt-4o', 'nova-lite', 'claude-haiku-4-5'], ...body });
  expect(reply.status).toBe(200);
  return reply.body;
}

it('judges of every wire format give whole verdicts, not all alike, and the same when asked again', async () => {
  const { evaluations, ranking = [] } = await ask({ prompt: PROMPT, judges: JUDGES });
  expect(evaluations).toHaveLength(18);
  for (const { status, runs } of evaluations) {
    expect(status).toBe('completed');
    expect(runs.map(({ status: run }) => run)).toEqual(['completed', 'completed']);
  }
  expect(ranking.map(({ unjudged }) => unjudged)).toEqual([0, 0, 0]);
  const saidBy = (said: PromptResponse['evaluations']): unknown =>
    said.map(({ judge, a, b, winner, agreement }) => [judge.modelId, a.index, b.index, winner, agreement]);
  const winners = Map.groupBy(evaluations, ({ judge }) => judge.index).values();
  expect(new Set([...winners].map((said) => said.map(({ winner }) => winner).join(' '))).size).not.toBe(1);
  const again = await ask({ prompt: PROMPT, judges: JUDGES });
  expect(saidBy(again.evaluations)).toEqual(saidBy(evaluations));
});

it('does what the prompt asks for to models, and what judge_prompt asks for to judges', async () => {
  const down = await ask({ prompt: `[status: 503] ${PROMPT}`, judges: [] });
  expect(down.results.map(({ error }) => error?.providerStatus)).toEqual(Array(3).fill(503));
  const reset = await ask({ prompt: `[down: bedrock] ${PROMPT}`, judges: [] });
  expect(reset.results.map(({ error }) => error?.code)).toEqual([undefined, 'unavailable', undefined]);
  const slow = await ask({ prompt: `[slow: 5] ${PROMPT}`, judges: ['grok-4.5'] });
  expect(slow.evaluations.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
  const unjudged = await ask({ prompt: PROMPT, judges: ['grok-4.5'], judge_prompt: '[status: 400]' });
  expect(unjudged.results.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
  expect(unjudged.evaluations.map(({ status }) => status)).toEqual(Array(3).fill('incomplete'));
});
