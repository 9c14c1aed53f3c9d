/**
 * The ledger contract. Every amount is an integer of micro-credits (one credit = 1,000,000), at most 2^53 - 1.
 * A request moves reserved -> settled or reserved -> voided, each once. Every promise resolves only when the
 * change is durable; a rejection is a `LedgerError` and means that nothing was changed, except for its code `failed`:
 * then the writer was lost half-way, and recovery finds out.
 */

export interface Account {
  readonly id: number;
  readonly name: string;
  /** Factor on list prices in thousandths: 1000 charges the list price. */
  readonly markupMilli: number;
  readonly zeroDataRetention: boolean;
  readonly requestsPerMinute: number;
  readonly requestsInFlight: number;
}

export interface AccountSettings {
  readonly markupMilli?: number;
  readonly zeroDataRetention?: boolean;
  readonly requestsPerMinute?: number;
  readonly requestsInFlight?: number;
}

export interface Balance {
  readonly postedMicroCredits: number;
  readonly reservedMicroCredits: number;
}

/** What stands for an `Idempotency-Key` and its body; neither can be told from it. Kept for 24 hours from the hold. */
export interface IdempotencyClaim {
  /** A hash of the key, 1 to 255 characters. */
  readonly key: string;
  /** A hash of the canonical body, made with the key: the same key with another body is refused. */
  readonly fingerprint: string;
}

export interface Reservation {
  /** The response's `promptLogId`. */
  readonly requestId: string;
  readonly accountId: number;
  readonly holdMicroCredits: number;
  /** Under zero data retention no text of the request is ever handed over; the row says so. */
  readonly zeroDataRetention: boolean;
  readonly idempotency: IdempotencyClaim | null;
}

export type ReserveOutcome =
  | { readonly outcome: 'reserved' }
  /** The free balance does not cover the hold. Nothing was written. */
  | { readonly outcome: 'insufficient'; readonly availableMicroCredits: number }
  /** The idempotency key belongs to another body, or to a request that still runs. Nothing was written. */
  | { readonly outcome: 'key_mismatch' | 'in_flight' }
  /** The same request has been settled. `response` is null where its text was not retained. */
  | {
      readonly outcome: 'settled';
      readonly requestId: string;
      readonly chargeMicroCredits: number;
      readonly response: string | null;
    };

/** One upstream call's metering row. It holds no text, so zero data retention keeps it. */
export interface CallRecord {
  readonly role: 'contestant' | 'judge';
  /** Index of the model in the request, or of the judge. */
  readonly index: number;
  readonly modelId: string;
  readonly status: 'completed' | 'failed';
  readonly faultCode: string | null;
  readonly tokensIn: number;
  readonly tokensCached: number;
  readonly tokensCacheWrite: number;
  readonly tokensOut: number;
  /** Web-search queries. */
  readonly searches: number;
  readonly attempts: number;
  readonly latencyMs: number;
  readonly providerCostNanoUsd: number;
  readonly chargeMicroCredits: number;
}

export interface Settlement {
  readonly requestId: string;
  /** At most the hold. */
  readonly chargeMicroCredits: number;
  /** What the calls cost beyond the hold; the house bears it. */
  readonly houseMicroCredits: number;
  /** Their charges add up to charge and house share exactly; a settlement that does not is refused. */
  readonly calls: readonly CallRecord[];
  /** JSON texts for the prompt log; null under zero data retention, and then nothing of either is written. */
  readonly log: { readonly request: string; readonly response: string } | null;
}

/** What is known of one request afterwards. */
export interface RequestRecord {
  readonly requestId: string;
  readonly state: 'reserved' | 'settled' | 'voided';
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly holdMicroCredits: number;
  readonly chargeMicroCredits: number;
  readonly zeroDataRetention: boolean;
  readonly calls: readonly CallRecord[];
  /** Null under zero data retention, before the request is settled, and once its log is pruned. */
  readonly log: Settlement['log'];
}

/** One line of an account's history; entries never change. */
export interface LedgerEntry {
  readonly at: string;
  readonly kind: 'grant' | 'charge' | 'release' | 'house';
  readonly microCredits: number;
  readonly requestId: string | null;
}

export interface LedgerProblem {
  readonly invariant: string;
  readonly detail: string;
}

export interface NewKey {
  readonly accountName: string;
  /** Shown to people; identifies the key in `assay key revoke`, so no two keys have the same. */
  readonly prefix: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
}

/** What the running gateway needs. */
export interface Ledger {
  /** The account of a key that is neither revoked nor unknown. */
  authenticate(keyHash: Uint8Array): Promise<Account | undefined>;
  /**
   * Looks the idempotency key up and takes the hold, in one transaction.
   * @throws if the request id was used before.
   */
  reserve(reservation: Reservation): Promise<ReserveOutcome>;
  /** @throws if the request is not reserved, or reserved by another process. */
  settle(settlement: Settlement): Promise<void>;
  /** Gives the whole hold back, and frees the idempotency key. @throws as `settle`. */
  void(requestId: string): Promise<void>;
  balance(accountId: number): Promise<Balance>;
  /** Undefined where the account has no such request; another account's is none of its own. */
  findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined>;
  close(): Promise<void>;
}

/** What the `assay` command needs. */
export interface LedgerAdmin {
  createAccount(name: string, microCredits: number): Promise<Account>;
  /** @returns the balance after the grant. */
  grant(accountName: string, microCredits: number): Promise<Balance>;
  changeAccount(accountName: string, settings: AccountSettings): Promise<Account>;
  listAccounts(): Promise<readonly (Account & Balance)[]>;
  createKey(key: NewKey): Promise<void>;
  /** @returns false where no active key has this prefix. */
  revokeKey(prefix: string): Promise<boolean>;
  /** The newest first, at most `limit`. @throws where there is no such account. */
  history(accountName: string, limit: number): Promise<readonly LedgerEntry[]>;
  /**
   * Deletes the texts of requests finished before then; metering rows and entries stay.
   * @param before ISO 8601; at least 24 hours ago, since idempotent replies are read from these texts.
   * @returns how many were deleted.
   */
  prunePrompts(before: string): Promise<number>;
  /** Every invariant inside one read transaction; empty where all hold. */
  check(): Promise<readonly LedgerProblem[]>;
  close(): Promise<void>;
}
