import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import { rankingTable } from '../../core/terminal/ranking-table.ts';
import { sampleEvaluation, sampleResult } from '../support/sample-response.ts';

const results = ['alpha', 'beta', 'gamma'].map((modelId) => sampleResult({ modelId }));

describe('the ranking', () => {
  it('lets equals share a place, in request order', () => {
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: 0 }),
      sampleEvaluation({ a: 0, b: 2, score: 1 }),
      sampleEvaluation({ a: 1, b: 2, score: 1 }),
    ];
    const rows = rankingTable({ results, evaluations }, PLAIN).trimEnd().split('\n').slice(1);
    expect(rows).toEqual([
      '1  alpha    75.0 %  1 / 1 / 0',
      '1  beta     75.0 %  1 / 1 / 0',
      '3  gamma     0.0 %  0 / 0 / 2',
    ]);
  });

  it('is nothing where nothing was judged', () => {
    expect(rankingTable({ results, evaluations: [] }, PLAIN)).toBe('');
  });
});
