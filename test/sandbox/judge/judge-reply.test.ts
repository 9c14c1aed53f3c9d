import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeTask, judgeMessage } from '../../../core/pipeline/judge/judge-prompt.ts';
import { parseVerdict } from '../../../core/pipeline/judge/parse-verdict.ts';
import { neutralise } from '../../../core/text/neutralise.ts';
import type { SandboxCall } from '../contract.ts';
import { judgeReply } from './judge-reply.ts';

const CALL: SandboxCall = {
  provider: 'anthropic',
  model: 'claude-opus-4-7',
  system: '',
  user: 'Why is the sky blue?',
  turns: [{ role: 'user', text: 'Why is the sky blue?' }],
  files: 0,
  maxTokens: undefined,
  schema: undefined,
  hasForcedTool: false,
  isStream: false,
  attempt: 1,
  body: {},
};

/** What the judge says to the very message the gateway sends it. */
function verdictOf(first: string, second: string) {
  const task = {
    task: describeTask([], [{ role: 'user', text: 'Why is the sky blue?', cacheBreakpoint: false }]),
    criteria: 'Brevity.',
    unseenAttachments: [],
    asksSchema: false,
  };
  const answers = {
    first: { text: neutralise(first), schemaValid: undefined },
    second: { text: neutralise(second), schemaValid: undefined },
  };
  const { user } = judgeMessage(task, answers, '0123456789abcdef0123456789abcdef');
  const reply = judgeReply({ ...CALL, user, turns: [{ role: 'user', text: user }] });
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
});

it('leaves a message to a contestant alone', () => {
  expect(judgeReply(CALL)).toBeUndefined();
});
