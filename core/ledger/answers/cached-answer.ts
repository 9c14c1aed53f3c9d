/** 30 days. No request gets an older answer, and pruning deletes it. */
const MAX_CACHE_AGE_SECONDS = 2_592_000;
/** Upper bound of one answer in the cache, bytes. It is read in one piece. */
export const MAX_CACHED_ANSWER_BYTES = 1_048_576;

/** Answers stored before this moment are no longer given to requests. Unix milliseconds. */
export function oldestAnswerMs(nowMs: number): number {
  return nowMs - MAX_CACHE_AGE_SECONDS * 1_000;
}

/** The answer of one model, for later requests of the same account with the same question to it. */
export interface CachedAnswer {
  /** The settled request it belongs to. */
  readonly requestId: string;
  readonly accountId: number;
  /** SHA-256 of the question, in lower-case hexadecimal digits. */
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
   * Reads an answer of the account's cache. Undefined if there is none that is young enough, or the account has no cache.
   * Accounts take turns.
   */
  findAnswer(query: CacheQuery): Promise<Uint8Array | undefined>;
  /**
   * Stores an answer in place of an earlier one to the same question. Beyond the bound per account its oldest answers are
   * deleted.
   * @returns whether it was stored. It is false above `MAX_CACHED_ANSWER_BYTES`, under zero data retention, if the request
   * is not settled or is another gateway's, and if the account has no cache.
   */
  keepAnswer(answer: CachedAnswer): Promise<boolean>;
  /** Deletes answers older than `MAX_CACHE_AGE_SECONDS`, and those of accounts without a cache. @returns how many. */
  pruneAnswers(): Promise<number>;
}
