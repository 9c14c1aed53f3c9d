import { checkDelivery, checkReservation, checkSettlement } from './check-operation.ts';
import { MAX_CACHED_ANSWER_BYTES, oldestAnswerMs, type CachedAnswer } from './answers/cached-answer.ts';
import { CommitQueue, WriteWatch } from './commit-queue.ts';
import type { LedgerError } from './ledger-error.ts';
import { repeatStep, type Done, type LedgerStep } from './ledger-step.ts';
import type { LedgerStore, Orphan } from './ledger-store.ts';
import type { Operation, OperationResult, WriteResult } from './ledger-operation.ts';
import type {
  Delivery,
  Recovery,
  RequestRecord,
  Reservation,
  ReserveResult,
  Settlement,
  Texts,
} from './ledger.ts';
import type { RequestPage } from './requests/request-page.ts';
import { sumOfRecovered } from './rules/requests.ts';
import { lengthOf } from './texts/storable.ts';
import type { VoteChange } from './texts/vote.ts';
import { TextQueue, type TextLoss } from './texts/text-queue.ts';

/** One batch made durable. */
export interface Commit {
  readonly durationMs: number;
  readonly operations: number;
}

export interface LedgerOptions {
  /**
   * True for a gateway: it ends what dead ones left reserved, and checks the invariants. False for commands, which work
   * beside running gateways and must not reserve.
   */
  readonly recover: boolean;
  /** Owner of this process's holds; a random one by default. */
  readonly bootId?: string | undefined;
  /** Operations waiting at most; beyond it new ones are rejected at once. */
  readonly maxPending?: number | undefined;
  /** How long an operation waits for what another session has locked, milliseconds; 5 seconds by default. */
  readonly lockMs?: number | undefined;
  /** Bound on the texts kept of one account, bytes; a gigabyte by default. */
  readonly maxTextBytes?: number | undefined;
  /** Bound on the answers in one account's cache, bytes; a hundred megabytes by default. */
  readonly maxCacheBytes?: number | undefined;
  /** Called for every batch that was written, for metrics. */
  readonly onCommit?: ((commit: Commit) => void) | undefined;
  /** Called where texts were not kept, or had to give way, for metrics. */
  readonly onTextsLost?: ((reason: TextLoss, texts: number) => void) | undefined;
  /** Called where requests of dead gateways were ended: at the opening, and later where gateways share the ledger. */
  readonly onRecovered?: ((recovery: Recovery) => void) | undefined;
  /** Called with the reason once nothing can be written, such as a full disk, and with undefined once it can again. */
  readonly onWritable?: ((refusedBecause: string | undefined) => void) | undefined;
  /** Called once where durability is in doubt: everything is rejected from then on, and the process should stop. */
  readonly onFatal?: ((error: LedgerError) => void) | undefined;
}

const MAX_PENDING = 10_000;
const MAX_BATCH = 1024;

/** Generous: a batch holds its locks for milliseconds. */
export const LOCK_MS = 5_000;

/** Batches skip a locked account for `lockMs`, and then one waits for it once more, for half of that. */
const POSTPONED_PART = 1.5;

/** How long a record waits for texts of its request that are still to be written, milliseconds. */
const TEXTS_WAIT_MS = 5_000;

async function orLate(written: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, TEXTS_WAIT_MS);
  await Promise.race([written, late.promise]);
  clearTimeout(timer);
}

/** What is written for requests, with their texts: checked, queued, committed together. */
export class QueuedLedger {
  protected readonly store: LedgerStore;
  protected readonly queue: CommitQueue;
  readonly #options: LedgerOptions;
  #stopped: LedgerError | undefined;

  readonly #texts: TextQueue;
  /** Charges that are being written, by request. */
  readonly #settling = new Map<string, Promise<unknown>>();
  readonly #writeWatch: WriteWatch;

  #voidedRequests = 0;

