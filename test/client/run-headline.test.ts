import { describe, expect, it } from 'vitest';
import { headlineOf, type JudgedRun } from '../../core/client/run-headline.ts';
import type { RankedModel } from '../../core/generated/prompt-response.ts';
import { sampleEvaluation, sampleResult } from '../support/samples/sample-response.ts';

const NAMES = ['alpha', 'beta', 'gamma'];

function ranked(index: number, rank: number | null, won: number, lost: number, tied = 0): RankedModel {
  const winRate = rank === null ? null : (won + tied / 2) / (won + tied + lost);
  return { index, modelId: NAMES[index] ?? '', rank, winRate, won, tied, lost, unjudged: 0 };
}

function judged(response: Partial<JudgedRun>): JudgedRun {
  return {
    results: NAMES.map((modelId) => sampleResult({ modelId })),
    evaluations: [sampleEvaluation({ a: 0, b: 1, score: 1 })],
    ranking: [ranked(0, 1, 3, 0, 1), ranked(1, 2, 2, 2), ranked(2, 3, 0, 4)],
    ...response,
  };
}

const ALPHA = { index: 0, modelId: 'alpha' };
const BETA = { index: 1, modelId: 'beta' };

describe('the headline of a run', () => {
  it('is who won, by how much', () => {
    expect(headlineOf(judged({}))).toEqual({ words: 'alpha won 3 of 4 comparisons, 1 tied', winner: 0 });
  });

  it.each<[string, Partial<JudgedRun>, string]>([
    [
      'two share the first place',
      { ranking: [ranked(0, 1, 2, 1), ranked(1, 1, 2, 1), ranked(2, 3, 0, 4)] },
      'Not decisive: alpha and beta are level',
    ],
    [
      'the judges disagree about the best',
      { disagreement: [{ a: BETA, b: ALPHA, byChance: 0.02, judges: [] }] },
      'Not decisive: alpha leads, but the judges disagree about it and beta',
    ],
    [
      'the first one ties with another',
      { consensus: [{ a: ALPHA, b: BETA, winner: 'tie', winnerModelId: null, margin: 0, judges: 2 }] },
      'Not decisive: alpha leads, but ties with beta',
    ],
    [
      'the first one loses to another',
      { consensus: [{ a: BETA, b: ALPHA, winner: 'a', winnerModelId: 'beta', margin: 0.5, judges: 2 }] },
      'Not decisive: alpha leads, but loses to beta',
    ],
    [
      'judging ended before it was sure',
      { judging: { asked: 4, of: 12, leader: ALPHA, probability: 0.7, stopped: 'exhausted' } },
      'Not decisive: alpha leads with 3 of 4 comparisons, 1 tied, less sure than was wanted',
    ],
  ])('says why nothing is decisive: %s', (_why, response, words) => {
    expect(headlineOf(judged(response))).toEqual({ words, winner: undefined });
  });

  it('counts the answers where none was compared', () => {
    const failed = sampleResult({ modelId: 'beta', status: 'failed' });
    const results = [sampleResult({ modelId: 'alpha' }), failed];
    expect(headlineOf(judged({ results, evaluations: [], ranking: [] })).words).toBe(
      '1 of 2 models answered',
    );
    const ranking = [ranked(0, 1, 0, 0), ranked(1, 1, 0, 0)].map((one) => ({ ...one, winRate: null }));
    expect(headlineOf(judged({ results: [sampleResult({}), sampleResult({})], ranking })).words).toBe(
      '2 of 2 models answered, and no judge gave a verdict',
    );
  });

  it('does not count a fused answer among the models', () => {
    const fused = sampleResult({ modelId: 'gamma', fused: true });
    expect(headlineOf(judged({ results: [sampleResult({}), fused], evaluations: [] })).words).toBe(
      '1 of 1 models answered',
    );
  });
});
