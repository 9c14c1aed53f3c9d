import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_MAX_CACHE_BYTES } from '../answers/cached-answer.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Operation, OperationResult, TextResult } from '../ledger-operation.ts';
import type { LedgerStore, StoreEvents, StoreQueries } from '../ledger-store.ts';
import type { LedgerProblem } from '../ledger.ts';
import type { LedgerOptions } from '../ledger-queues.ts';
import { type Done, type Query, SQLITE } from '../sql/database.ts';
import type { LedgerStep } from '../sql/steps.ts';
import { openStoredLedger, type StoredLedger } from '../stored-ledger.ts';
import { DEFAULT_MAX_TEXT_BYTES, type Storable } from '../texts/storable.ts';
import { backUpSqlite } from './backup.ts';
import { lockForGateway, openForReading, openingFailure, prepareFile, type GatewayLock } from './files.ts';
import { ReaderThread } from './reader-thread.ts';
import { readingQuery } from './sqlite-query.ts';
import { LedgerThread } from './thread.ts';
import type { WorkerData, WriterWork } from './ledger-worker.ts';

export interface SqliteLedgerOptions extends LedgerOptions {
  /** The database file; its folder is made where it is missing. */
  readonly path: string;
}

/** @throws LedgerError `unusable` where the database cannot be used; the message says why and what to do. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<StoredLedger> {
  const { path, recover } = options;
  try {
    prepareFile(path);
    const store = new SqliteStore(options, recover ? lockForGateway(path) : undefined);
    return await openStoredLedger(store, options);
  } catch (cause) {
    throw openingFailure(path, cause);
  }
}

class SqliteStore implements LedgerStore {
  readonly queries: StoreQueries;
  /** Whoever asks this gateway for a text hurries it, and no other gateway reads the file. */
  readonly textsLingerMs = 50;
  readonly #path: string;
  readonly #lock: GatewayLock | undefined;
  readonly #writer: LedgerThread<WriterWork>;
  readonly #records: ReaderThread;
  /** Apart from the records, which must not wait for a long report or search. */
  readonly #reports: ReaderThread;
  /**
   * For short look-ups on this thread. A look-up by an indexed key touches a few pages of the operating system's cache and
   * takes microseconds; behind the writer it would wait for a commit. Every statement opens a snapshot, so a key revoked
   * by another process is refused from the moment that process's commit returns.
   */
  #connection: { readonly database: DatabaseSync; readonly query: Query } | undefined;
  #events: StoreEvents | undefined;

  constructor(options: SqliteLedgerOptions, lock: GatewayLock | undefined) {
    const { path, recover, bootId = randomUUID() } = options;
    const { maxTextBytes = DEFAULT_MAX_TEXT_BYTES, maxCacheBytes = DEFAULT_MAX_CACHE_BYTES } = options;
    this.#path = path;
    this.#lock = lock;
    this.#records = new ReaderThread(path);
    this.#reports = new ReaderThread(path);
    const query: Query = async (sql, values) => {
      if (this.#connection === undefined) throw new LedgerError('closed', 'The ledger is not open yet.');
      return await this.#connection.query(sql, values);
    };
    const short = { ...SQLITE, query };
    const reports = { ...SQLITE, query: this.#reports.query };
    const records = { ...SQLITE, query: this.#records.query };
    this.queries = { short, records, pages: reports, reports, events: short };
    this.#writer = new LedgerThread<WriterWork>({
      script: new URL('./ledger-worker.ts', import.meta.url),
      name: 'ledger-writer',
      workerData: {
        path,
        writing: { owner: bootId, recover, maxTextBytes, maxCacheBytes },
      } satisfies WorkerData,
      // What keeps the ledger from opening is said by `open` alone.
      onLost: (cause) => this.#events?.onFailed(writerLost(cause)),
    });
  }

  async open(events: StoreEvents): Promise<readonly OperationResult[]> {
    const ended = await this.#writer.ask('open', undefined);
    const database = openForReading(this.#path);
    this.#connection = { database, query: readingQuery(database) };
    this.#events = events;
    return ended;
  }

  async backup(path: string): Promise<void> {
    await backUpSqlite(this.#path, path);
  }

  async check(): Promise<readonly LedgerProblem[]> {
    return await this.#asked(this.#writer.ask('check', undefined));
  }

  /** Where the thread is lost, the ledger has failed before this rejects. */
  async write(operations: readonly Operation[]): Promise<readonly OperationResult[]> {
    return await this.#writer.ask('write', operations);
  }

  async keep(texts: readonly Storable[]): Promise<readonly TextResult[]> {
    return await this.#writer.ask('keep', texts);
  }

  async take(step: LedgerStep): Promise<Done> {
    return await this.#asked(this.#writer.ask('take', step));
  }

  async close(): Promise<void> {
    const reason = new LedgerError('closed', 'The ledger is closed: the gateway is stopping.');
    // Before the writer, which as the last connection then folds the log into the file, off this thread.
    this.#connection?.database.close();
    await Promise.all([this.#records.end(reason), this.#reports.end(reason)]);
    await this.#writer.close();
    this.#lock?.release();
  }

  async #asked<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await answer;
    } catch (cause) {
      throw cause instanceof LedgerError ? cause : writerLost(cause);
    }
  }
}

function writerLost(cause: unknown): LedgerError {
  const reason = cause instanceof Error ? cause.message : 'unknown error';
  return new LedgerError(
    'failed',
    `The ledger’s writer failed: ${reason}. Stop the gateway; when it starts again, recovery settles what is open.`,
    { cause },
  );
}
