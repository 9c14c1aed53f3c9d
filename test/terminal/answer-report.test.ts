import { describe, expect, it } from 'vitest';
import { answerReport } from '../../core/terminal/answer-report.ts';
import { PLAIN } from '../../core/terminal/paint.ts';
import { sampleEvaluation, sampleResult } from '../support/samples/sample-response.ts';

const results = [sampleResult({ credits: 0.1 }), sampleResult({ credits: 0.2 })];
const evaluations = [sampleEvaluation({ a: 0, b: 1, score: 1 })];

function lastLine(creditsUsed: number): string | undefined {
  const response = { promptLogId: 'p', results, evaluations, creditsUsed };
  return answerReport(response, { maxWidth: 160, paint: PLAIN }).trimEnd().split('\n').at(-1);
}

describe('the credits of an answer', () => {
  it('are told apart into answers and judging', () => {
    expect(lastLine(0.35)).toBe('0.35 used: 0.30 for answers, 0.05 for judging.');
  });

  it('name no parts where the gateway bears what the hold did not cover', () => {
    expect(lastLine(0.25)).toBe(
      '0.25 used: the calls cost more than was held, and the gateway bears the rest.',
    );
  });
});
