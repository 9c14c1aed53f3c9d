import { describe, expect, it } from 'vitest';
import { parseVerdict } from '../../../core/pipeline/judge/judge-prompt.ts';
import { judgedCall, sandboxCall } from '../judge/judged-call.ts';
import { DEMO_REQUEST, demoReply, QUESTION } from '../../../core/sandbox/demo/demo-answers.ts';

const [BEST, GOOD, POOR, WRONG] = [
  'claude-sonnet-4-6',
  'gpt-5.4',
  'gemini-3.5-flash',
  'amazon.nova-lite-v1:0',
].map((model) => answerOf(model)) as [string, string, string, string];
const [STEADY, BIASED] = DEMO_REQUEST.judges;

function contentOf(reply: ReturnType<typeof demoReply>): string {
  if (reply === undefined || !('content' in reply)) throw new Error('the sandbox has no scripted answer');
  return reply.content;
}

function answerOf(model: string): string {
  return contentOf(demoReply(sandboxCall(model, QUESTION)));
}

function verdictOf(judge: string, first: string, second: string) {
  const asked = { prompt: QUESTION, criteria: DEMO_REQUEST.judge_prompt };
  return parseVerdict(contentOf(demoReply(judgedCall(judge, asked, [first, second]))));
}

describe('the sandbox as a judge', () => {
  it.each([
    ['best', BEST, 'good', GOOD],
    ['good', GOOD, 'poor', POOR],
    ['poor', POOR, 'wrong', WRONG],
    ['best', BEST, 'wrong', WRONG],
  ])('prefers the %s answer to the %s in either order, with a reason', (_better, better, _worse, worse) => {
    const ahead = verdictOf(STEADY, better, worse);
    const behind = verdictOf(STEADY, worse, better);
    expect([ahead?.verdict, behind?.verdict]).toEqual(['first', 'second']);
    expect(ahead?.reasoning).toMatch(/^Better: .+ Worse: .+/);
    expect(ahead?.confidence).toBeGreaterThan(0.5);
  });

  it('has one that takes the first where it sees no difference, and only there', () => {
    expect(verdictOf(BIASED, BEST, GOOD)?.verdict).toBe('first');
    expect(verdictOf(BIASED, GOOD, BEST)?.verdict).toBe('first');
    expect(verdictOf(BIASED, POOR, GOOD)?.verdict).toBe('second');
    expect(verdictOf(BIASED, WRONG, POOR)?.verdict).toBe('second');
  });
});

describe('the sandbox as a contestant', () => {
  it('leaves other questions and other models to the default answer', () => {
    expect(demoReply(sandboxCall('gpt-5.4', 'Why is the sky blue?'))).toBeUndefined();
    expect(demoReply(sandboxCall('o3', QUESTION))).toBeUndefined();
  });

  it('names no model in an answer, so that the judges stay blind', () => {
    for (const answer of [BEST, GOOD, POOR, WRONG]) expect(answer).not.toMatch(/claude|gpt|gemini|nova/i);
  });

  it('breaks the connection of the provider a prompt puts down, and of no other', () => {
    const prompt = `[down: mistral] ${QUESTION}`;
    expect(demoReply(sandboxCall('codestral-2508', prompt, 'mistral'))).toEqual({ connection: 'reset' });
    expect(demoReply(sandboxCall('gpt-5.4', prompt, 'openai'))).toHaveProperty('content', GOOD);
  });
});
