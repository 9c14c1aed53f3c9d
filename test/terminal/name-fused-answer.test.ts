import { expect, it } from 'vitest';
import { answerReport, outputsText } from '../../core/terminal/answer-report.ts';
import { nameFusedAnswer } from '../../core/terminal/name-fused-answer.ts';
import { PLAIN } from '../../core/terminal/paint.ts';
import { sampleEvaluation } from '../support/samples/sample-response.ts';
import { sampleResponse } from '../support/samples/sample-run.ts';

it('tells the fused answer from its writer’s own in answers, results, verdicts and ranking', () => {
  const at = (index: number, modelId: string) => ({ index, modelId });
  const ranked = { winRate: 0.5, won: 0, tied: 1, lost: 0, unjudged: 0 };
  const response = {
    ...sampleResponse({
      models: ['writer', 'writer'],
      results: { 1: { fused: true } },
      evaluations: [
        sampleEvaluation({
          a: 0,
          b: 1,
          score: 1,
          members: { a: at(0, 'writer'), b: at(1, 'writer'), agreement: 'contradictory' },
        }),
      ],
    }),
    ranking: [
      { rank: 1, ...at(1, 'writer'), ...ranked },
      { rank: 1, ...at(0, 'writer'), ...ranked },
    ],
  };
  const named = nameFusedAnswer(response);
  const text = outputsText(named, PLAIN, 160) + answerReport(named, { maxWidth: 160, paint: PLAIN });
  expect(text).toMatch(/^2 {2}fused by writer$/m);
  expect(text).toMatch(/^2 +fused by writer +completed/m);
  expect(text).toMatch(/^2 +fused by writer +loss/m);
  expect(text).toMatch(/^1 +fused by writer +50\.0 %/m);
  expect(text).toContain('on 1 writer and 2 fused by writer');
  expect(nameFusedAnswer(sampleResponse({ models: ['a', 'b'] }))).toEqual(
    sampleResponse({ models: ['a', 'b'] }),
  );
});
