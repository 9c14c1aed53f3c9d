import type { PairConsensus, PromptResponse } from '../generated/prompt-response.ts';
import type { Comparison } from './ratings.ts';

/**
 * What each side won of each judged pair of one answer: the judges' consensus, weighted as the gateway weighs them.
 * Forfeits and pairs without a verdict are left out: an outage is not bad writing.
 * @param size how many sides there are.
 */
export function pairShares(
  { consensus = [] }: Pick<PromptResponse, 'consensus'>,
  size: number,
): readonly Comparison[] {
  return consensus.flatMap(shareOf).filter(({ a, b }) => a !== b && a >= 0 && b >= 0 && a < size && b < size);
}

function shareOf({ a, b, winner, margin }: PairConsensus): readonly Comparison[] {
  if (winner === null || margin === null) return [];
  const lead = winner === 'a' ? margin : winner === 'b' ? -margin : 0;
  return [{ a: a.index, b: b.index, share: (1 + lead) / 2 }];
}
