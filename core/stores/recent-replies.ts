import { lengthOf, type JsonPieces } from '../text/plain-json.ts';

/** More replies than a burst of retries needs, in a small part of the process's memory. */
const MAX_REPLIES = 1_000;
const MAX_BYTES = 32 * 1_024 * 1_024;
/** The share of either bound that one account may use. */
const ACCOUNT_SHARE = 1 / 2;
const KEPT_MS = 600_000;

export type RecentReplies = ReturnType<typeof createRecentReplies>;

interface StoredReply {
  readonly reply: JsonPieces;
  readonly bytes: number;
  readonly untilMs: number;
  readonly account: AccountReplies;
}

interface AccountReplies {
  /** The oldest first. */
  readonly requestIds: Set<string>;
  bytes: number;
}

/**
 * Replies that their clients may ask for again and that the ledger does not keep, in memory alone: of requests with an
 * `Idempotency-Key` and of asynchronous ones, under zero data retention or if the ledger did not store them in time. The
 * ledger knows which request an account's key belongs to, so the request's ID names its reply.
 * @param now milliseconds, never going back.
 */
export function createRecentReplies(now: () => number) {
  /** In the order in which they expire. */
  const replies = new Map<string, StoredReply>();
  const accounts = new Map<number, AccountReplies>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Call it if the request is erased, or the ledger has stored its texts late. */
  const forget = (requestId: string): void => {
    const stored = replies.get(requestId);
    if (stored === undefined) return;
    bytes -= stored.bytes;
    stored.account.bytes -= stored.bytes;
    stored.account.requestIds.delete(requestId);
    replies.delete(requestId);
  };
  const forgetOldestOf = ({ requestIds }: AccountReplies): void => {
    const [oldest] = requestIds;
    if (oldest !== undefined) forget(oldest);
  };
  const forgetEnded = (): void => {
    const timeMs = now();
    for (const [requestId, { untilMs }] of replies) {
      if (untilMs > timeMs) break;
      forget(requestId);
    }
    for (const [accountId, { requestIds }] of accounts) if (requestIds.size === 0) accounts.delete(accountId);
  };
  /** Deletes replies that have expired, also if no further request comes. */
  const watch = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      forgetEnded();
      if (replies.size > 0) watch();
    }, KEPT_MS / 10).unref();
  };

  return {
    /**
     * If a bound is reached, the oldest replies of the account are dropped; if that is not enough, those of the account
     * that uses most. A reply larger than an account's share, 16 MiB, is not kept.
     */
    keep(accountId: number, requestId: string, reply: JsonPieces): void {
      forget(requestId);
      const length = lengthOf(reply);
      if (length > MAX_BYTES * ACCOUNT_SHARE) return;
      forgetEnded();
      const own = accounts.get(accountId) ?? { requestIds: new Set(), bytes: 0 };
      accounts.set(accountId, own);
      while (isFull(own.requestIds.size, own.bytes + length, ACCOUNT_SHARE)) forgetOldestOf(own);
      while (isFull(replies.size, bytes + length, 1)) forgetOldestOf(greediest(accounts.values()));
      replies.set(requestId, { reply, bytes: length, untilMs: now() + KEPT_MS, account: own });
      own.requestIds.add(requestId);
      own.bytes += length;
      bytes += length;
      watch();
    },
    /** Undefined once 10 minutes have passed, or if it was dropped to make room. */
    find(requestId: string): JsonPieces | undefined {
      forgetEnded();
      return replies.get(requestId)?.reply;
    },
    forget,
    /** Forgets everything at once. */
    clear(): void {
      replies.clear();
      accounts.clear();
      bytes = 0;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Whether there is no room for one more reply. @param bytes including that one. */
function isFull(count: number, bytes: number, share: number): boolean {
  return count >= MAX_REPLIES * share || bytes > MAX_BYTES * share;
}

/** The account that uses the largest part of either bound. */
function greediest(accounts: Iterable<AccountReplies>): AccountReplies {
  const partOf = ({ requestIds, bytes }: AccountReplies): number =>
    Math.max(requestIds.size / MAX_REPLIES, bytes / MAX_BYTES);
  return [...accounts].reduce((one, other) => (partOf(other) > partOf(one) ? other : one));
}
