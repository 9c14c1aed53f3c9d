import type { LabelledCounts, FlipCounts } from '../../../generated/calibration.ts';

/** The prior knowledge about a judge. */
export interface JudgeOdds {
  /** The share of right verdicts among those that are decided (both orders agree), from 0 to 1. */
  readonly right: number;
  /** The share of its verdicts that are decided, from 0 to 1. */
  readonly decided: number;
  /** The expected cost of both orders of one pair, above 0. */
  readonly credits: number;
}

/** The prior for a judge without a calibration. */
const ASSUMED_RIGHT = 0.75;
const ASSUMED_DECIDED = 0.75;

/**
 * Adds one right and one wrong verdict to the counts, like the judges' weights.
 * @param credits the expected cost of both orders of one pair, above 0.
 */
export function judgeOdds(
  { labelled, flips }: { readonly labelled?: LabelledCounts; readonly flips?: FlipCounts },
  credits: number,
): JudgeOdds {
  if (labelled !== undefined) {
    const { pairs, right, ties } = labelled;
    return { right: (right + 1) / (pairs - ties + 2), decided: (pairs - ties + 1) / (pairs + 2), credits };
  }
  if (flips !== undefined) {
    const steady = (flips.pairs - flips.flipped + 1) / (flips.pairs + 2);
    return { right: steady, decided: steady, credits };
  }
  return { right: ASSUMED_RIGHT, decided: ASSUMED_DECIDED, credits };
}
