// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * How often each judge was right, or kept its mind when two answers changed places. The file's name is the calibration's.
 */
export interface Calibration {
  /**
   * Of this form of file.
   */
  readonly version: 1;
  /**
   * When it was made, in UTC, such as 2026-11-22T14:05:09Z; of several that fit, requests use the newest.
   */
  readonly date: string;
  /**
   * Version of the built-in judge prompt that it was made with, and after a `+` a digest of the callers' own criteria; several after commas.
   */
  readonly judgePrompt: string;
  /**
   * The judges by model ID.
   */
  readonly judges: {
    readonly [k: string]: CalibratedJudge;
  };
}
/**
 * Counts of one judge over pairs it judged in both orders. At least one of `labelled` and `flips` is needed.
 */
export interface CalibratedJudge {
  /**
   * Version of the model, as `assay model list --json` shows it; several after commas.
   */
  readonly model: string;
  readonly labelled?: LabelledCounts;
  readonly flips?: FlipCounts;
}
/**
 * Its verdicts on pairs whose better answer is known.
 */
export interface LabelledCounts {
  /**
   * Pairs with a verdict.
   */
  readonly pairs: number;
  /**
   * Verdicts equal to the label.
   */
  readonly right: number;
  /**
   * Ties where the label names a winner, order flips among them.
   */
  readonly ties: number;
}
/**
 * How often it named the other winner when the two answers changed places.
 */
export interface FlipCounts {
  /**
   * Pairs judged in both orders.
   */
  readonly pairs: number;
  /**
   * Pairs with opposite winners.
   */
  readonly flipped: number;
}
