import type { LabelledCounts, FlipCounts } from '../../../generated/calibration.ts';

/** The prior knowledge about a judge. */
export interface JudgeOdds {
  /** The share of right verdicts among those that are decided (both orders agree), from 0 to 1. */
  readonly right: number;
  /** The share of its verdicts that are decided, from 0 to 1. */
  readonly decided: number;
  /** The expected cost of both orders of one pair, above 0. */
  readonly costMicroCredits: number;
}

/** The prior for a judge without a calibration. */
const ASSUMED_RIGHT = 0.75;
const ASSUMED_DECIDED = 0.75;

/**
 * Adds one right and one wrong verdict to the counts, like the judges' weights.
 * @param costMicroCredits the expected cost of both orders of one pair, above 0.
 */
export function judgeOdds(
  { labelled, flips }: { readonly labelled?: LabelledCounts; readonly flips?: FlipCounts },
  costMicroCredits: number,
): JudgeOdds {
  if (labelled !== undefined) {
    const { pairs, right, ties } = labelled;
    return {
      right: (right + 1) / (pairs - ties + 2),
      decided: (pairs - ties + 1) / (pairs + 2),
      costMicroCredits,
    };
  }
  if (flips !== undefined) {
    const steady = (flips.pairs - flips.flipped + 1) / (flips.pairs + 2);
    return { right: steady, decided: steady, costMicroCredits };
  }
  return { right: ASSUMED_RIGHT, decided: ASSUMED_DECIDED, costMicroCredits };
}

/** The cap keeps a single verdict from deciding. */
const MAX_FAITHFUL = 0.99;

/** How reliably the judges of a request recognise the better answer. */
export interface PanelBelief {
  /**
   * The chance that the better answer of a pair also seems better to judges, which is how often the best judge is right. If
   * that judge errs, the pair misleads all judges, so the agreement of many is no proof. At least 0.5, below 1.
   */
  readonly clear: number;
  /**
   * The odds by judge that a decided verdict names the answer that seems better. They are at least 1. A judge with 1 is no
   * better than chance, so its verdicts are no evidence.
   */
  readonly faithful: readonly number[];
}

/** Derives the belief about a panel from the odds of its judges, in their order. */
export function panelBelief(judges: readonly JudgeOdds[]): PanelBelief {
  const clear = Math.max(0.5, ...judges.map(({ right }) => right));
  const faithful = judges.map(({ right }) => {
    if (right <= 0.5) return 1;
    const share = Math.min(MAX_FAITHFUL, (right - (1 - clear)) / (2 * clear - 1));
    return share / (1 - share);
  });
  return { clear, faithful };
}

/**
 * The highest probability that the best answer can reach, if every judge decides every pair according to one order. Each
 * pair is then right with the same chance, and the orders follow a Mallows distribution.
 * @param answers at least 1.
 */
export function mostProbable(judges: readonly JudgeOdds[], answers: number): number {
  const { clear, faithful } = panelBelief(judges);
  const share = shareForFirst(
    faithful.reduce((product, odds) => product * odds, 1),
    clear,
  );
  const oddsAgainst = (1 - share) / share;
  return (
    1 / Array.from({ length: answers }, (_, place) => oddsAgainst ** place).reduce((sum, one) => sum + one)
  );
}

/**
 * The likelihood of the verdicts on a pair if its first answer is the better one, as a share of the sum with the likelihood
 * if the second one is.
 * @param odds that the first seems better, by the verdicts so far.
 */
export function shareForFirst(odds: number, clear: number): number {
  return (clear * odds + 1 - clear) / (1 + odds);
}
