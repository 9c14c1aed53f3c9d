import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WirePlugin } from '../../../core/contract.ts';
import { planModel } from '../../../core/pipeline/plan/model-plan.ts';
import {
  prepareJudge,
  type PreparedJudge,
  tokensAround,
} from '../../../core/pipeline/judge/prepare-judges.ts';
import { sampleModel, sampleProvider } from '../../../core/plugin-check/sample-entry.ts';
import { partsOf, sharePart, SharedText, tokensOf, wholeText } from '../../../core/text/shared-text.ts';
import { cases } from '../../support/whole-run.ts';

const CODES = ['0123456789abcdef0123456789abcdef', 'ffffffffffffffffffffffffffffffff'] as const;
/** Texts and the separators between them are counted separately, and each count may round up. */
const ROUNDING = 8;

const plugin: WirePlugin = {
  contractVersion: 2,
  buildRequest: () => ({ path: '', body: {} }),
  readReply: () => ({ text: '', finishReason: 'stop', thought: false }),
};
const ENTRY = { model: sampleModel(), provider: sampleProvider(), plugin };

function judgeOf(task: string, criteria: string | undefined, code: string): PreparedJudge {
  const tokens = tokensOf(task) + tokensOf(criteria ?? '');
  const question = {
    system: [],
    turns: [],
    attachments: [],
    settings: {},
    tuning: {},
    outputSchema: undefined,
    cacheKey: undefined,
  };
  return prepareJudge({
    index: 0,
    served: {
      pointer: '/judges/0',
      entry: planModel(ENTRY),
      isRetired: false,
      tuning: {},
      tunedId: ENTRY.model.id,
      warnings: [],
    },
    question,
    neutralisedTask: { task, functions: undefined, criteria, taskTokens: tokens, tokens },
    code,
  });
}

it('a judge’s question is counted as its text is, whatever its code', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (task, criteria) => {
      const [judge, other] = CODES.map((code) => judgeOf(task, criteria, code));
      if (judge === undefined || other === undefined) throw new Error('no judge');
      expect(other.questionTokens).toBe(judge.questionTokens);
      const [turn] = judge.questionWithoutAnswers.call.turns;
      const text = wholeText(partsOf(turn?.text ?? ''));
      const words = text.replaceAll(CODES[0], '');
      const codes = (text.length - words.length) / CODES[0].length;
      const counted = tokensOf(words) + codes * CODES[0].length;
      expect(Math.abs(judge.questionTokens - counted)).toBeLessThan(ROUNDING + codes);
    }),
    { numRuns: cases(50) },
  );
});

it('a message that holds a long text is not counted as the text around it', () => {
  expect(() => tokensAround(new SharedText([sharePart('x')]), CODES[0])).toThrow(TypeError);
});
