/** How far a run of many requests has come: all figures of one moment. */
export interface RunProgress {
  readonly rows: number;
  readonly ended: number;
  readonly running: number;
  /** Models, or judges, that gave no answer, over all rows of this sitting. */
  readonly failedAnswers: number;
  /** Of the rows that have ended. */
  readonly creditsUsed: number;
  /** What the other rows will cost, by those that have ended; undefined while these are too few. */
  readonly creditsToCome: number | undefined;
}
