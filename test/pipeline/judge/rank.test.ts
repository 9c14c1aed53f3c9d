import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankModels } from '../../../core/pipeline/judge/rank.ts';
import { FLIPPED, sampleEvaluation } from '../../support/samples/sample-response.ts';

const answers = ['alpha', 'beta', 'gamma'].map((modelId, index) => ({
  participant: { index, modelId },
  forfeits: false,
}));
const FORFEIT = { status: 'forfeit', consistent: null, agreement: null } as const;

describe('the ranking', () => {
  it('orders by the mean of (1 + score) / 2 over opponents and judges', () => {
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: 1 }),
      sampleEvaluation({ a: 0, b: 2, score: -0.5 }),
      sampleEvaluation({ a: 1, b: 2, score: 0, members: FLIPPED }),
      sampleEvaluation({ judge: 1, a: 0, b: 1, score: -1 }),
    ];
    expect(rankModels(answers, evaluations)).toEqual([
      { index: 2, modelId: 'gamma', rank: 1, winRate: 0.625, won: 1, tied: 1, lost: 0, unjudged: 0 },
      { index: 1, modelId: 'beta', rank: 2, winRate: 0.5, won: 1, tied: 1, lost: 1, unjudged: 0 },
      { index: 0, modelId: 'alpha', rank: 3, winRate: 0.416667, won: 1, tied: 0, lost: 2, unjudged: 0 },
    ]);
  });

  it('counts a forfeit for neither side, and puts the failed model last', () => {
    const failed = answers.map((answer, index) => ({ ...answer, forfeits: index === 0 }));
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: -1, members: FORFEIT }),
      sampleEvaluation({ a: 0, b: 2, score: -1, members: FORFEIT }),
      sampleEvaluation({ a: 1, b: 2, score: -1 }),
    ];
    expect(rankModels(failed, evaluations)).toEqual([
      { index: 2, modelId: 'gamma', rank: 1, winRate: 1, won: 1, tied: 0, lost: 0, unjudged: 1 },
      { index: 1, modelId: 'beta', rank: 2, winRate: 0, won: 0, tied: 0, lost: 1, unjudged: 1 },
      { index: 0, modelId: 'alpha', rank: null, winRate: null, won: 0, tied: 0, lost: 0, unjudged: 2 },
    ]);
  });

  it('counts a pair without a verdict for neither side, even where the cost gave it a winner', () => {
    const members = { status: 'incomplete', agreement: null, consistent: null } as const;
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: 0.8, members }),
      sampleEvaluation({ a: 0, b: 2, score: 0.9, members }),
      sampleEvaluation({ a: 1, b: 2, score: 0.1, members }),
    ];
    const unjudged = { rank: 1, winRate: null, won: 0, tied: 0, lost: 0, unjudged: 2 };
    expect(rankModels(answers, evaluations)).toEqual(
      answers.map(({ participant }) => ({ ...participant, ...unjudged })),
    );
  });

  it('puts an answer nobody judged before a failure', () => {
    const failed = answers.map((answer, index) => ({ ...answer, forfeits: index !== 2 }));
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: null, members: { status: 'not_comparable' } }),
      sampleEvaluation({ a: 0, b: 2, score: -1, members: FORFEIT }),
      sampleEvaluation({ a: 1, b: 2, score: -1, members: FORFEIT }),
    ];
    expect(rankModels(failed, evaluations).map(({ modelId, rank }) => [modelId, rank])).toEqual([
      ['gamma', 1],
      ['alpha', null],
      ['beta', null],
    ]);
  });

  it('lets equal rates share a rank, however they were added up', () => {
    const scores = [0.1, 0.2, 0.3];
    const evaluations = [0, 1].flatMap((index) =>
      (index === 0 ? scores : scores.toReversed()).map((score, judge) =>
        sampleEvaluation({ judge, a: index, b: 2, score }),
      ),
    );
    expect(rankModels(answers, evaluations).map(({ index, rank }) => [index, rank])).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
    ]);
  });

  it('gives models that failed no rank, even where all have', () => {
    const failed = answers.map((answer) => ({ ...answer, forfeits: true }));
    const evaluations = [sampleEvaluation({ a: 0, b: 1, score: null, members: FORFEIT })];
    expect(rankModels(failed, evaluations).map(({ modelId, rank }) => [modelId, rank])).toEqual([
      ['alpha', null],
      ['beta', null],
      ['gamma', null],
    ]);
  });

  it('counts every pair once on each side, whatever the scores', () => {
    const score = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null });
    const pairs = [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const;
    fc.assert(
      fc.property(fc.array(score, { minLength: 3, maxLength: 3 }), (scores) => {
        const evaluations = pairs.map(([a, b], pair) =>
          sampleEvaluation({ a, b, score: scores[pair] ?? null }),
        );
        const ranking = rankModels(answers, evaluations);
        const judged = scores.filter((one) => one !== null).length;
        const points = ranking.map(({ winRate, won, tied, lost, unjudged }) => {
          expect(won + tied + lost + unjudged).toBe(2);
          return (winRate ?? 0) * (won + tied + lost);
        });
        expect(points.reduce((sum, one) => sum + one, 0)).toBeCloseTo(judged, 4);
        const ranks = ranking.map(({ rank }) => rank ?? Infinity);
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      }),
    );
  });
});
