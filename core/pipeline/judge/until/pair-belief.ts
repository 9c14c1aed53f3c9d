import type { JudgeOdds } from './judge-odds.ts';

/**
 * Of the cases in which the best judge is wrong, the share in which the pair itself misleads: then all judges err
 * alike, and asking more of them is no help. Set on one half of public verdicts: see test/simulation/judging.ts.
 */
const MISLEADING = 0.7;
/** So that no verdict is taken for proof. */
const MOST_FAITHFUL = 0.99;

/** How the judges of a request see its pairs. */
export interface PanelBelief {
  /** The chance that the better answer of a pair also seems better to judges. From 0.65 to below 1. */
  readonly clear: number;
  /**
   * By judge: the odds that a decided verdict names the answer that seems better. At least 1; with 1 the judge is no
   * better than chance, and its verdicts are evidence of nothing.
   */
  readonly faithful: readonly number[];
}

export function panelBelief(judges: readonly JudgeOdds[]): PanelBelief {
  const best = Math.max(0.5, ...judges.map(({ right }) => right));
  const clear = 1 - MISLEADING * (1 - best);
  const faithful = judges.map(({ right }) => {
    const share = Math.min(MOST_FAITHFUL, Math.max(0.5, (right - (1 - clear)) / (2 * clear - 1)));
    return share / (1 - share);
  });
  return { clear, faithful };
}

/**
 * The chance of what was said of a pair if its first answer is the better one, as a share of that chance and of the
 * chance if the second one is.
 * @param odds that the first seems better, by what was said.
 */
export function shareForFirst(odds: number, clear: number): number {
  return (clear * odds + 1 - clear) / (1 + odds);
}
