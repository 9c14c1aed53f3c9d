import type { RunProgress } from '../../client/run-progress.ts';

/** The cost and the failures of a row that has ended. */
export interface EndedRow {
  readonly creditsUsed: number;
  readonly failedAnswers: number;
}

/** The progress of earlier sittings. */
export interface EarlierRows extends Pick<RunProgress, 'rows' | 'ended' | 'creditsUsed'> {
  /** Whether all credits were spent on rows that have ended, so that they show what a row costs. */
  readonly hasOnlyEndedRows: boolean;
}

/** The mean cost of fewer rows predicts nothing. */
export const MIN_ROWS_FOR_MEAN = 5;

/** Counts the rows of a run. A row's cost is counted when the row is, so no figure is ahead of another. */
export class RunTally {
  readonly #earlier: EarlierRows;
  readonly #onProgress: (progress: RunProgress) => void;
  #ended = 0;
  #running = 0;
  #failedAnswers = 0;
  #creditsUsed = 0;

  /** @param onProgress called with each change. */
  constructor(earlier: EarlierRows, onProgress: (progress: RunProgress) => void) {
    this.#earlier = earlier;
    this.#onProgress = onProgress;
    this.#reportProgress();
  }

  begin(): void {
    this.#running += 1;
    this.#reportProgress();
  }

  end({ creditsUsed, failedAnswers }: EndedRow): void {
    this.#running -= 1;
    this.#ended += 1;
    this.#creditsUsed += creditsUsed;
    this.#failedAnswers += failedAnswers;
    this.#reportProgress();
  }

  /** A row that had begun waits for another sitting. */
  putBack(): void {
    this.#running -= 1;
  }

  #reportProgress(): void {
    const { rows, ended, creditsUsed, hasOnlyEndedRows } = this.#earlier;
    const rowsLeft = rows - ended - this.#ended;
    const rowCount = this.#ended + (hasOnlyEndedRows ? ended : 0);
    const credits = this.#creditsUsed + (hasOnlyEndedRows ? creditsUsed : 0);
    this.#onProgress({
      rows,
      ended: ended + this.#ended,
      running: this.#running,
      failedAnswers: this.#failedAnswers,
      creditsUsed: creditsUsed + this.#creditsUsed,
      creditsToCome: rowCount < MIN_ROWS_FOR_MEAN ? undefined : (credits / rowCount) * rowsLeft,
    });
  }
}
