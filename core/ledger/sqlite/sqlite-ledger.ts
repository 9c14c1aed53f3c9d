import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_MAX_CACHE_BYTES } from '../answers/cached-answer.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Operation, OperationResult, TextResult } from '../ledger-operation.ts';
import type { Done, LedgerStep } from '../ledger-step.ts';
import type { Ledger, LedgerAdmin, LedgerProblem } from '../ledger.ts';
import type { LedgerOptions } from '../queued-ledger.ts';
import { ReadingLedger, type ReadingParts } from '../reading-ledger.ts';
import { SQLITE } from '../sql/dialect.ts';
import { LedgerOutbox } from '../sql/ledger-outbox.ts';
import type { Query } from '../sql/query.ts';
import { DEFAULT_MAX_TEXT_BYTES, type Storable } from '../texts/storable.ts';
import type { WebhookAdmin, WebhookOutbox } from '../webhooks/outbox.ts';
import { backUpSqlite } from './backup.ts';
import { lockForGateway, openForReading, openingFailure, prepareFile, type GatewayLock } from './files.ts';
import { ReaderThread } from './reader-thread.ts';
import { readingQuery } from './sqlite-query.ts';
import { LedgerThread } from './thread.ts';
import type { WriterData, WriterWork } from './writer-worker.ts';

export interface SqliteLedgerOptions extends LedgerOptions {
  /** The database file; its folder is made where it is missing. */
  readonly path: string;
}

export interface SqliteLedger extends Ledger, LedgerAdmin {
  readonly webhooks: WebhookOutbox & WebhookAdmin;
  /** Requests of dead processes that were voided when this ledger opened. */
  readonly voidedRequests: number;
}

/** @throws LedgerError `unusable` where the database cannot be used; the message says why and what to do. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<SqliteLedger> {
  let ledger: WorkerLedger | undefined;
  try {
    prepareFile(options.path);
    ledger = new WorkerLedger(options, options.recover ? lockForGateway(options.path) : undefined);
    await ledger.open();
    return ledger;
  } catch (cause) {
    await ledger?.close();
    throw openingFailure(options.path, cause);
  }
}

/** Whoever asks this gateway for a text hurries it, and no other gateway reads the file. */
const TEXTS_LINGER_MS = 50;

class WorkerLedger extends ReadingLedger implements SqliteLedger {
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
  protected readonly reading: ReadingParts;
  readonly webhooks: LedgerOutbox;

  constructor(options: SqliteLedgerOptions, lock: GatewayLock | undefined) {
    const { path, recover, bootId = randomUUID() } = options;
    const { maxTextBytes = DEFAULT_MAX_TEXT_BYTES, maxCacheBytes = DEFAULT_MAX_CACHE_BYTES } = options;
    super(options, TEXTS_LINGER_MS);
    this.#path = path;
    this.#lock = lock;
    this.#records = new ReaderThread(path);
    this.#reports = new ReaderThread(path);
    const short: Query = async (sql, values) => {
      this.refuseStopped();
      if (this.#connection === undefined) throw new LedgerError('closed', 'The ledger is not open yet.');
      return await this.#connection.query(sql, values);
    };
    this.reading = {
      dialect: SQLITE,
      short,
      records: this.#records.query,
      pages: this.#reports.query,
      reports: this.#reports.query,
    };
    this.webhooks = new LedgerOutbox({
      dialect: SQLITE,
      query: short,
      take: async (step) => await this.take(step),
    });
    this.#writer = new LedgerThread<WriterWork>({
      script: new URL('./writer-worker.ts', import.meta.url),
      name: 'ledger-writer',
      workerData: { path, owner: bootId, recover, maxTextBytes, maxCacheBytes } satisfies WriterData,
      // What keeps the ledger from opening is said by `open` alone.
      onLost: (cause) => {
        if (this.#connection !== undefined) this.fail(writerLost(cause));
      },
    });
  }

  /** @throws LedgerError `unusable`. */
  async open(): Promise<void> {
    const ended = await this.#writer.ask('open', undefined);
    const database = openForReading(this.#path);
    this.#connection = { database, query: readingQuery(database) };
    this.recovered(ended);
  }

  async backup(path: string): Promise<void> {
    this.refuseStopped();
    await backUpSqlite(this.#path, path);
  }

  async check(): Promise<readonly LedgerProblem[]> {
    return await this.#asked(() => this.#writer.ask('check', undefined));
  }

  protected write(operations: readonly Operation[]): Promise<readonly OperationResult[]> {
    return this.#writer.ask('write', operations).catch((cause: unknown) => {
      const error = writerLost(cause);
      this.fail(error);
      throw error;
    });
  }

  protected async sendTexts(texts: readonly Storable[]): Promise<readonly TextResult[]> {
    return await this.#writer.ask('keep', texts);
  }

  protected async take(step: LedgerStep): Promise<Done> {
    return await this.#asked(() => this.#writer.ask('take', step));
  }

  protected async finish(): Promise<void> {
    const reason = new LedgerError('closed', 'The ledger is closed: the gateway is stopping.');
    // Before the writer, which as the last connection then folds the log into the file, off this thread.
    this.#connection?.database.close();
    await Promise.all([this.#records.end(reason), this.#reports.end(reason)]);
    await this.#writer.close();
    this.#lock?.release();
  }

  /** Once the ledger is closed, nobody would answer. */
  async #asked<Result>(ask: () => Promise<Result>): Promise<Result> {
    this.refuseStopped();
    try {
      return await ask();
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
