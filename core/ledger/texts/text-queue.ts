import type { CachedAnswer } from '../answers/cached-answer.ts';
import { AccountShares } from '../../stores/account-shares.ts';
import { LedgerError } from '../ledger-error.ts';
import type { TextResult } from '../ledger-operation.ts';
import { isAnswer, lengthOf, type Storable } from './storable.ts';

/** Why texts were not kept, or no longer: for metrics. */
export type TextLoss = 'queue_full' | 'request_too_large' | 'too_large' | 'gave_way' | 'failed';

export interface TextQueueSettings {
  /** Stores texts in one transaction of their own; results in their order. */
  readonly write: (texts: readonly Storable[]) => Promise<readonly TextResult[]>;
  /** Whether an operation on money waits or is being written. */
  readonly isMoneyWaiting: () => boolean;
  /** Told of texts for the log that are not kept, and of older ones that gave way. A cache may lose answers. */
  readonly onLoss: (reason: TextLoss, texts: number) => void;
  /** Texts of all accounts that wait or are being written, at most, bytes. */
  readonly maxBytes?: number;
  /** How long a text that nobody waits for may wait for others to share its transaction, milliseconds; 0 by default. */
  readonly lingerMs?: number;
}

const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** Upper bound of one request's texts, in bytes: money waits while a transaction is written, so none may be longer. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
/** Small texts share a transaction up to so many bytes; a larger one has its own. */
const SHARED_BYTES = 1024 * 1024;
/** Texts in one transaction at most. */
const SHARED_TEXTS = 64;
/** Under constant load texts get a turn after so many batches of money, or they would never be written. */
const BATCHES_BEFORE_A_TURN = 4;
/** A text for which an account's older ones give way, a hundred at a time, at most so often. */
const MAX_ROUNDS = 1_000;

/** An answer to the same question is waited for where it is looked up. */
export function idOfAnswer({ accountId, key }: Pick<CachedAnswer, 'accountId' | 'key'>): string {
  return `${accountId} ${key}`;
}

/**
 * Node makes small buffers as views of one of 64 KB. A message to a thread copies the whole of it, and a text that waits
 * keeps it in memory.
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
  /** Of texts their request. */
  readonly id: string;
  readonly accountId: number;
  readonly stored: Storable;
  readonly bytes: number;
  readonly done: PromiseWithResolvers<boolean>;
  rounds: number;
}

function pendingOf(stored: Storable): Pending {
  const { accountId } = stored;
  const common = { accountId, done: Promise.withResolvers<boolean>(), rounds: 0 };
  if (isAnswer(stored)) {
    const answer = ownMemory(stored.answer);
    return { ...common, id: idOfAnswer(stored), stored: { ...stored, answer }, bytes: lengthOf(answer) };
  }
  const [request, response] = [ownMemory(stored.request), ownMemory(stored.response)];
  const bytes = lengthOf(request) + lengthOf(response);
  return { ...common, id: stored.requestId, stored: { ...stored, request, response }, bytes };
}

/**
 * Texts that wait until no operation on money does. One transaction at a time. Bounded in bytes: an account may fill at
 * most as much of the queue as it leaves free, and accounts take turns, so no account's texts delay or displace those of
 * others.
 */
export class TextQueue {
  readonly #settings: TextQueueSettings;
  /** By ID: the ends of those that wait, and of those being written. Not the texts: see `RunningRequests`. */
  readonly #pending = new Map<string, Pick<Pending, 'accountId' | 'done'>>();
  /**
   * Those that wait, by account, in the order of the turns: every account has one taken before any has its second. No
   * list is empty.
   */
  readonly #waiting = new Map<number, Pending[]>();
  /** Bytes of those that wait and of those being written. */
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
   * @param isAwaited whether the caller waits for it: then they do not linger.
   * @returns whether they were stored. False at once where they exceed 16 MiB or the account's share of the queue.
   * @throws LedgerError `invalid` where no text of this request may be stored.
   */
  async keep(stored: Storable, isAwaited = true): Promise<boolean> {
    const pending = pendingOf(stored);
    const { id, accountId, bytes, done } = pending;
    if (bytes > MAX_REQUEST_BYTES || this.#pending.has(id) || !this.#shares.take(accountId, bytes)) {
      this.#lose(stored, bytes > MAX_REQUEST_BYTES ? 'request_too_large' : 'queue_full', 1);
      return false;
    }
    this.#pending.set(id, { accountId, done });
    const queue = this.#waiting.get(accountId);
    if (queue === undefined) this.#waiting.set(accountId, [pending]);
    else queue.push(pending);
    this.#schedule(isAwaited);
    return await done.promise;
  }