  constructor(store: LedgerStore, options: LedgerOptions) {
    const { maxPending = MAX_PENDING, lockMs = LOCK_MS, onTextsLost, onWritable } = options;
    this.store = store;
    this.#options = options;
    this.#writeWatch = new WriteWatch({
      onChange: (reason) => onWritable?.(reason),
      probe: () => this.queue.submit<'probe'>({ kind: 'probe' }),
    });
    this.queue = new CommitQueue({
      write: async (operations) => await this.#commit(operations),
      maxPending,
      maxBatch: MAX_BATCH,
      maxPostponedMs: lockMs * POSTPONED_PART,
      onAnswered: () => this.#texts.moneyWritten(),
    });
    this.#texts = new TextQueue({
      write: async (texts) => await store.keep(texts),
      isMoneyWaiting: () => !this.queue.isIdle,
      onLoss: (reason, texts) => onTextsLost?.(reason, texts),
      lingerMs: store.textsLingerMs,
    });
  }

  /** Requests of dead gateways that this one voided so far. */
  get voidedRequests(): number {
    return this.#voidedRequests;
  }

  /** Ends requests of dead gateways, and reports them. One that cannot be ended now stays open until the next look. */
  protected async endOrphans(orphans: readonly Orphan[]): Promise<void> {
    const endings = orphans.map(
      async (orphan) => await this.queue.submit<'recover'>({ kind: 'recover', ...orphan }),
    );
    const ended = (await Promise.allSettled(endings)).flatMap((ending) =>
      ending.status === 'fulfilled' ? [{ value: ending.value }] : [],
    );
    this.recovered(ended);
  }

  /** Counts and reports what `recover` operations came to. */
  protected recovered(ended: readonly OperationResult[]): void {
    const recovery = sumOfRecovered(ended);
    const { voidedRequests, chargedRequests } = recovery;
    this.#voidedRequests += voidedRequests;
    if (voidedRequests + chargedRequests > 0) this.#options.onRecovered?.(recovery);
  }

  async #commit(operations: readonly Operation[]): Promise<readonly WriteResult[]> {
    const startedMs = performance.now();
    const results = await this.store.write(operations);
    this.#writeWatch.observe(results);
    this.#options.onCommit?.({ durationMs: performance.now() - startedMs, operations: operations.length });
    return results;
  }

  /** See `TakeStep`. */
  protected async take(step: LedgerStep): Promise<Done> {
    this.refuseStopped();
    return await this.store.take(step);
  }

  /** @throws LedgerError once the ledger is closed or has failed. */
  protected refuseStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  /** Waits, for a bounded time, until texts that are still to be written can be read. @param id see `TextQueue`. */
  protected async textsWritten(id: string): Promise<void> {
    if (this.#texts.isWaiting(id)) await orLate(this.#texts.written(id));
  }

  /**
   * Reads the record, and reads it again if it is settled but has no texts: texts follow their charge at once, so they
   * may have been written meanwhile.
   */
  protected async readRecord(
    requestId: string,
    read: () => Promise<RequestRecord | undefined>,
  ): Promise<RequestRecord | undefined> {
    await this.textsWritten(requestId);
    const record = await read();
    if (record?.state !== 'settled' || record.log !== null || record.zeroDataRetention) return record;
    await this.#lateTexts(requestId);
    return await read();
  }

  /** Waits for the charge of the request if it is under way, and then for the texts that follow it. */
  async #lateTexts(requestId: string): Promise<void> {
    await this.#settling.get(requestId)?.catch(() => {});
    // Whoever had it charged hands its texts over before the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    await this.textsWritten(requestId);
  }

  /** Reads the page, and once more where texts of its requests were still to be written. */
  protected async readPage(read: () => Promise<RequestPage>): Promise<RequestPage> {
    // Texts that are written while the page is read may be missing in it, also those that follow a charge of that time.
    const before = this.#texts.waiting().union(new Set(this.#settling.keys()));
    const page = await read();
    const isLate = (requestId: string): boolean =>
      before.has(requestId) || this.#settling.has(requestId) || this.#texts.isWaiting(requestId);
    const late = page.requests.filter(
      ({ state, isLogged, requestId }) => state === 'settled' && !isLogged && isLate(requestId),
    );
    if (late.length === 0) return page;
    await Promise.all(late.map(({ requestId }) => this.#lateTexts(requestId)));
    return await read();
  }

  /** Takes nothing more. What was taken is still written. */
  protected async drain(error: LedgerError): Promise<void> {
    this.#stopped ??= error;
    this.#writeWatch.stop();
    await this.queue.drain(error);
    await this.#texts.drain();
  }

  /** Durability is in doubt: takes nothing more and rejects everything taken. */
  protected fail(error: LedgerError): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = error;
    this.#writeWatch.stop();
    this.queue.stop(error);
    this.#texts.moneyWritten();
    this.#options.onFatal?.(error);
  }

  async reserve(reservation: Reservation): Promise<ReserveResult> {
    checkReservation(reservation);
    return await this.queue.submit<'reserve'>({ ...reservation, kind: 'reserve' });
  }

  async deliver(delivery: Delivery): Promise<void> {
    checkDelivery(delivery);
    await this.queue.submit<'deliver'>({ ...delivery, kind: 'deliver' });
  }

  async settle(settlement: Settlement): Promise<void> {
    checkSettlement(settlement);
    const { requestId } = settlement;
    const settling = this.queue.submit<'settle'>({ ...settlement, kind: 'settle' });
    this.#settling.set(requestId, settling);
    try {
      await settling;
    } finally {
      this.#settling.delete(requestId);
    }
  }

  async void(requestId: string): Promise<void> {
    await this.queue.submit<'void'>({ kind: 'void', requestId });
  }

  async keepTexts(texts: Texts, isAwaited = true): Promise<boolean> {
    this.refuseStopped();
    return await this.#texts.keep(texts, isAwaited);
  }

  async keepAnswer(answer: CachedAnswer): Promise<boolean> {
    this.refuseStopped();
    const bytes = lengthOf(answer.answer);
    if (bytes === 0 || bytes > MAX_CACHED_ANSWER_BYTES) return false;
    return await this.#texts.keep(answer, false);
  }

  async pruneAnswers(): Promise<number> {
    const beforeMs = oldestAnswerMs(Date.now());
    return await repeatStep(() => this.take({ of: 'texts', kind: 'pruneAnswers', beforeMs }));
  }

  async eraseRequest(accountId: number, requestId: string): Promise<void> {
    await this.take({ of: 'texts', kind: 'eraseRequest', accountId, requestId });
  }

  async vote(accountId: number, requestId: string, vote: VoteChange): Promise<boolean> {
    return (await this.take({ of: 'texts', kind: 'vote', accountId, requestId, vote })).rows > 0;
  }
}
