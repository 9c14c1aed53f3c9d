import {
  checkGrant,
  checkNewAccount,
  checkNewKey,
  checkReservation,
  checkSettings,
  checkSettlement,
  readMoment,
} from './check-operation.ts';
import { CommitQueue } from './commit-queue.ts';
import type { LedgerError } from './ledger-error.ts';
import type { Operation, Outcome } from './ledger-operation.ts';
import type {
  Account,
  AccountSettings,
  Balance,
  Ledger,
  LedgerAdmin,
  NewKey,
  Reservation,
  ReserveOutcome,
  Settlement,
} from './ledger.ts';

/** One batch made durable. */
export interface Commit {
  readonly durationMs: number;
  readonly operations: number;
}

type Writes = Pick<Ledger, 'reserve' | 'settle' | 'void'> &
  Pick<LedgerAdmin, 'createAccount' | 'grant' | 'changeAccount' | 'createKey' | 'revokeKey' | 'prunePrompts'>;

const MAXIMUM_PENDING = 10_000;
const MAXIMUM_BATCH = 1024;
const PRUNED_AT_ONCE = 500;

/** The writing half that every ledger has in common: check, queue, commit together. */
export abstract class QueuedLedger implements Writes {
  readonly #queue: CommitQueue;

  /** @param maximumPending operations waiting at most; beyond it new ones are rejected at once. */
  constructor(maximumPending = MAXIMUM_PENDING) {
    this.#queue = new CommitQueue({
      send: (operations) => this.send(operations),
      maximumPending,
      maximumBatch: MAXIMUM_BATCH,
    });
  }

  /** Writes one batch; the answer is due through `answer`. */
  protected abstract send(operations: readonly Operation[]): void;

  /** Outcomes in the order of the operations sent last. */
  protected answer(outcomes: readonly Outcome[]): void {
    this.#queue.answered(outcomes);
  }

  /** Takes nothing more. What was taken is still written. */
  protected async drain(error: LedgerError): Promise<void> {
    await this.#queue.drain(error);
  }

  /** Takes nothing more and rejects everything taken. */
  protected stop(error: LedgerError): void {
    this.#queue.stop(error);
  }

  async reserve(reservation: Reservation): Promise<ReserveOutcome> {
    checkReservation(reservation);
    return await this.#queue.submit<'reserve'>({ ...reservation, kind: 'reserve' });
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

  async createKey(key: NewKey): Promise<void> {
    checkNewKey(key);
    const { accountName, prefix, hash } = key;
    await this.#queue.submit<'createKey'>({ kind: 'createKey', accountName, prefix, hash });
  }

  async revokeKey(prefix: string): Promise<boolean> {
    return await this.#queue.submit<'revokeKey'>({ kind: 'revokeKey', prefix });
  }

  /** In steps, so that a gateway beside it waits for one step at most. It ends: every step but the last deletes. */
  async prunePrompts(before: string): Promise<number> {
    const beforeMs = readMoment(before);
    let pruned = 0;
    for (;;) {
      const step = await this.#queue.submit<'prunePrompts'>({
        kind: 'prunePrompts',
        beforeMs,
        limit: PRUNED_AT_ONCE,
      });
      pruned += step;
      if (step < PRUNED_AT_ONCE) return pruned;
    }
  }
}
