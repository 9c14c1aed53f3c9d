/** The groups by which a usage report has rows. A day is a day in UTC. */
export const USAGE_GROUPS = ['account', 'model', 'key', 'day'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Settled requests, by when they were charged. Times are Unix milliseconds. */
export interface UsageQuery {
  readonly by: UsageGroup;
  /** Within each of these groups. */
  readonly within?: readonly UsageGroup[] | undefined;
  /** Upper bound of the rows, if the caller has less memory than `MAX_FINE_USAGE_ROWS` need. */
  readonly maxRows?: number | undefined;
  /** Absent for all accounts. */
  readonly accountId?: number | undefined;
  /** From this moment on. */
  readonly fromMs: number;
  /** Before this moment. */
  readonly toMs: number;
}

export interface UsageRow {
  /** Account name, model ID, key prefix or date; null for requests from before keys were counted. */
  readonly group: string | null;
  /** As `group`, for each of `within`; absent without `within`. */
  readonly others?: readonly (string | null)[];
  /** The names of the key and its account if rows are grouped by key; null for requests from before keys were counted. */
  readonly key?: { readonly name: string | null; readonly accountName: string | null };
  /** Calls to models, judges included. */
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** The providers' charge to the operator. */
  readonly costNanoUsd: number;
  /** The rows add up to the account's charges exactly. */
  readonly billedMicroCredits: number;
  /** The cost that the operator bears, in micro-credits. */
  readonly absorbedMicroCredits: number;
}

/** A report with more rows is refused, because one that lacked some would not add up. */
export const MAX_USAGE_ROWS = 10_000;
/** The bound for rows that are grouped in several ways at once. */
export const MAX_FINE_USAGE_ROWS = 100_000;
/** The last moment that a JavaScript date can hold. */
export const END_OF_TIME_MS = 8_640_000_000_000_000;

/** Output tokens of one model in one role, over the ledger's latest calls, at most 1,000 of each account. */
export interface MeteredOutput {
  readonly modelId: string;
  readonly role: 'contestant' | 'judge';
  readonly calls: number;
  /** The 99th percentile. */
  readonly likelyTokens: number;
  readonly meanTokens: number;
  /** At least three accounts have a 99th percentile this high, over their own calls; 0 if fewer have calls. */
  readonly commonTokens: number;
}
