/**
 * The ledger contract. Every amount is an integer of micro-credits (one credit = 1,000,000), at most 2^53 - 1; a balance
 * may be negative. A request moves reserved -> settled or reserved -> voided, each once. Once marked as delivering it can
 * only be settled: by its gateway, or by recovery, which charges the calls that were delivered.
 *
 * A promise resolves when the change is durable. A power cut may still take two kinds of changes: texts, and with SQLite
 * holds that are not `isAsync`. A rejection is a `LedgerError` and means that nothing was changed, except for its code
 * `failed`: then the writer was lost, and the change may have taken effect. Recovery ends what is still open.
 */

import type { KeyObject } from 'node:crypto';
import type { HoldRule, KeyLimits, ListedKey, NewKey } from './administration/settings.ts';
import type { Budget, BudgetStatus } from './budgets/budget.ts';
import type { AnswerCache } from './answers/cached-answer.ts';
import type { GatewayMail } from './mail/gateway-mail.ts';
import type { LogPiece } from './texts/log-piece.ts';
import type { Vote, VoteChange } from './texts/vote.ts';
import type { RequestHead, RequestPage, RequestPageQuery } from './requests/request-page.ts';
import type { MeteredOutput, UsageQuery, UsageRow } from './usage/usage.ts';
import type { WebhookOutbox } from './webhooks/outbox.ts';

export type { ListedKey, NewKey };

export interface Account {
  readonly id: number;
  readonly name: string;
  /** Factor on list prices in thousandths: 1000 charges the list price. */
  readonly markupMilli: number;
  readonly zeroDataRetention: boolean;
  /** Whether its requests may be answered from its cache if they ask for it. */
  readonly cache: boolean;
  readonly requestsPerMinute: number;
  readonly requestsInFlight: number;
  readonly holds: HoldRule;
}

/** An account with the limits of the key that a request came with. */
export interface KeyHolder extends Account, Pick<KeyLimits, 'models'> {
  /** The row of the key, by which usage is counted. */
  readonly keyId: number;
  /** A suspended account is refused everything until it is resumed. */
  readonly suspended: boolean;
}

/** The credits of an account. */
export interface Balance {
  /** Granted minus charged. If it is below zero, the account owes that amount. */
  readonly postedMicroCredits: number;
  /** The sum of the holds of open requests. Another request can hold at most the posted credits minus these. */
  readonly heldMicroCredits: number;
}

/** The balance after credits were given or taken; for a repeated claim, the balance after the first time. */
export interface CreditResult extends Balance {
  readonly isRepeated?: boolean;
}

/** The requests of dead gateways that another one ended. */
export interface Recovery {
  /** No part of their answers had left, so they are charged nothing. */
  readonly voidedRequests: number;
  /** Their answers had begun to leave, so their known cost is charged. */
  readonly chargedRequests: number;
  readonly chargedMicroCredits: number;
  /** Holds minus charges, of both kinds of requests; a charge above its hold gives nothing back. */
  readonly givenBackMicroCredits: number;
}

export interface ListedAccount extends Account, Balance, BudgetStatus {
  readonly suspended: boolean;
  /** Null if it has no webhook. */
  readonly webhookUrl: string | null;
}

/** Hashes of an `Idempotency-Key` and its body, kept for 24 hours from the hold, and until the request ends. */
export interface IdempotencyClaim {
  /** A hash of the key, 1 to 255 characters. */
  readonly key: string;
  /** A hash of the canonical body, made with the key: the same key with another body is refused. */
  readonly fingerprint: string;
}

/** A request that takes a hold. */
export interface Hold {
  /** The response's `promptLogId`. */
  readonly requestId: string;
  readonly accountId: number;
  /** The key that the request came with, for usage by key; null if there is none. */
  readonly keyId: number | null;
  /** The amount that has to be free in the balance and in every budget. The charge may be larger. */
  readonly holdMicroCredits: number;
  /** Upper bound of the charge by recovery if the gateway dies; null if the cost has no bound. */
  readonly maxChargeMicroCredits: number | null;
  /** IDs of the models and judges that the request names, in its order; at most 100 of each. */
  readonly models: readonly string[];
  readonly judges: readonly string[];
  /** Zero data retention: the ledger gets no text of the request. It is recorded in the request's row. */
  readonly zeroDataRetention: boolean;
  /** The request does not choose its retention, so its account's setting at the time of the hold applies. */
  readonly followsAccount?: boolean;
  readonly idempotency: IdempotencyClaim | null;
  /** Its client will come back for the answer, so the hold has to outlive a power cut, not only this process. */
  readonly isAsync: boolean;
}

