/**
 * The ledger contract. Every amount is an integer of micro-credits (one credit = 1,000,000), at most 2^53 - 1.
 * A request moves reserved -> settled or reserved -> voided, each once. Once marked as delivering it can only be
 * settled: by its gateway, or by recovery at what is known of it. Every promise resolves only when the change is durable; a rejection is a `LedgerError` and means that nothing was changed, except for its code `failed`:
 * then the writer was lost half-way, and recovery finds out.
 */

import type { LogPiece } from './log-piece.ts';

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
  /** The same request has been settled. `responseBytes` is null where its text was not retained; `readLog` reads it. */
  | {
      readonly outcome: 'settled';
      readonly requestId: string;
      readonly chargeMicroCredits: number;
      readonly responseBytes: number | null;
    };

/** How an idempotency key was used before. */
export type KeyUse = Extract<ReserveOutcome, { readonly outcome: 'key_mismatch' | 'in_flight' | 'settled' }>;

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
  /** The part of the charge for attempts that were repeated; the house bears it. It is not stored. */
  readonly houseMicroCredits?: number;
}

/** What is about to leave for the caller before the request is settled. */
export interface Delivery {
  readonly requestId: string;
  /** How many calls of this request were handed over before; the first of `calls` has this sequence number. */
  readonly from: number;
  /** The calls whose results are about to leave. */
  readonly calls: readonly CallRecord[];
}

export interface Settlement {
  readonly requestId: string;
  /** At most the hold. */
  readonly chargeMicroCredits: number;
  /** What the calls cost beyond the hold; the house bears it. */
  readonly houseMicroCredits: number;
  /**
   * All calls of the request, those delivered before first and in the same order. Their charges add up to charge and
   * house share exactly; a settlement that does not is refused.
   */
  readonly calls: readonly CallRecord[];
}

/** A request's texts for the prompt log: JSON in UTF-8, each in pieces that are joined in order. */
export interface Texts {
  readonly requestId: string;
  /** Whose share of the queue they take; the ledger knows the request's account itself. */
  readonly accountId: number;
  readonly request: readonly Uint8Array[];
  readonly response: readonly Uint8Array[];
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
  /** Null under zero data retention, before the request is settled, and once its texts are pruned or gave way. */
  readonly log: LogSizes | null;
}

/** How long the logged texts of a request are, in bytes of UTF-8. The texts themselves are read in pieces. */
export interface LogSizes {
  readonly requestBytes: number;
  readonly responseBytes: number;
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
  /**
   * Marks an open request as delivering and stores these calls: from then on it is never voided. Repeating it changes
   * nothing. @throws as `settle`.
   */
  deliver(delivery: Delivery): Promise<void>;
  /** @throws if the request is not reserved, or reserved by another process. */
  settle(settlement: Settlement): Promise<void>;
  /**
   * Gives the whole hold back, and frees the idempotency key.
   * @throws as `settle`, and LedgerError `delivering` where something of the answer may have left.
   */
  void(requestId: string): Promise<void>;
  /**
   * Stores the texts of an open or settled request of this process, in a transaction of its own that gives way to every
   * operation on money. Texts of the account's oldest requests give way beyond the bound per account. Accounts take turns.
   * @returns whether they were stored. Above 16 MB, above the account's bound or its share of the queue, or refused by
   * the store: false.
   * @throws LedgerError `invalid` under zero data retention.
   */
  keepTexts(texts: Texts): Promise<boolean>;
  balance(accountId: number): Promise<Balance>;
  /** Looks an idempotency key up, reads no text and changes nothing. Undefined where the key is free. */
  findReply(accountId: number, claim: IdempotencyClaim): Promise<KeyUse | undefined>;
  /** Undefined where the account has no such request; another account's is none of its own. */
  findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined>;
  /**
   * The next bytes of a logged text, at most `LOG_PIECE_BYTES`; a piece may end within a character. Undefined where the
   * account has no such text, or none any more.
   */
  readLog(piece: LogPiece): Promise<Uint8Array | undefined>;
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
   * Deletes the texts of requests finished before then; metering rows and entries stay. A repetition of such a request
   * under its idempotency key is answered without a reply and never run again.
   * @param before ISO 8601.
   * @returns how many were deleted.
   */
  prunePrompts(before: string): Promise<number>;
  /** Every invariant inside one read transaction; empty where all hold. */
  check(): Promise<readonly LedgerProblem[]>;
  close(): Promise<void>;
}
