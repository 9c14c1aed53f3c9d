import { lengthOf, type JsonPieces } from '../text/plain-json.ts';

/** Replies kept nowhere else: more than a burst of retries needs, and a small part of the process's memory. */
const MAX_REPLIES = 1_000;
const MAX_BYTES = 32 * 1_024 * 1_024;
/** The share of either bound that one account may use. */
const ACCOUNT_SHARE = 1 / 2;
const KEPT_MS = 600_000;

/**
 * Replies that their clients may ask for again and that the ledger does not keep, in memory alone: of requests with an
 * `Idempotency-Key` and of asynchronous ones, under zero data retention or if the ledger did not store them in time. The
 * ledger knows which request an account's key belongs to, so the request's ID names its reply.
 */
export interface RecentReplies {
  /**
   * If a bound is reached, the oldest replies of the account are dropped; if that is not enough, those of the account
   * that uses most. A reply larger than an account's share, 16 MiB, is not kept.
   */
  keep(accountId: number, requestId: string, reply: JsonPieces): void;
  /** Undefined once 10 minutes have passed, or if it was dropped to make room. */
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
  /** In the order of their ends. */
  const kept = new Map<string, Kept>();
  const accounts = new Map<number, AccountReplies>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  const forget = (requestId: string): void => {
    const found = kept.get(requestId);
    if (found === undefined) return;
    bytes -= found.bytes;
    found.of.bytes -= found.bytes;
    found.of.requestIds.delete(requestId);
    kept.delete(requestId);
  };
  const forgetOldestOf = ({ requestIds }: AccountReplies): void => {
    const [oldest] = requestIds;
    if (oldest !== undefined) forget(oldest);
  };
  const forgetEnded = (): void => {
    const timeMs = now();
    for (const [requestId, { untilMs }] of kept) {
      if (untilMs > timeMs) break;
      forget(requestId);
    }
    for (const [accountId, { requestIds }] of accounts) if (requestIds.size === 0) accounts.delete(accountId);
  };
  /** Without a next request too, nothing may outlive its time. */
  const watch = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      forgetEnded();
      if (kept.size > 0) watch();
    }, KEPT_MS / 10).unref();
  };

  return {
    keep(accountId, requestId, reply) {
      forget(requestId);
      const length = lengthOf(reply);
      if (length > MAX_BYTES * ACCOUNT_SHARE) return;
      forgetEnded();
      const own = accounts.get(accountId) ?? { requestIds: new Set(), bytes: 0 };
      accounts.set(accountId, own);
      while (isFull(own.requestIds.size, own.bytes + length, ACCOUNT_SHARE)) forgetOldestOf(own);
      while (isFull(kept.size, bytes + length, 1)) forgetOldestOf(greediest(accounts.values()));
      kept.set(requestId, { reply, bytes: length, untilMs: now() + KEPT_MS, of: own });
      own.requestIds.add(requestId);
      own.bytes += length;
      bytes += length;
      watch();
    },
    find(requestId) {
      forgetEnded();
      return kept.get(requestId)?.reply;
    },
    forget,
    clear() {
      kept.clear();
      accounts.clear();
      bytes = 0;
      clearTimeout(timer);
      timer = undefined;
    },
  };
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
