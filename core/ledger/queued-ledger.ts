import {
  checkDelivery,
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
import type { Operation, Outcome, TextOutcome } from './ledger-operation.ts';
import type {
  Account,
  AccountSettings,
  Balance,
  Delivery,
  Ledger,
  LedgerAdmin,
  NewKey,
  Reservation,
  ReserveOutcome,
  Settlement,
  Texts,
} from './ledger.ts';
import { TextQueue, type TextLoss } from './text-queue.ts';

/** One batch made durable. */
export interface Commit {
  readonly durationMs: number;
  readonly operations: number;
}

type Writes = Pick<Ledger, 'reserve' | 'deliver' | 'settle' | 'void' | 'keepTexts'> &
  Pick<LedgerAdmin, 'createAccount' | 'grant' | 'changeAccount' | 'createKey' | 'revokeKey' | 'prunePrompts'>;

export interface QueueOptions {
  /** Operations waiting at most; beyond it new ones are rejected at once. */
  readonly maximumPending?: number | undefined;
  /** Called where texts were not kept, or had to give way. */
  readonly onTextsLost?: ((reason: TextLoss, texts: number) => void) | undefined;
}

const MAXIMUM_PENDING = 10_000;
const MAXIMUM_BATCH = 1024;
const PRUNED_AT_ONCE = 500;

/** How long a record waits for texts of its request that are still to be written, milliseconds. */
const TEXTS_WAIT_MS = 5_000;

/** The writing half that every ledger has in common: check, queue, commit together. */
export abstract class QueuedLedger implements Writes {
  readonly #queue: CommitQueue;
  #closed: LedgerError | undefined;

  readonly #texts: TextQueue;

  constructor({ maximumPending = MAXIMUM_PENDING, onTextsLost }: QueueOptions) {
    this.#queue = new CommitQueue({
      send: (operations) => this.send(operations),
      maximumPending,
      maximumBatch: MAXIMUM_BATCH,
      onAnswered: () => this.#texts.moneyWritten(),
    });
    this.#texts = new TextQueue({
      write: (texts) => this.sendTexts(texts),
      isMoneyWaiting: () => !this.#queue.isIdle,
      onLoss: (reason, texts) => onTextsLost?.(reason, texts),
    });
  }

  /** Writes one batch; the answer is due through `answer`. */
  protected abstract send(operations: readonly Operation[]): void;

  /** Stores texts in one transaction; outcomes in their order. Rejects where the writer is lost. */
  protected abstract sendTexts(texts: readonly Texts[]): Promise<readonly TextOutcome[]>;

  /** Waits, for a bounded time, until texts of the request that are still to be written can be read. */
  protected async textsWritten(requestId: string): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, TEXTS_WAIT_MS);
    await Promise.race([this.#texts.written(requestId), late.promise]);
    clearTimeout(timer);
  }

  /** Outcomes in the order of the operations sent last. */
  protected answer(outcomes: readonly Outcome[]): void {
    this.#queue.answered(outcomes);
  }

  /** Takes nothing more. What was taken is still written. */
  protected async drain(error: LedgerError): Promise<void> {
    this.#closed ??= error;
    await this.#queue.drain(error);
    await this.#texts.drain();
  }

  /** Takes nothing more and rejects everything taken. */
  protected stop(error: LedgerError): void {
    this.#closed ??= error;
    this.#queue.stop(error);
    this.#texts.moneyWritten();
  }

  async reserve(reservation: Reservation): Promise<ReserveOutcome> {
    checkReservation(reservation);
    return await this.#queue.submit<'reserve'>({ ...reservation, kind: 'reserve' });
  }

  async deliver(delivery: Delivery): Promise<void> {
    checkDelivery(delivery);
    await this.#queue.submit<'deliver'>({ ...delivery, kind: 'deliver' });
  }

  async settle(settlement: Settlement): Promise<void> {
    checkSettlement(settlement);
    await this.#queue.submit<'settle'>({ ...settlement, kind: 'settle' });
  }

  async void(requestId: string): Promise<void> {
    await this.#queue.submit<'void'>({ kind: 'void', requestId });
  }

  async keepTexts(texts: Texts): Promise<boolean> {
    if (this.#closed !== undefined) throw this.#closed;
    return await this.#texts.keep(texts);
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
