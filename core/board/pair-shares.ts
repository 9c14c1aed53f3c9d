import type { PromptResponse } from '../generated/prompt-response.ts';
import type { Comparison } from './ratings.ts';

/**
 * What each side won of each judged pair of one answer: the judges' consensus, weighted as the gateway weighs them.
 * Forfeits and pairs without a verdict are left out: an outage is not bad writing.
 * @param size how many sides there are.
 */
export function pairShares({ evaluations, consensus }: PromptResponse, size: number): readonly Comparison[] {
  const shares = consensus === undefined ? meanShares(evaluations) : consensus.flatMap(shareOf);
  return shares.filter(({ a, b }) => a !== b && a >= 0 && b >= 0 && a < size && b < size);
}

function shareOf({
  a,
  b,
  winner,
  margin,
}: NonNullable<PromptResponse['consensus']>[number]): readonly Comparison[] {
  if (winner === null || margin === null) return [];
  const lead = winner === 'a' ? margin : winner === 'b' ? -margin : 0;
  return [{ a: a.index, b: b.index, share: (1 + lead) / 2 }];
}

/** Of an answer that has no consensus: all judges alike. */
function meanShares(evaluations: PromptResponse['evaluations']): readonly Comparison[] {
  const pairs = new Map<string, { a: number; b: number; scores: number[] }>();
  for (const { a, b, status, score } of evaluations) {
    if (status !== 'completed' || score === null) continue;
    const name = `${a.index} ${b.index}`;
    const pair = pairs.get(name) ?? { a: a.index, b: b.index, scores: [] };
    pair.scores.push(score);
    pairs.set(name, pair);
  }
  return [...pairs.values()].map(({ a, b, scores }) => {
    const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
    return { a, b, share: (1 + score) / 2 };
  });
}
