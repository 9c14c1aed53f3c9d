import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseVerdict } from '../../../core/pipeline/judge/judge-prompt.ts';
import { neutralise } from '../../../core/text/neutralise.ts';
import { judgeReply } from '../../../core/sandbox/judge/judge-reply.ts';
import { judgedCall, sandboxCall } from './judged-call.ts';
import { cases } from '../../support/whole-run.ts';

const MODEL = 'claude-opus-4-7';
const ASKED = { prompt: 'Why is the sky blue?', criteria: 'Brevity.' };

function verdictOf(first: string, second: string, { model = MODEL, hasWhims = false } = {}) {
  const call = judgedCall(model, ASKED, [neutralise(first), neutralise(second)]);
  const reply = judgeReply(call, { hasWhims });
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
    { numRuns: cases(50) },
  );
});

it('prefers the answer with more distinct words, and says that it only counts', () => {
  const verdict = verdictOf('word word word word', 'two words');
  expect(verdict).toMatchObject({ verdict: 'second', reasoning: expect.stringContaining('only counts') });
  expect(verdictOf('same words', 'words same')?.verdict).toBe('tie');
});

it('errs and flips with whims, each judge in a measure of its own', () => {
  const sharesOf = (model: string): readonly number[] => {
    let [right, flipped] = [0, 0];
    for (let pair = 0; pair < 200; pair += 1) {
      const [better, worse] = [`answer ${pair} of more words`, `answer ${pair}`];
      const orders = [
        verdictOf(better, worse, { model, hasWhims: true })?.verdict,
        verdictOf(worse, better, { model, hasWhims: true })?.verdict,
      ];
      if (orders[0] === orders[1]) flipped += 1;
      else if (orders[0] === 'first') right += 1;
    }
    return [right / 200, flipped / 200];
  };
  const [poor, able] = [sharesOf('nova-pro'), sharesOf('grok-4.5')];
  expect(poor).toEqual(sharesOf('nova-pro'));
  for (const [right = 0, flipped = 0] of [poor, able]) {
    expect(right + flipped / 2).toBeGreaterThan(0.5);
    expect(right).toBeLessThan(0.95);
    expect(flipped).toBeGreaterThan(0);
  }
  expect(able[0]).not.toBe(poor[0]);
  expect(able[1]).not.toBe(poor[1]);
  expect(verdictOf('same', 'same', { hasWhims: true })?.verdict).toBe('tie');
});

it('leaves a message to a contestant alone', () => {
  expect(judgeReply(sandboxCall(MODEL, ASKED.prompt))).toBeUndefined();
});
