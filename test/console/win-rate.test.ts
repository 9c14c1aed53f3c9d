import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLIPPED, sampleEvaluation, sampleResult } from '../support/sample-response.ts';
import { rankByWinRate } from '../../core/console/client/win-rate.js';

const results = ['alpha', 'beta', 'gamma'].map((modelId) => sampleResult({ modelId }));

describe('the win rate', () => {
  it('is the mean of (1 + score) / 2 over opponents and judges', () => {
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: 1 }),
      sampleEvaluation({ a: 0, b: 2, score: -0.5 }),
      sampleEvaluation({ a: 1, b: 2, score: 0, members: FLIPPED }),
      sampleEvaluation({ judge: 1, a: 0, b: 1, score: -1 }),
    ];
    expect(rankByWinRate({ results, evaluations })).toEqual([
      { index: 2, place: 1, modelId: 'gamma', winRate: (0.75 + 0.5) / 2, wins: 1, ties: 1, losses: 0 },
      { index: 1, place: 2, modelId: 'beta', winRate: (0 + 0.5 + 1) / 3, wins: 1, ties: 1, losses: 1 },
      { index: 0, place: 3, modelId: 'alpha', winRate: (1 + 0.25 + 0) / 3, wins: 1, ties: 0, losses: 2 },
    ]);
  });

  it('leaves out what could not be compared, and puts a model nobody compared last', () => {
    const evaluations = [
      sampleEvaluation({ a: 0, b: 2, score: null }),
      sampleEvaluation({ a: 1, b: 2, score: -1 }),
    ];
    expect(rankByWinRate({ results, evaluations }).map(({ modelId, winRate }) => [modelId, winRate])).toEqual(
      [
        ['gamma', 1],
        ['beta', 0],
        ['alpha', null],
      ],
    );
  });

  it('counts every comparison once on each side, whatever the scores', () => {
    const score = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null });
    fc.assert(
      fc.property(fc.array(score, { minLength: 3, maxLength: 3 }), (scores) => {
        const pairs = [
          [0, 1],
          [0, 2],
          [1, 2],
        ] as const;
        const evaluations = pairs.map(([a, b], pair) =>
          sampleEvaluation({ a, b, score: scores[pair] ?? null }),
        );
        const standings = rankByWinRate({ results, evaluations });
        const compared = scores.filter((one) => one !== null).length;
        const sides = standings.map(({ wins, ties, losses }) => wins + ties + losses);
        expect(sides.reduce((sum, count) => sum + count, 0)).toBe(2 * compared);
        const points = standings.reduce(
          (sum, { winRate }, place) => sum + (winRate ?? 0) * (sides[place] ?? 0),
          0,
        );
        expect(points).toBeCloseTo(compared, 9);
      }),
    );
  });
});
