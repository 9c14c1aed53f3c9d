import type { RunProgress } from '../../client/run-progress.ts';

/** What is known of a row that has ended. */
export interface EndedRow {
  readonly creditsUsed: number;
  readonly failedAnswers: number;
}

/** What earlier sittings came to. */
export interface EarlierRows extends Pick<RunProgress, 'rows' | 'ended' | 'creditsUsed'> {
  /** Whether all credits were spent on rows that have ended, so that they show what a row costs. */
  readonly isOfEnded: boolean;
}

/** Rows from which a mean is taken, at least. */
export const ENOUGH_ROWS = 5;

/** Counts the rows of a run. A row's cost is counted when the row is, so no figure is ahead of another. */
export class RunTally {
  readonly #before: EarlierRows;
  readonly #tell: (progress: RunProgress) => void;
  #ended = 0;
  #running = 0;
  #failedAnswers = 0;
  #creditsUsed = 0;

  /** @param tell called with each change. */
  constructor(before: EarlierRows, tell: (progress: RunProgress) => void) {
    this.#before = before;
    this.#tell = tell;
    this.#told();
  }

  begin(): void {
    this.#running += 1;
    this.#told();
  }

  end({ creditsUsed, failedAnswers }: EndedRow): void {
    this.#running -= 1;
    this.#ended += 1;
    this.#creditsUsed += creditsUsed;
    this.#failedAnswers += failedAnswers;
    this.#told();
  }

  /** A row that had begun waits for another sitting. */
  putBack(): void {
    this.#running -= 1;
  }

  #told(): void {
    const { rows, ended, creditsUsed, isOfEnded } = this.#before;
    const left = rows - ended - this.#ended;
    const known = this.#ended + (isOfEnded ? ended : 0);
    const paid = this.#creditsUsed + (isOfEnded ? creditsUsed : 0);
    this.#tell({
      rows,
      ended: ended + this.#ended,
      running: this.#running,
      failedAnswers: this.#failedAnswers,
      creditsUsed: creditsUsed + this.#creditsUsed,
      creditsToCome: known < ENOUGH_ROWS ? undefined : (paid / known) * left,
    });
  }
}
