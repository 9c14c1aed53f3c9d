import { randomUUID } from 'node:crypto';
import type { KnownAdminToken, ListedAdminToken } from '../administration/admin-token.ts';
import type { Actor, AuditPage, AuditQuery } from '../administration/audit.ts';
import type { Budget } from '../budgets/budget.ts';
import { checkAuditQuery, checkHistory, checkPage, readMoment } from '../check-operation.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Operation, TextResult } from '../ledger-operation.ts';
import type {
  Balance,
  IdempotencyClaim,
  KeyHolder,
  KeyUse,
  Ledger,
  LedgerAdmin,
  LedgerEntry,
  LedgerProblem,
  ListedAccount,
  ListedKey,
  MeteredOutput,
  RequestRecord,
} from '../ledger.ts';
import { DEFAULT_MAX_CACHE_BYTES, type CacheQuery } from '../answers/cached-answer.ts';
import type { LogPiece } from '../texts/log-piece.ts';
import { QueuedLedger } from '../queued-ledger.ts';
import type { Commit, QueueOptions } from '../queued-ledger.ts';
import { DEFAULT_MAX_TEXT_BYTES } from '../texts/max-text-bytes.ts';
import { isFiltered } from '../requests/filtered-page.ts';
import type { RequestPage, RequestPageQuery } from '../requests/request-page.ts';
import type { Storable } from '../texts/storable.ts';
import type { UsageQuery, UsageRow } from '../usage/usage.ts';
import type { WebhookAdmin, WebhookOutbox } from '../webhooks/outbox.ts';
import { SqliteOutbox } from '../webhooks/sqlite-outbox.ts';
import { backUpSqlite } from './backup.ts';
import { RecordThread } from './record-thread.ts';
import { lockForGateway, openForReading, openingFailure, prepareFile } from './files.ts';
import type { GatewayLock } from './files.ts';
import { LedgerReader } from './reader.ts';
import { WriterThread } from './writer-thread.ts';

export type { Commit };

export interface SqliteLedgerOptions extends QueueOptions {
  /** The database file; its folder is made where it is missing. */
  readonly path: string;
  /**
   * True for the gateway: takes the gateway lock, voids what dead processes left reserved, checks the invariants.
   * False for commands, which work beside a running gateway and must not reserve: its recovery would void their holds.
   */
  readonly recover: boolean;
  /** Owner of this process's holds; a random one by default. */
  readonly bootId?: string;
  /** Called for every batch made durable, for metrics. */
  readonly onCommit?: (commit: Commit) => void;
  /** Called once if the disk or the writer fails. Everything is rejected from then on; the process should stop. */
  readonly onFatal?: (error: LedgerError) => void;
  /** Bound on the texts kept of one account, bytes; a gigabyte by default. */
  readonly maxTextBytes?: number;
  /** Bound on the answers in one account's cache, bytes; a hundred megabytes by default. */
  readonly maxCacheBytes?: number;
}

export interface SqliteLedger extends Ledger, LedgerAdmin {
  readonly webhooks: WebhookOutbox & WebhookAdmin;
  /** Requests of dead processes that were voided when this ledger opened. */
  readonly voidedRequests: number;
}

/** @throws LedgerError `unusable` where the database cannot be used; the message says why and what to do. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<SqliteLedger> {
  try {
    prepareFile(options.path);
    return await openWorker(options, options.recover ? lockForGateway(options.path) : undefined);
  } catch (cause) {
    throw openingFailure(options.path, cause);
  }
}

async function openWorker(
  options: SqliteLedgerOptions,
  lock: GatewayLock | undefined,
): Promise<SqliteLedger> {
  const ledger = new WorkerLedger(options, lock);
  try {
    await ledger.open();
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** Whoever asks this gateway for a text hurries it, and no other gateway reads the file. */
const TEXTS_LINGER_MS = 50;

