import { randomUUID } from 'node:crypto';
import {
  checkGrant,
  checkNewAccount,
  checkNewKey,
  checkReservation,
  checkSettings,
  checkSettlement,
} from './check-operation.ts';
import { CommitQueue } from './commit-queue.ts';
import { LedgerError } from './ledger-error.ts';
import type {
  Account,
  AccountSettings,
  Balance,
  Ledger,
  LedgerAdmin,
  LedgerProblem,
  NewKey,
  Reservation,
  ReserveOutcome,
  Settlement,
} from './ledger.ts';
import { lockForGateway, openForReading, prepareFile } from './sqlite-files.ts';
import type { GatewayLock } from './sqlite-files.ts';
import { LedgerReader } from './sqlite-reader.ts';
import { WriterThread } from './writer-thread.ts';

export interface Commit {
  readonly durationMs: number;
  readonly operations: number;
}

export interface SqliteLedgerOptions {
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
  /** Operations waiting at most; beyond it new ones are rejected at once. */
  readonly maximumPending?: number;
}

export interface SqliteLedger extends Ledger, LedgerAdmin {
  /** Requests of dead processes that were voided when this ledger opened. */
  readonly voidedRequests: number;
}

const MAXIMUM_PENDING = 10_000;
const MAXIMUM_BATCH = 1024;

/** @throws LedgerError `unusable` where the database cannot be used; the message says why and what to do. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<SqliteLedger> {
  prepareFile(options.path);
  const lock = options.recover ? lockForGateway(options.path) : undefined;
  const ledger = new WorkerLedger(options, lock);
  try {
    await ledger.open();
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

class WorkerLedger implements SqliteLedger {
  readonly #options: SqliteLedgerOptions;
  readonly #lock: GatewayLock | undefined;
  readonly #thread: WriterThread;
  readonly #queue: CommitQueue;
  #reader: LedgerReader | undefined;
  #voidedRequests = 0;
  #stopped: LedgerError | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: SqliteLedgerOptions, lock: GatewayLock | undefined) {
    const { path, recover, bootId = randomUUID() } = options;
    this.#options = options;
    this.#lock = lock;
    this.#thread = new WriterThread(
      { path, recover, bootId },
      {
        onBatch: (outcomes, durationMs) => {
          this.#queue.answered(outcomes);
          options.onCommit?.({ durationMs, operations: outcomes.length });
        },
        onLost: (error) => this.#fail(error),
      },
    );
    this.#queue = new CommitQueue({
      send: (operations) => this.#thread.write(operations),
      maximumPending: options.maximumPending ?? MAXIMUM_PENDING,
      maximumBatch: MAXIMUM_BATCH,
    });
  }

  async open(): Promise<void> {
    this.#voidedRequests = await this.#thread.opened();
    this.#reader = new LedgerReader(openForReading(this.#options.path));
  }

  get voidedRequests(): number {
    return this.#voidedRequests;
  }

  async authenticate(keyHash: Uint8Array): Promise<Account | undefined> {
    return this.#read((reader) => reader.authenticate(keyHash));
  }

  async reserve(reservation: Reservation): Promise<ReserveOutcome> {
    checkReservation(reservation);
    const { requestId, accountId, holdMicroCredits } = reservation;
    return await this.#queue.submit<'reserve'>({ kind: 'reserve', requestId, accountId, holdMicroCredits });
  }

  async settle(settlement: Settlement): Promise<void> {
    checkSettlement(settlement);
    await this.#queue.submit<'settle'>({ ...settlement, kind: 'settle' });
  }

  async void(requestId: string): Promise<void> {
    await this.#queue.submit<'void'>({ kind: 'void', requestId });
  }

  async createAccount(name: string, microCredits: number): Promise<Account> {
    checkNewAccount(name, microCredits);
    return await this.#queue.submit<'createAccount'>({ kind: 'createAccount', name, microCredits });
  }

  async grant(accountName: string, microCredits: number): Promise<Balance> {
    checkGrant(microCredits);
    return await this.#queue.submit<'grant'>({ kind: 'grant', accountName, microCredits });
  }

  async changeAccount(accountName: string, settings: AccountSettings): Promise<Account> {
    checkSettings(settings);
    return await this.#queue.submit<'changeAccount'>({ kind: 'changeAccount', accountName, settings });
  }

  async listAccounts(): Promise<readonly (Account & Balance)[]> {
    return this.#read((reader) => reader.listAccounts());
  }

  async createKey(key: NewKey): Promise<void> {
    checkNewKey(key);
    const { accountName, prefix, hash } = key;
    await this.#queue.submit<'createKey'>({ kind: 'createKey', accountName, prefix, hash });
  }

  async revokeKey(prefix: string): Promise<boolean> {
    return await this.#queue.submit<'revokeKey'>({ kind: 'revokeKey', prefix });
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
    await this.#queue.drain(this.#stopped);
    // Before the writer, which as the last connection then folds the log into the file, off this thread.
    this.#reader?.close();
    await this.#thread.close();
    this.#lock?.release();
  }

  #read<Value>(query: (reader: LedgerReader) => Value): Value {
    if (this.#stopped !== undefined) throw this.#stopped;
    if (this.#reader === undefined) throw new LedgerError('closed', 'The ledger is not open yet.');
    try {
      return query(this.#reader);
    } catch (error) {
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
    this.#queue.stop(error);
    this.#options.onFatal?.(error);
  }
}
