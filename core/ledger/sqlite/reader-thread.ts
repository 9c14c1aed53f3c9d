import type { LedgerError } from '../ledger-error.ts';
import type { Query } from '../sql/database.ts';
import type { ReaderWork, WorkerData } from './ledger-worker.ts';
import { unreadable } from './sqlite-query.ts';
import { LedgerThread } from './thread.ts';

/** A thread for statements that may take long. It starts with the first, and again where it was lost. */
export class ReaderThread {
  readonly #path: string;
  #thread: LedgerThread<ReaderWork> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws LedgerError `unavailable`. */
  readonly query: Query = async (sql, values = []) => {
    this.#thread ??= this.#start();
    try {
      return await this.#thread.ask('query', { sql, values });
    } catch (error) {
      throw unreadable(error);
    }
  };

  /** Resolves when the thread has ended. What is still asked is rejected. */
  async end(reason: LedgerError): Promise<void> {
    await this.#thread?.end(reason);
  }

  #start(): LedgerThread<ReaderWork> {
    const thread = new LedgerThread<ReaderWork>({
      script: new URL('./ledger-worker.ts', import.meta.url),
      name: 'ledger-reader',
      workerData: { path: this.#path } satisfies WorkerData,
      onLost: () => {
        if (this.#thread === thread) this.#thread = undefined;
      },
    });
    return thread;
  }
}