class WorkerLedger extends QueuedLedger implements SqliteLedger {
  readonly #options: SqliteLedgerOptions;
  readonly #lock: GatewayLock | undefined;
  readonly #thread: WriterThread;
  readonly #records: RecordThread;
  /** Apart from the records, which must not wait for a long report or search. */
  readonly #reports: RecordThread;
  readonly webhooks: SqliteOutbox;
  #reader: LedgerReader | undefined;
  #stopped: LedgerError | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: SqliteLedgerOptions, lock: GatewayLock | undefined) {
    const { path, recover, bootId = randomUUID() } = options;
    const { maxTextBytes = DEFAULT_MAX_TEXT_BYTES, maxCacheBytes = DEFAULT_MAX_CACHE_BYTES } = options;
    super({ ...options, textsLingerMs: TEXTS_LINGER_MS });
    this.#options = options;
    this.#lock = lock;
    this.#records = new RecordThread(path);
    this.#reports = new RecordThread(path);
    this.webhooks = new SqliteOutbox({
      read: (query) => this.#read((reader) => query(reader.outbox)),
      write: (step) => this.#thread.writeOutbox(step),
    });
    this.#thread = new WriterThread(
      { path, recover, bootId, maxTextBytes, maxCacheBytes },
      {
        onBatch: (results, durationMs) => {
          this.answer(results);
          options.onCommit?.({ durationMs, operations: results.length });
        },
        onLost: (error) => this.#fail(error),
      },
    );
  }

  async open(): Promise<void> {
    const recovery = await this.#thread.opened();
    this.#reader = new LedgerReader(openForReading(this.#options.path));
    if (recovery !== undefined) this.recovered(recovery);
  }

  async authenticate(keyHash: Uint8Array): Promise<KeyHolder | undefined> {
    return this.#read((reader) => reader.authenticate(keyHash));
  }

  async balance(accountId: number): Promise<Balance> {
    return this.#read((reader) => reader.balance(accountId));
  }

  async budgets(accountId: number, keyId: number): Promise<readonly Budget[]> {
    return this.#read((reader) => reader.budgets(accountId, keyId));
  }

  async findReply(accountId: number, claim: IdempotencyClaim): Promise<KeyUse | undefined> {
    return this.#read((reader) => reader.findReply(accountId, claim));
  }

  async findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined> {
    if (this.#stopped !== undefined) throw this.#stopped;
    return await this.readRecord(requestId, () => this.#records.find(accountId, requestId));
  }

  async readLog(piece: LogPiece): Promise<Uint8Array | undefined> {
    if (this.#stopped !== undefined) throw this.#stopped;
    return await this.#records.piece(piece);
  }

  async findAnswer(query: CacheQuery): Promise<Uint8Array | undefined> {
    if (this.#stopped !== undefined) throw this.#stopped;
    await this.answerWritten(query);
    return await this.#records.answer(query);
  }

  async listRequests(query: RequestPageQuery): Promise<RequestPage> {
    if (this.#stopped !== undefined) throw this.#stopped;
    checkPage(query);
    const thread = isFiltered(query) ? this.#reports : this.#records;
    return await this.readPage(() => thread.page(query));
  }

  async outputsByModel(minimumCalls: number): Promise<readonly MeteredOutput[]> {
    if (this.#stopped !== undefined) throw this.#stopped;
    return await this.#records.outputs(minimumCalls);
  }

  async listAccounts(): Promise<readonly ListedAccount[]> {
    return this.#read((reader) => reader.listAccounts());
  }

  async accountsAfter(accountId: number, limit: number): Promise<readonly ListedAccount[]> {
    return this.#read((reader) => reader.accountsAfter(accountId, limit));
  }

  async findAccount(name: string): Promise<ListedAccount | undefined> {
    return this.#read((reader) => reader.findAccount(name));
  }

  async listKeys(accountName?: string): Promise<readonly ListedKey[]> {
    const accountId = accountName === undefined ? null : this.#read((reader) => reader.idOf(accountName));
    return await this.#reports.keys(accountId);
  }

  async listAdminTokens(): Promise<readonly ListedAdminToken[]> {
    return this.#read((reader) => reader.listAdminTokens());
  }

  async findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined> {
    return this.#read((reader) => reader.findAdminToken(prefix));
  }

  async audit(query: AuditQuery): Promise<AuditPage> {
    checkAuditQuery(query);
    return this.#read((reader) => reader.audit(query));
  }

  async usage(query: UsageQuery): Promise<readonly UsageRow[]> {
    if (this.#stopped !== undefined) throw this.#stopped;
    return await this.#reports.usage(query);
  }

  async backup(path: string): Promise<void> {
    if (this.#stopped !== undefined) throw this.#stopped;
    await backUpSqlite(this.#options.path, path);
  }

  async history(accountName: string, maxEntries: number): Promise<readonly LedgerEntry[]> {
    checkHistory(maxEntries);
    return this.#read((reader) => reader.history(accountName, maxEntries));
  }

  protected send(operations: readonly Operation[]): void {
    this.#thread.write(operations);
  }

  protected async sendTexts(texts: readonly Storable[]): Promise<readonly TextResult[]> {
    return await this.#thread.writeTexts(texts);
  }

  override async prunePrompts(before: string, by?: Actor): Promise<number> {
    const pruned = await super.prunePrompts(before, by);
    await this.webhooks.prune(readMoment(before));
    await this.deleteAnswers(readMoment(before));
    // What was deleted is still in the log until its pages are folded into the file.
    await this.#thread.truncateLog();
    return pruned;
  }

  override async eraseAccount(accountName: string, by?: Actor): Promise<void> {
    await super.eraseAccount(accountName, by);
    await this.#thread.truncateLog();
  }

  protected async deleteSomeAnswers(beforeMs: number): Promise<number> {
    if (this.#stopped !== undefined) throw this.#stopped;
    return await this.#thread.pruneAnswers(beforeMs);
  }

  async check(): Promise<readonly LedgerProblem[]> {
    if (this.#stopped !== undefined) throw this.#stopped;
    return await this.#thread.check();
  }

  /** Finishes what is pending, then closes. Calling it again waits for the same end. */
  async close(): Promise<void> {
    this.#closed ??= this.#finish();
    await this.#closed;
  }

  async #finish(): Promise<void> {
    this.#stopped ??= new LedgerError('closed', 'The ledger is closed: the gateway is stopping.');
    await this.drain(this.#stopped);
    // Before the writer, which as the last connection then folds the log into the file, off this thread.
    this.#reader?.close();
    await Promise.all([this.#records.close(), this.#reports.close()]);
    await this.#thread.close();
    this.#lock?.release();
  }

  #read<Value>(query: (reader: LedgerReader) => Value): Value {
    if (this.#stopped !== undefined) throw this.#stopped;
    if (this.#reader === undefined) throw new LedgerError('closed', 'The ledger is not open yet.');
    try {
      return query(this.#reader);
    } catch (error) {
      if (error instanceof LedgerError) throw error;
      throw new LedgerError('unavailable', 'The ledger cannot be read now. Try again later.', {
        cause: error,
      });
    }
  }

  #fail(cause: Error): void {
    const error = new LedgerError(
      'failed',
      `The ledger’s writer failed: ${cause.message}. Stop the gateway; when it starts again, recovery settles what is open.`,
      { cause },
    );
    this.#stopped ??= error;
    this.stop(error);
    this.#options.onFatal?.(error);
  }
}