export type HoldResult =
  | { readonly outcome: 'held' }
  /**
   * The available balance does not cover the hold. It is below zero if earlier requests cost more than their holds; then
   * even a hold of 0 is refused. Nothing was written.
   */
  | {
      readonly outcome: 'insufficient';
      readonly availableMicroCredits: number;
      /** How far the balance is below zero. */
      readonly owedMicroCredits: number;
    }
  /** The hold does not fit in this budget, or in several, of which this one refuses it longest. Nothing was written. */
  | { readonly outcome: 'over_budget'; readonly budget: Budget }
  /** The request follows its account, which came under zero data retention since it was read. Nothing was written. */
  | { readonly outcome: 'retention_ended' }
  /** The idempotency key belongs to another body. Nothing was written. */
  | { readonly outcome: 'key_mismatch' }
  /** The idempotency key belongs to this request, which still runs. Nothing was written. */
  | { readonly outcome: 'in_flight'; readonly requestId: string }
  /** The same request has been settled. `readLog` reads its response; `responseBytes` is null if none was retained. */
  | {
      readonly outcome: 'settled';
      readonly requestId: string;
      readonly chargeMicroCredits: number;
      readonly responseBytes: number | null;
    };

/** The earlier use of an idempotency key. */
export type KeyUse = Extract<HoldResult, { readonly outcome: 'key_mismatch' | 'in_flight' | 'settled' }>;

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
  /** The cost at the account's prices, also of calls whose cost the operator bears. */
  readonly costMicroCredits: number;
  /**
   * The part of the cost that the operator bears: repeated attempts, estimates, a dearer model in another's place. It is
   * not stored for each call; only an open request stores the sum.
   */
  readonly absorbedMicroCredits?: number;
}

/** Calls whose results are about to be sent although the request is not settled yet. */
export interface Delivery {
  readonly requestId: string;
  /** How many calls of this request were delivered before. The first of `calls` has this sequence number. */
  readonly from: number;
  /** The calls whose results are about to leave. */
  readonly calls: readonly CallRecord[];
}

/** The charge that ends a request. */
export interface Settlement {
  readonly requestId: string;
  /** The amount that the account pays. It may exceed the hold, and bring the balance below zero. */
  readonly chargeMicroCredits: number;
  /** The cost of its calls beyond the charge, which the operator bears. */
  readonly absorbedMicroCredits: number;
  /**
   * All calls of the request. Delivered ones come first and in the same order. The settlement is refused unless the calls'
   * costs add up to exactly the charge plus the absorbed cost.
   */
  readonly calls: readonly CallRecord[];
}

/** A request's texts for the prompt log: JSON in UTF-8, each in pieces that are joined in order. */
export interface Texts {
  readonly requestId: string;
  /** The account whose share of the queue they take. The ledger itself knows the request's account. */
  readonly accountId: number;
  readonly request: readonly Uint8Array[];
  readonly response: readonly Uint8Array[];
  /** The charge that the response states. If the request was charged something else, its texts are refused. */
  readonly chargeMicroCredits?: number;
  /** Versions of the judge prompt and of the judges, as JSON; absent if nothing was judged. */
  readonly judgedWith?: string;
  /** The label that the request came with. */
  readonly label?: string;
}

/** A request as its row and its texts show it later. */
export interface RequestRecord extends RequestHead {
  /** The gateway that took the hold. If several share the ledger, this is its address for mail. */
  readonly owner: string;
  /** All calls of a settled request, or the delivered calls of a running one. */
  readonly calls: readonly CallRecord[];
  /** Null under zero data retention, before the texts are stored, and once they are deleted. */
  readonly log: LogSizes | null;
  /** The votes on its stored answers, in the order of their pairs. They are deleted with the texts. */
  readonly votes: readonly Vote[];
}

/** How long the logged texts of a request are, in bytes of UTF-8. The texts themselves are read in pieces. */
export interface LogSizes {
  readonly requestBytes: number;
  readonly responseBytes: number;
}

/** One line of an account's history; entries never change. */
export interface LedgerEntry {
  readonly at: string;
  /** A correction takes its amount from the balance. */
  readonly kind: 'grant' | 'correction' | 'charge' | 'absorbed';
  readonly microCredits: number;
  readonly requestId: string | null;
  /** The operator's note on a grant or a correction. */
  readonly note: string | null;
}

export interface LedgerProblem {
  readonly invariant: string;
  readonly detail: string;
}

