import { shareForFirst } from './pair-belief.ts';

/** A pair before a further question. */
export interface PairBefore {
  /** The odds that the first answer seems better, by the verdicts so far. */
  readonly odds: number;
  readonly clear: number;
  /** The chances of the two answers to be the best of all. */
  readonly chances: readonly [number, number];
}

/** The most by which a share can be expected to move, squared: from even to sure. */
export const MOST_SPREAD = 0.25;

/**
 * By how much one judge's verdict is expected to lower the uncertainty about who is best: half the expected reduction of
 * Gini impurity (one minus the sum of squared chances), if only the chances of these two answers change. At least 0; at most a quarter
 * of the square of their chances together.
 * @param faithful the odds that a decided verdict names the answer that seems better.
 * @param decided the chance of a verdict that is decided.
 */
export function questionWorth(
  { odds, clear, chances: [first, second] }: PairBefore,
  { faithful, decided }: { readonly faithful: number; readonly decided: number },
): number {
  const both = first + second;
  const share = first / both;
  const before = shareForFirst(odds, clear);
  const right = faithful / (1 + faithful);
  // Given which of the two is better, the chance that it seems so, and so of a verdict for the first.
  const seemsIfFirst = (clear * odds) / (1 + odds) / before;
  const seemsIfSecond = ((1 - clear) * odds) / (1 + odds) / (1 - before);
  const verdictIfFirst = seemsIfFirst * right + (1 - seemsIfFirst) * (1 - right);
  const verdictIfSecond = seemsIfSecond * right + (1 - seemsIfSecond) * (1 - right);
  const verdictForFirst = share * verdictIfFirst + (1 - share) * verdictIfSecond;
  const shareIfVerdict = (share * verdictIfFirst) / verdictForFirst;
  const shareIfNot = (share * (1 - verdictIfFirst)) / (1 - verdictForFirst);
  const spread =
    verdictForFirst * (shareIfVerdict - share) ** 2 + (1 - verdictForFirst) * (shareIfNot - share) ** 2;
  return both ** 2 * decided * spread;
}
