import { lengthOf, type JsonPieces } from '../text/json-pieces.ts';

/** Replies kept nowhere else: more than a burst of retries needs, and a small part of the process's memory. */
const MAX_REPLIES = 1_000;
const MAX_BYTES = 32 * 1_024 * 1_024;
/** Of either bound, the part one account may use. */
const ACCOUNT_SHARE = 1 / 2;
const KEPT_MS = 600_000;

/**
 * Replies that their clients may ask for again and that the ledger does not keep, in memory alone: of requests with an
 * `Idempotency-Key` and of asynchronous ones, under zero data retention or where the ledger did not store them in time. The
 * ledger knows which request an account's key belongs to, so the request's ID names its reply.
 */
export interface RecentReplies {
  /**
   * Where a bound is reached, the oldest of the account give way; where that does not suffice, those of whoever uses
   * most. A reply larger than an account's share, 16 MiB, is not kept.
   */
  keep(accountId: number, requestId: string, reply: JsonPieces): void;
  /** Undefined once 10 minutes have passed, or where it had to give way. */
  find(requestId: string): JsonPieces | undefined;
  /** Its request is erased, or the ledger has stored its texts late. */
  forget(requestId: string): void;
  /** Forgets everything at once. */
  clear(): void;
}

interface Kept {
  readonly reply: JsonPieces;
  readonly bytes: number;
  readonly untilMs: number;
  readonly of: AccountReplies;
}

interface AccountReplies {
  /** The oldest first. */
  readonly requestIds: Set<string>;
  bytes: number;
}

/** @param now milliseconds, never going back. */
export function createRecentReplies(now: () => number): RecentReplies {
  return new ReplyShelf(now);
}

class ReplyShelf implements RecentReplies {
  readonly #now: () => number;
  /** In the order of their ends. */
  readonly #kept = new Map<string, Kept>();
  readonly #accounts = new Map<number, AccountReplies>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  keep(accountId: number, requestId: string, reply: JsonPieces): void {
    this.forget(requestId);
    const length = lengthOf(reply);
    if (length > MAX_BYTES * ACCOUNT_SHARE) return;
    this.#forgetEnded();
    const own = this.#accounts.get(accountId) ?? { requestIds: new Set(), bytes: 0 };
    this.#accounts.set(accountId, own);
    this.#makeRoom(own, length);
    this.#kept.set(requestId, { reply, bytes: length, untilMs: this.#now() + KEPT_MS, of: own });
    own.requestIds.add(requestId);
    own.bytes += length;
    this.#bytes += length;
    this.#watch();
  }

  find(requestId: string): JsonPieces | undefined {
    this.#forgetEnded();
    return this.#kept.get(requestId)?.reply;
  }

  clear(): void {
    this.#kept.clear();
    this.#accounts.clear();
    this.#bytes = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  forget(requestId: string): void {
    const found = this.#kept.get(requestId);
    if (found === undefined) return;
    this.#bytes -= found.bytes;
    found.of.bytes -= found.bytes;
    found.of.requestIds.delete(requestId);
    this.#kept.delete(requestId);
  }

  #forgetOldestOf({ requestIds }: AccountReplies): void {
    for (const requestId of requestIds) {
      this.forget(requestId);
      return;
    }
  }

  #forgetEnded(): void {
    const timeMs = this.#now();
    for (const [requestId, { untilMs }] of this.#kept) {
      if (untilMs > timeMs) break;
      this.forget(requestId);
    }
    for (const [accountId, { requestIds }] of this.#accounts)
      if (requestIds.size === 0) this.#accounts.delete(accountId);
  }

  #makeRoom(own: AccountReplies, length: number): void {
    while (isFull(own.requestIds.size, own.bytes + length, ACCOUNT_SHARE)) this.#forgetOldestOf(own);
    while (isFull(this.#kept.size, this.#bytes + length, 1))
      this.#forgetOldestOf(greediest(this.#accounts.values()));
  }

  /** Without a next request too, nothing may outlive its time. */
  #watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#forgetEnded();
      if (this.#kept.size > 0) this.#watch();
    }, KEPT_MS / 10).unref();
  }
}

/** Whether one more reply is one too many. @param bytes with that one. */
function isFull(replies: number, bytes: number, share: number): boolean {
  return replies >= MAX_REPLIES * share || bytes > MAX_BYTES * share;
}

/** Who uses most of either bound. */
function greediest(accounts: Iterable<AccountReplies>): AccountReplies {
  const partOf = ({ requestIds, bytes }: AccountReplies): number =>
    Math.max(requestIds.size / MAX_REPLIES, bytes / MAX_BYTES);
  return [...accounts].reduce((one, other) => (partOf(other) > partOf(one) ? other : one));
}