/** The methods that a running gateway needs. */
export interface Ledger extends AnswerCache {
  /** Reaches the other gateways; undefined if the ledger has only one. */
  readonly mail?: GatewayMail | undefined;
  readonly webhooks: WebhookOutbox;
  /**
   * Finds the account of a key, which may be suspended.
   * @param keyHash SHA-256 of the whole key.
   * @returns undefined if the key is unknown, revoked or expired.
   */
  authenticate(keyHash: Uint8Array): Promise<KeyHolder | undefined>;
  /**
   * Looks the idempotency key up, and takes the hold if the free balance and every budget cover it, in one transaction.
   * @throws if the request ID was used before, and LedgerError `account-suspended`.
   */
  hold(hold: Hold): Promise<HoldResult>;
  /**
   * Marks an open request as delivering and stores these calls. From then on it is never voided. A repetition changes
   * nothing. @throws as `settle`.
   */
  deliver(delivery: Delivery): Promise<void>;
  /**
   * Charges the account and its budgets and gives the hold back, in one transaction.
   * @throws LedgerError `not-reserved` if the request is not open, or another process took its hold.
   */
  settle(settlement: Settlement): Promise<void>;
  /**
   * Gives the whole hold back, and frees the idempotency key.
   * @throws as `settle`, and LedgerError `delivering` if part of the answer may have left.
   */
  void(requestId: string): Promise<void>;
  /**
   * Stores the texts of an open or settled request of this process, in a separate transaction that waits for every
   * operation on money. Beyond the bound per account, texts of its oldest requests are deleted. Accounts take turns.
   * @param isAwaited false if the caller does not wait, so that the texts may wait a moment to share a transaction with
   * others.
   * @returns whether they were stored. It is false if they exceed 16 MiB, the account's bound or its share of the queue, if
   * they state another charge than the request's, or if the store refuses them.
   * @throws LedgerError `invalid` under zero data retention, also if the request was erased meanwhile.
   */
  keepTexts(texts: Texts, isAwaited?: boolean): Promise<boolean>;
  /**
   * Deletes the texts of an ended request of the account and the answers cached from it, including those that still wait
   * to be stored. From then on the request is under zero data retention. Nothing else changes.
   */
  eraseRequest(accountId: number, requestId: string): Promise<void>;
  /**
   * Stores a vote on two answers of a request in place of an earlier one on the same two, or takes it back. Beyond
   * `MAX_REQUEST_VOTES` and `MAX_ACCOUNT_VOTES` the oldest are deleted.
   * @returns false if no answers of the request are stored: it still runs, has no texts, or is another account's.
   */
  vote(accountId: number, requestId: string, vote: VoteChange): Promise<boolean>;
  /**
   * Gives an ended request another label, or none. The label is deleted with the texts.
   * @returns false if no texts of the request are stored: it still runs, has none, or is another account's.
   */
  setLabel(accountId: number, requestId: string, label: string | null): Promise<boolean>;
  /** Whether the account was erased after this request of it had ended. */
  isErased(accountId: number, requestId: string): Promise<boolean>;
  /** @throws LedgerError `account-unknown`. */
  balance(accountId: number): Promise<Balance>;
  /** A key for HMACs, of 32 random bytes that only the gateways of this ledger know. It never changes. */
  secret(): Promise<KeyObject>;
  /** The budgets that bind requests of this key, the account's first. */
  budgets(accountId: number, keyId: number): Promise<readonly Budget[]>;
  /** Looks an idempotency key up. It reads no text and changes nothing. Undefined if the key is free. */
  findReply(accountId: number, claim: IdempotencyClaim): Promise<KeyUse | undefined>;
  /** Undefined if the account has no such request, also if another account has it. */
  findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined>;
  /**
   * Reads the next bytes of a logged text, at most `LOG_PIECE_BYTES`; a piece may end within a character. Undefined if the
   * account does not have the text, or no longer has it.
   */
  readLog(piece: LogPiece): Promise<Uint8Array | undefined>;
  /**
   * A page of the account's requests, the newest first, off the event loop; accounts take turns. Its cost is bounded,
   * however many requests there are. @throws LedgerError `invalid` if the limit is out of range.
   */
  listRequests(query: RequestPageQuery): Promise<RequestPage>;
  /**
   * Lists models and roles with at least `minimumCalls` completed calls among the latest 100,000; off the event loop.
   */
  outputsByModel(minimumCalls: number): Promise<readonly MeteredOutput[]>;
  /** Reports usage, off the event loop; accounts take turns. @throws LedgerError `invalid` beyond `MAX_USAGE_ROWS`. */
  usage(query: UsageQuery): Promise<readonly UsageRow[]>;
  close(): Promise<void>;
}