  /** A batch of money has been written. */
  moneyWritten(): void {
    this.#batchesSince += 1;
    this.#next();
  }

  /** Whether texts of the request, or the answer of this ID, wait or are being written. */
  isWaiting(id: string): boolean {
    return this.#pending.has(id);
  }

  /** IDs of those that wait or are being written now. */
  waiting(): ReadonlySet<string> {
    return new Set(this.#pending.keys());
  }

  /** Hurries those that wait. Resolves once they no longer do, whatever became of them. */
  async written(id: string): Promise<void> {
    if (this.isWaiting(id)) this.#schedule(true);
    await this.#pending.get(id)?.done.promise.catch(() => {});
  }

  /** Resolves once nothing waits. */
  async drain(): Promise<void> {
    this.#schedule(true);
    await Promise.allSettled([...this.#pending.values()].map(({ done }) => done.promise));
  }

  /** What is not urgent lingers: a transaction takes the writer a turn between two of money. */
  #schedule(isUrgent: boolean): void {
    const { lingerMs = 0 } = this.#settings;
    const isFull = this.#pending.size >= SHARED_TEXTS || this.#shares.taken >= SHARED_BYTES;
    if (!isUrgent && !isFull && lingerMs > 0) {
      this.#timer ??= setTimeout(() => this.#schedule(true), lingerMs);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = true;
    this.#next();
  }

  #next(): void {
    if (!this.#isDue) return;
    const mayGo = !this.#settings.isMoneyWaiting() || this.#batchesSince >= BATCHES_BEFORE_A_TURN;
    if (this.#writing || this.#pending.size === 0 || !mayGo) return;
    this.#writing = true;
    this.#batchesSince = 0;
    const taken = this.#take();
    this.#isDue = this.#waiting.size > 0;
    void this.#write(taken);
  }

  /** Texts that make room have a transaction each: deleting older ones takes time too. */
  #take(): readonly Pending[] {
    const taken: Pending[] = [];
    let bytes = 0;
    for (const [accountId, queue] of this.#waiting) {
      const [next] = queue;
      if (next === undefined) break;
      const mayShare = next.rounds === 0 && bytes + next.bytes <= SHARED_BYTES;
      if (taken.length > 0 && !mayShare) break;
      queue.shift();
      // The account takes the last turn, which this loop comes to as well.
      this.#waiting.delete(accountId);
      if (queue.length > 0) this.#waiting.set(accountId, queue);
      taken.push(next);
      bytes += next.bytes;
      if (next.rounds > 0 || taken.length === SHARED_TEXTS) break;
    }
    return taken;
  }

  async #write(taken: readonly Pending[]): Promise<void> {
    const results = await this.#settings
      .write(taken.map(({ stored }) => stored))
      .catch((): readonly TextResult[] => []);
    this.#writing = false;
    const unfinished = taken.filter(
      (pending, index) => !this.#ends(pending, results[index] ?? { outcome: 'failed', gaveWay: 0 }),
    );
    // One that needs another step stays its account's first, and its account waits for its next turn.
    for (const pending of unfinished.toReversed()) {
      const queue = this.#waiting.get(pending.accountId) ?? [];
      queue.unshift(pending);
      this.#waiting.set(pending.accountId, queue);
      this.#isDue = true;
    }
    this.#next();
  }

  /** @returns false where the texts have to be handed over again. */
  #ends(pending: Pending, { outcome, gaveWay }: TextResult): boolean {
    const { stored, id, accountId, bytes } = pending;
    if (gaveWay > 0) this.#lose(stored, 'gave_way', gaveWay);
    pending.rounds += 1;
    if (outcome === 'making-room' && pending.rounds < MAX_ROUNDS) return false;
    this.#pending.delete(id);
    this.#shares.release(accountId, bytes);
    if (outcome === 'not-allowed' && !isAnswer(stored)) {
      const message = `Request ${id} takes no texts: it is under zero data retention, or not open here.`;
      pending.done.reject(new LedgerError('invalid', message));
      return true;
    }
    if (outcome !== 'kept') this.#lose(stored, outcome === 'too-large' ? 'too_large' : 'failed', 1);
    pending.done.resolve(outcome === 'kept');
    return true;
  }

  #lose(stored: Storable, reason: TextLoss, texts: number): void {
    if (!isAnswer(stored)) this.#settings.onLoss(reason, texts);
  }
}
