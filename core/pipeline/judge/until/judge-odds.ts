import type { LabelledCounts, FlipCounts } from '../../../generated/calibration.ts';

/** What is known of a judge before it is asked. */
export interface JudgeOdds {
  /** Of its decided verdicts (both orders agree), the share that is right. From 0 to 1. */
  readonly right: number;
  /** Of its verdicts, the share that is decided. From 0 to 1. */
  readonly decided: number;
  /** What both orders of one pair are expected to cost; above 0. */
  readonly credits: number;
}

/** Of a judge that nothing is known of. */
const ASSUMED_RIGHT = 0.75;
const ASSUMED_DECIDED = 0.75;

/**
 * One right and one wrong verdict are added to what was counted, as in the judges' weights.
 * @param credits what both orders of one pair are expected to cost; above 0.
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
