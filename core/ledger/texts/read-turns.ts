import { FairQueue, QueueError } from '../../workers/fair-queue.ts';
import { LedgerError } from '../ledger-error.ts';

/** Upper bound of the readings that wait. Each has a request in flight behind it. */
const MAX_WAITING = 10_000;
const MAX_WAITING_OF_ACCOUNT = MAX_WAITING / 4;
/** Each piece takes the reader well under a second. */
const WAIT_MS = 60_000;

/**
 * Lets accounts take turns at the one reader of records, of pages or of reports. An account that reads many long
 * records gets one piece of them between those of the others.
 */
export class ReadTurns {
  readonly #queue = new FairQueue({
    slots: 1,
    queue: MAX_WAITING,
    queuePerAccount: MAX_WAITING_OF_ACCOUNT,
  });
  readonly #ended = new AbortController();

  /**
   * Runs the reading when the account's turn has come.
   * @throws LedgerError `queue-full`, `unavailable` after a minute without a turn, or the error of `endAll`.
   */
  async run<T>(accountId: number, reading: () => Promise<T>): Promise<T> {
    const ended = this.#ended.signal;
    const tooLate = AbortSignal.timeout(WAIT_MS);
    try {
      return await this.#queue.run(accountId, reading, { signal: AbortSignal.any([ended, tooLate]) });
    } catch (error) {
      if (!(error instanceof QueueError)) throw error;
      if (ended.reason instanceof LedgerError) throw ended.reason;
      if (tooLate.aborted)
        throw new LedgerError('unavailable', 'The record cannot be read in time. Try again later.');
      throw new LedgerError('queue-full', 'Too many records are being read. Try again later.');
    }
  }

  /** Rejects every reading that waits for its turn, because the ledger is closed. */
  endAll(error: LedgerError): void {
    this.#ended.abort(error);
  }
}
