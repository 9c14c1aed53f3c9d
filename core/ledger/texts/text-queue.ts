import type { CachedAnswer } from '../answers/cached-answer.ts';
import { AccountShares } from '../../stores/account-shares.ts';
import type { CommitQueue } from '../commit-queue.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Storable, TextResult } from '../ledger-operation.ts';
import type { LedgerStore } from '../ledger-store.ts';
import { lengthOf } from '../../text/plain-json.ts';

/** Why texts were not stored, or were deleted to make room; for metrics. */
export type TextLoss = 'queue_full' | 'request_too_large' | 'too_large' | 'gave_way' | 'failed';

export interface TextQueueSettings {
  readonly store: Pick<LedgerStore, 'keep' | 'textsLingerMs'>;
  /** The queue of the operations on money, which go first. */
  readonly operations: Pick<CommitQueue, 'isIdle'>;
  /** Called if texts for the log are not stored or are deleted to make room. A cache may lose answers without notice. */
  readonly onLoss: (reason: TextLoss, texts: number) => void;
  /** Upper bound of the texts of all accounts that wait or are being written, in bytes; 256 MiB by default. */
  readonly maxBytes?: number;
}

const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** Upper bound of one request's texts, in bytes: money waits while a transaction is written, so none may be longer. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
/** Upper bound of the texts that share a transaction, in bytes. A larger text has its own transaction. */
const SHARED_BYTES = 1024 * 1024;
/** Upper bound of the texts in one transaction. */
const SHARED_TEXTS = 64;
/** Under constant load texts get a turn after this number of batches of money; otherwise they would never be written. */
const BATCHES_BEFORE_A_TURN = 4;
/**
 * Upper bound of the transactions that delete older texts of the account, 100 texts each, to make room for one text.
 */
const MAX_ROUNDS = 1_000;

/** The ID of a waiting answer, so that a look-up of the same question can wait until it is stored. */
export function idOfAnswer({ accountId, key }: Pick<CachedAnswer, 'accountId' | 'key'>): string {
  return `${accountId} ${key}`;
}

/**
 * Copies small pieces. Node allocates small buffers as views of one buffer of 64 KB: a message to a thread would copy all
 * of it, and a waiting text would keep all of it in memory.
 */
function ownMemory(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  return pieces.map((piece) => {
    const { buffer, byteLength } = piece;
    return buffer instanceof SharedArrayBuffer || buffer.byteLength === byteLength
      ? piece
      : new Uint8Array(piece);
  });
}

interface Pending {
  /** The request's ID for texts, `idOfAnswer` for an answer. */
  readonly id: string;
  readonly stored: Storable;
  readonly bytes: number;
  readonly done: PromiseWithResolvers<boolean>;
  rounds: number;
}

function pendingOf(stored: Storable): Pending {
  const common = { done: Promise.withResolvers<boolean>(), rounds: 0 };
  if ('answer' in stored) {
    const answer = ownMemory(stored.answer);
    return { ...common, id: idOfAnswer(stored), stored: { ...stored, answer }, bytes: lengthOf(answer) };
  }
  const [request, response] = [ownMemory(stored.request), ownMemory(stored.response)];
  const bytes = lengthOf(request) + lengthOf(response);
  return { ...common, id: stored.requestId, stored: { ...stored, request, response }, bytes };
}

/**
 * Holds texts until no operation on money waits, and writes one transaction at a time. The queue is bounded in bytes. An
 * account may fill at most as much of it as it leaves free, and accounts take turns, so that no account's texts delay or
 * displace those of others.
 */
export class TextQueue {
  readonly #settings: TextQueueSettings;
  /** The texts that wait or are being written, by ID, without their content: see `RunningRequests`. */
  readonly #pending = new Map<string, PromiseWithResolvers<boolean>>();
  /**
   * The texts that wait, by account. The accounts are in the order of their turns: one text of each account is written
   * before the second of any. No list is empty.
   */
  readonly #waiting = new Map<number, Pending[]>();
  /** The bytes of the texts that wait or are being written, by account. */
  readonly #shares: AccountShares;
  #batchesSince = 0;
  #writing = false;
  /** Set while texts linger. */
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(settings: TextQueueSettings) {
    this.#settings = settings;
    this.#shares = new AccountShares(settings.maxBytes ?? MAX_WAITING_BYTES);
  }

  /**
   * @param isAwaited whether the caller waits. If so, the texts are written as soon as possible.
   * @returns whether they were stored. It is false at once if they exceed 16 MiB or the account's share of the queue.
   * @throws LedgerError `invalid` if no text of this request may be stored.
   */
  async keep(stored: Storable, isAwaited = true): Promise<boolean> {
    const pending = pendingOf(stored);
    const { id, bytes, done } = pending;
    const { accountId } = stored;
    if (bytes > MAX_REQUEST_BYTES || this.#pending.has(id) || !this.#shares.take(accountId, bytes)) {
      this.#lose(stored, bytes > MAX_REQUEST_BYTES ? 'request_too_large' : 'queue_full', 1);
      return false;
    }
    this.#pending.set(id, done);
    const queue = this.#waiting.get(accountId);
    if (queue === undefined) this.#waiting.set(accountId, [pending]);
    else queue.push(pending);
    this.#schedule(isAwaited);
    return await done.promise;
  }

