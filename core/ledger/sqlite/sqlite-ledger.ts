import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { LedgerError, messageOf } from '../ledger-error.ts';
import type { LedgerStore, StoreEvents } from '../ledger-store.ts';
import type { LedgerOptions } from '../ledger-queues.ts';
import { type Query, SQLITE } from '../sql/database.ts';
import { openStoredLedger, type StoredLedger } from '../stored-ledger.ts';
import { backUpSqlite, lockForGateway, openForReading, openingFailure, prepareFile } from './files.ts';
import { remedyFor } from './error-kind.ts';
import { requireSqliteTables } from './schema.ts';
import { readingQuery, unreadable } from './sqlite-query.ts';
import { LedgerThread } from './thread.ts';
import type { ReaderWork, WorkerData, WriterWork } from './ledger-worker.ts';

/** Of all threads. */
const SCRIPT = new URL('./ledger-worker.ts', import.meta.url);

export interface SqliteLedgerOptions extends LedgerOptions {
  /** The database file; its folder is made if it is missing. */
  readonly path: string;
}

/** @throws LedgerError `unusable` if the database cannot be used; the message says why and what to do. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<StoredLedger> {
  const { path, recover, mayCreate = true } = options;
  try {
    if (mayCreate) prepareFile(path);
    else requireSqliteTables(path);
    const store = sqliteStore(options, recover ? lockForGateway(path) : undefined);
    return await openStoredLedger(store, options);
  } catch (cause) {
    throw openingFailure(path, cause);
  }
}

function sqliteStore(options: SqliteLedgerOptions, lock: DatabaseSync | undefined): LedgerStore {
  const { path, recover, bootId = randomUUID(), maxTextBytes, maxCacheBytes } = options;
  /** Apart from each other: a record must not wait for a search, nor a search for a long report. */
  const [records, pages, reports] = [readerThread(path), readerThread(path), readerThread(path)];
  /**
   * For short look-ups on this thread. A look-up by an indexed key touches a few pages of the operating system's cache and
   * takes microseconds; behind the writer it would wait for a commit. Every statement opens a snapshot, so a key revoked
   * by another process is refused from the moment that process's commit returns. It is opened once the file has tables.
   */
  const database = openForReading(path, false);
  const short = { ...SQLITE, query: readingQuery(database) };
  let events: StoreEvents | undefined;
  const writer = new LedgerThread<WriterWork>({
    script: SCRIPT,
    name: 'ledger-writer',
    workerData: {
      path,
      writing: { owner: bootId, recover, maxTextBytes, maxCacheBytes },
    } satisfies WorkerData,
    // Until the ledger is open, `open` itself reports the loss.
    onLost: (cause) => events?.onFailed(writerLost(cause)),
  });
  return {
    queries: {
      short,
      records: { ...SQLITE, query: records.query },
      pages: { ...SQLITE, query: pages.query },
      reports: { ...SQLITE, query: reports.query },
      events: short,
    },
    // A reader at this gateway hurries the text that it asks for, and no other gateway reads the file.
    textsLingerMs: 50,
    open: async (storeEvents) => {
      const ended = await writer.remote('open')();
      database.open();
      events = storeEvents;
      return ended;
    },
    backup: async (target) => await backUpSqlite(path, target),
    check: async () => await unlessLost(writer.remote('check')()),
    // If the thread is lost, the ledger has failed before these reject.
    write: writer.remote('write'),
    keep: writer.remote('keep'),
    runStep: async (step) => await unlessLost(writer.remote('runStep')(step)),
    close: async (reason) => {
      // Before the writer, which as the last connection then folds the log into the file, off this thread.
      if (database.isOpen) database.close();
      await Promise.all([records, pages, reports].map((reader) => reader.end(reason)));
      await writer.close();
      lock?.close();
    },
  };
}

/** A thread for statements that may take long. It starts with the first, and again after it was lost. */
export function readerThread(path: string) {
  let thread: LedgerThread<ReaderWork> | undefined;
  /** @throws LedgerError `unavailable`. */
  const query: Query = async (sql, values = []) => {
    thread ??= new LedgerThread<ReaderWork>({
      script: SCRIPT,
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

async function unlessLost<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (cause) {
    throw cause instanceof LedgerError ? cause : writerLost(cause);
  }
}

function writerLost(cause: unknown): LedgerError {
  const remedy = remedyFor(cause, 'Stop the gateway; when it starts again, recovery settles what is open.');
  return new LedgerError('failed', `The ledger’s writer failed: ${messageOf(cause)}. ${remedy}`, { cause });
}
