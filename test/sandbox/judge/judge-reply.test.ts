import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseVerdict } from '../../../core/pipeline/judge/parse-verdict.ts';
import { neutralise } from '../../../core/text/neutralise.ts';
import { judgeReply } from './judge-reply.ts';
import { judgedCall, sandboxCall } from './judged-call.ts';

const MODEL = 'claude-opus-4-7';
const ASKED = { prompt: 'Why is the sky blue?', criteria: 'Brevity.' };

function verdictOf(first: string, second: string) {
  const reply = judgeReply(judgedCall(MODEL, ASKED, [neutralise(first), neutralise(second)]));
  return reply === undefined ? undefined : parseVerdict(reply.content);
}

const OPPOSITE = { first: 'second', second: 'first', tie: 'tie' } as const;

it('gives one readable verdict on any two answers, the same again, and the opposite in the other order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.lorem(), (one, other) => {
      const verdict = verdictOf(one, other);
      expect(verdict).toBeDefined();
      expect(verdictOf(one, other)).toEqual(verdict);
      expect(verdictOf(other, one)?.verdict).toBe(OPPOSITE[verdict?.verdict ?? 'tie']);
    }),
    { numRuns: 50 },
  );
});

it('prefers the answer with more distinct words, and says that it only counts', () => {
  const verdict = verdictOf('word word word word', 'two words');
  expect(verdict).toMatchObject({ verdict: 'second', reasoning: expect.stringContaining('only counts') });
  expect(verdictOf('same words', 'words same')?.verdict).toBe('tie');
});

it('leaves a message to a contestant alone', () => {
  expect(judgeReply(sandboxCall(MODEL, ASKED.prompt))).toBeUndefined();
});