  /** Call it after each batch of operations on money. */
  noteMoneyBatch(): void {
    this.#batchesSince += 1;
    this.#next();
  }

  /** Whether texts of the request, or the answer of this ID, wait or are being written. */
  isWaiting(id: string): boolean {
    return this.#pending.has(id);
  }

  /** The IDs of texts and answers that wait or are being written. */
  waiting(): ReadonlySet<string> {
    return new Set(this.#pending.keys());
  }

  /** Writes what waits as soon as possible. It resolves once the texts of this ID are stored or refused. */
  async flush(id: string): Promise<void> {
    if (this.isWaiting(id)) this.#schedule(true);
    await this.#pending.get(id)?.promise.catch(() => {});
  }

  /** Writes what waits, and resolves once nothing does. */
  async drain(): Promise<void> {
    this.#schedule(true);
    await Promise.allSettled([...this.#pending.values()].map(({ promise }) => promise));
  }

  /** Lets texts that are not urgent wait for others, because each transaction delays the operations on money. */
  #schedule(isUrgent: boolean): void {
    const { textsLingerMs } = this.#settings.store;
    const isFull = this.#pending.size >= SHARED_TEXTS || this.#shares.total >= SHARED_BYTES;
    if (!isUrgent && !isFull && textsLingerMs > 0) {
      this.#timer ??= setTimeout(() => this.#schedule(true), textsLingerMs);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = true;
    this.#next();
  }

  #next(): void {
    if (!this.#isDue) return;
    const mayGo = this.#settings.operations.isIdle || this.#batchesSince >= BATCHES_BEFORE_A_TURN;
    if (this.#writing || this.#pending.size === 0 || !mayGo) return;
    this.#writing = true;
    this.#batchesSince = 0;
    const batch = this.#take();
    this.#isDue = this.#waiting.size > 0;
    void this.#write(batch);
  }

  /** Takes the texts of the next transaction. A text that makes room has its own, because deleting older ones takes time. */
  #take(): readonly Pending[] {
    const batch: Pending[] = [];
    let bytes = 0;
    for (const [accountId, queue] of this.#waiting) {
      const [next] = queue;
      if (next === undefined) break;
      const mayShare = next.rounds === 0 && bytes + next.bytes <= SHARED_BYTES;
      if (batch.length > 0 && !mayShare) break;
      queue.shift();
      // The account's next turn comes last. This loop reaches it too, because it visits entries that are added meanwhile.
      this.#waiting.delete(accountId);
      if (queue.length > 0) this.#waiting.set(accountId, queue);
      batch.push(next);
      bytes += next.bytes;
      if (next.rounds > 0 || batch.length === SHARED_TEXTS) break;
    }
    return batch;
  }

  async #write(batch: readonly Pending[]): Promise<void> {
    const results = await this.#settings.store
      .keep(batch.map(({ stored }) => stored))
      .catch((): readonly TextResult[] => []);
    this.#writing = false;
    const unfinished = batch.filter(
      (pending, index) => !this.#ends(pending, results[index] ?? { outcome: 'failed', evicted: 0 }),
    );
    // A text that needs another transaction stays the first of its account, and the account waits for its next turn.
    for (const pending of unfinished.toReversed()) {
      const { accountId } = pending.stored;
      const queue = this.#waiting.get(accountId) ?? [];
      queue.unshift(pending);
      this.#waiting.set(accountId, queue);
      this.#isDue = true;
    }
    this.#next();
  }

  /** @returns false if the texts have to be written again once there is more room. */
  #ends(pending: Pending, { outcome, evicted }: TextResult): boolean {
    const { stored, id, bytes } = pending;
    if (evicted > 0) this.#lose(stored, 'gave_way', evicted);
    pending.rounds += 1;
    if (outcome === 'making-room' && pending.rounds < MAX_ROUNDS) return false;
    this.#pending.delete(id);
    this.#shares.release(stored.accountId, bytes);
    if (outcome === 'not-allowed' && !('answer' in stored)) {
      const message = `Request ${id} takes no texts: it is under zero data retention, or not open here.`;
      pending.done.reject(new LedgerError('invalid', message));
      return true;
    }
    if (outcome !== 'kept') this.#lose(stored, outcome === 'too-large' ? 'too_large' : 'failed', 1);
    pending.done.resolve(outcome === 'kept');
    return true;
  }

  #lose(stored: Storable, reason: TextLoss, texts: number): void {
    if (!('answer' in stored)) this.#settings.onLoss(reason, texts);
  }
}
