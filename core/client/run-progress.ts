/** The progress of a run of many requests at one moment. */
export interface RunProgress {
  readonly rows: number;
  readonly ended: number;
  readonly running: number;
  /** Failed answers of models or judges in all rows since the command started. */
  readonly failedAnswers: number;
  /** By the rows that have ended. */
  readonly creditsUsed: number;
  /** Estimate for the other rows from those that have ended; undefined while these are too few. */
  readonly creditsToCome: number | undefined;
}
