import type { PairConsensus, PromptResponse } from '../generated/prompt-response.ts';
import type { Comparison } from './ratings.ts';

/**
 * The judges' consensus on each pair of one prompt's answers as shares. Forfeits and pairs without a verdict are left
 * out, because an outage says nothing about quality.
 * @param size number of sides.
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
