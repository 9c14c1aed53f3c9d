import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairConsensus, pairMeans, rankModels } from '../../../core/pipeline/judge/rank.ts';
import { sampleEvaluation } from '../../support/samples/sample-response.ts';
import { cases } from '../../support/whole-run.ts';

const FORFEIT = { status: 'forfeit', consistent: null, agreement: null } as const;
const answers = [0, 1, 2].map((index) => ({
  participant: { index, modelId: `model-${index}` },
  forfeits: false,
}));

describe('the consensus on a pair', () => {
  it('is the mean of the judges’ scores by their weights', () => {
    const evaluations = [1, -1, -1].map((score, judge) => sampleEvaluation({ judge, a: 0, b: 1, score }));
    const consensus = (weights?: readonly number[]): unknown =>
      pairConsensus(pairMeans(evaluations, weights)).map(({ winner, winnerModelId, margin, judges }) => [
        winner,
        winnerModelId,
        margin,
        judges,
      ]);
    expect(consensus()).toEqual([['b', 'model-1', 0.333333, 3]]);
    expect(consensus([3, 1, 0])).toEqual([['a', 'model-0', 0.5, 2]]);
    expect(consensus([1, 0.5, 0.5])).toEqual([['tie', null, 0, 3]]);
  });

  it('is none where nobody with a say compared the two', () => {
    const evaluations = [
      sampleEvaluation({ judge: 0, a: 0, b: 1, score: null }),
      sampleEvaluation({ judge: 1, a: 0, b: 1, score: 1 }),
      sampleEvaluation({ judge: 0, a: 0, b: 2, score: 1, members: FORFEIT }),
      sampleEvaluation({ judge: 1, a: 0, b: 2, score: 1, members: FORFEIT }),
    ];
    const none = { winner: null, winnerModelId: null, margin: null, judges: 0 };
    expect(pairConsensus(pairMeans(evaluations, [2, 0]))).toMatchObject([none, none]);
    expect(pairConsensus(pairMeans(evaluations, undefined))).toMatchObject([
      { winner: 'a', judges: 1 },
      none,
    ]);
  });
});

const score = fc.constantFrom(-1, -0.5, 0, 0.5, 1);
const panel = fc.array(fc.tuple(score, score, score), { minLength: 1, maxLength: 6 });
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;
const judged = (scores: readonly (readonly [number, number, number])[]) =>
  scores.flatMap((ofJudge, judge) =>
    PAIRS.map(([a, b], pair) => sampleEvaluation({ judge, a, b, score: ofJudge[pair] ?? 0 })),
  );

describe('a weighted ranking', () => {
  it('is the plain one where all weights are equal, and every judge judged every pair', () => {
    fc.assert(
      fc.property(panel, (scores) => {
        const evaluations = judged(scores);
        const means = pairMeans(
          evaluations,
          scores.map(() => 0.7),
        );
        expect(rankModels(answers, evaluations, { means })).toEqual(rankModels(answers, evaluations));
      }),
      { numRuns: cases(50) },
    );
  });

  it('is that of one judge where no other has a say', () => {
    fc.assert(
      fc.property(panel, (scores) => {
        const evaluations = judged(scores);
        const means = pairMeans(
          evaluations,
          scores.map((_one, judge) => (judge === 0 ? 2 : 0)),
        );
        const places = (ranking: ReturnType<typeof rankModels>): unknown =>
          ranking.map(({ index, rank, winRate }) => [index, rank, winRate]);
        expect(places(rankModels(answers, evaluations, { means }))).toEqual(
          places(rankModels(answers, judged(scores.slice(0, 1)))),
        );
      }),
      { numRuns: cases(50) },
    );
  });

  it('gives the same to whoever scales all weights', () => {
    fc.assert(
      fc.property(panel, fc.integer({ min: 1, max: 1_000 }), (scores, scale) => {
        const evaluations = judged(scores);
        const weights = scores.map((_one, judge) => judge + 0.5);
        const scaled = pairMeans(
          evaluations,
          weights.map((weight) => weight * scale),
        );
        expect(pairConsensus(scaled)).toEqual(pairConsensus(pairMeans(evaluations, weights)));
      }),
      { numRuns: cases(50) },
    );
  });
});
