/** No request is given an older answer, and no older one is kept, seconds: 30 days. */
const MAX_CACHE_AGE_SECONDS = 2_592_000;
/** Upper bound of one answer in the cache, bytes. It is read in one piece. */
export const MAX_CACHED_ANSWER_BYTES = 1_048_576;
/** Bound on the answers kept of one account, bytes, where none is given. */
export const DEFAULT_MAX_CACHE_BYTES = 100_000_000;

/** Before this moment an answer was stored that nobody is given any more, Unix milliseconds. */
export function oldestAnswerMs(nowMs: number): number {
  return nowMs - MAX_CACHE_AGE_SECONDS * 1_000;
}

/** What one model answered, for later requests of the same account that ask it the same. */
export interface CachedAnswer {
  /** The settled request it belongs to. */
  readonly requestId: string;
  readonly accountId: number;
  /** SHA-256 of what was asked, in lower-case hex: the text itself is not in it. */
  readonly key: string;
  /** JSON in UTF-8, in pieces that are joined in order; together 1 to `MAX_CACHED_ANSWER_BYTES`. */
  readonly answer: readonly Uint8Array[];
}

/** Which answer to look for. */
export interface CacheQuery {
  readonly accountId: number;
  readonly key: string;
  /** Only an answer younger than this, milliseconds. */
  readonly maxAgeMs: number;
}

/** Models' answers that later requests of the same account may be given. */
export interface AnswerCache {
  /**
   * An answer of the account's cache, as it was stored. Undefined where there is none so young, or the account has no cache.
   * Accounts take turns.
   */
  findAnswer(query: CacheQuery): Promise<Uint8Array | undefined>;
  /**
   * Stores an answer in place of an earlier one to the same question, as `Ledger.keepTexts` does texts: the account's oldest
   * answers give way beyond the bound per account.
   * @returns whether it was stored. False above `MAX_CACHED_ANSWER_BYTES`, under zero data retention, where the request is
   * not settled or is another gateway's, and where the account has no cache.
   */
  keepAnswer(answer: CachedAnswer): Promise<boolean>;
  /** Deletes answers older than `MAX_CACHE_AGE_SECONDS`, and those of accounts without a cache. @returns how many. */
  pruneAnswers(): Promise<number>;
}
