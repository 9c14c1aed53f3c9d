import type { LedgerError } from '../ledger-error.ts';
import type { Query } from '../sql/database.ts';
import type { ReaderWork, WorkerData } from './ledger-worker.ts';
import { unreadable } from './sqlite-query.ts';
import { LedgerThread } from './thread.ts';

/** A thread for statements that may take long. It starts with the first, and again after it was lost. */
export function readerThread(path: string) {
  let thread: LedgerThread<ReaderWork> | undefined;
  /** @throws LedgerError `unavailable`. */
  const query: Query = async (sql, values = []) => {
    thread ??= new LedgerThread<ReaderWork>({
      script: new URL('./ledger-worker.ts', import.meta.url),
      name: 'ledger-reader',
      workerData: { path } satisfies WorkerData,
      onLost: () => {
        thread = undefined;
      },
    });
    try {
      return await thread.remote('query')({ sql, values });
    } catch (error) {
      throw unreadable(error);
    }
  };
  /** Resolves when the thread has ended. Pending statements are rejected. */
  const end = async (reason: LedgerError): Promise<void> => await thread?.end(reason);
  return { query, end };
}
