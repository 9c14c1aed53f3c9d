import type { AdminEvent } from '../../generated/admin-answers.ts';
import type { BudgetEvent } from '../../generated/budget-event.ts';
import type { WebhookEvent } from '../../generated/webhook-event.ts';
import type { Actor } from '../administration/audit.ts';
import type { Budget, BudgetPeriod, BudgetThreshold } from '../budgets/budget.ts';

/** Where an account is told how its requests ended. */
export interface Webhook {
  /** As `checkWebhook` takes it. */
  readonly url: string;
  /** `whsec_` and the key in base64, which every event is signed with. */
  readonly secret: string;
}

/** What of the outbox waits. */
export interface WaitingEvents {
  readonly accountId: number;
  /** Until the earliest of them may be sent, milliseconds; 0 or less where that is now. */
  readonly dueInMs: number;
}

/** How many events there are, each counted up to `MAX_COUNTED`. */
export interface EventCounts {
  readonly pending: number;
  readonly dead: number;
  /** Whether any account has a webhook. */
  readonly isUsed: boolean;
  /** Whether a budget was reached that no gateway has counted yet. */
  readonly hasNewAlerts: boolean;
}

/** How many due events of an account to take. */
export interface WantedEvents {
  readonly accountId: number;
  /** At least 1. */
  readonly maxEvents: number;
}

/** An event that was taken from the outbox, to be sent now. It is due again once its lease has run out. */
export interface ClaimedEvent {
  /** Of a request that ended its own ID, since it ends once; a budget that was reached has an ID for that. */
  readonly id: string;
  readonly accountId: number;
  readonly webhook: Webhook;
  /** What is sent; of a request without its response. */
  readonly message: WebhookEvent | BudgetEvent;
  /** 1 for the first. What is reported of it names this number, so that a late report changes nothing. */
  readonly attempt: number;
  /** Since it happened, milliseconds. */
  readonly ageMs: number;
  /** Until the event is given up, milliseconds. */
  readonly leftMs: number;
}

/** Of whose budget for which period how much was reached. */
export interface BudgetAlert {
  readonly scope: Budget['scope'];
  readonly period: BudgetPeriod;
  /** Per cent of the budget. */
  readonly threshold: BudgetThreshold;
}

/** An alert that no gateway has counted before. */
export interface NewAlert extends BudgetAlert {
  readonly accountId: number;
}

/** What became of a claimed event. */
export type EndedEvent = Pick<ClaimedEvent, 'id' | 'attempt'> &
  (
    | { readonly outcome: 'delivered' }
    /** It is due again after the pause. `failure` has 1 to 64 characters. */
    | { readonly outcome: 'failed'; readonly pauseMs: number; readonly failure: string }
    /** It was not sent, and the attempt does not count. */
    | { readonly outcome: 'postponed'; readonly pauseMs: number }
    /** It is not sent again unless an operator asks for it. */
    | { readonly outcome: 'dead'; readonly failure: string }
  );

export interface ClaimResult {
  /** In no order. */
  readonly claimed: readonly ClaimedEvent[];
  /** How many were given up because their day was over, at most `EXPIRED_AT_ONCE`. */
  readonly expired: number;
}

/** How long an event is tried, milliseconds. */
export const EVENT_LIFE_MS = 24 * 60 * 60 * 1_000;
/** How long a claimed event is left to who claimed it, milliseconds: longer than an attempt can take. */
export const CLAIM_MS = 60_000;
export const MAX_WAITING_ACCOUNTS = 1_000;
export const MAX_COUNTED = 10_000;
export const EXPIRED_AT_ONCE = 500;
/** How many reached budgets a gateway counts in one transaction. */
export const ALERTS_AT_ONCE = 500;

/**
 * What the gateway needs. An event is in the outbox from the very transaction that ends a request of an account with a
 * webhook, or brings a budget of it to a threshold, whoever does that, until it was delivered.
 */
export interface WebhookOutbox {
  /** @param afterAccountId accounts up to it are left out. @returns by account ID, at most `MAX_WAITING_ACCOUNTS`. */
  waiting(afterAccountId: number): Promise<readonly WaitingEvents[]>;
  counts(): Promise<EventCounts>;
  /**
   * Writes what became of claimed events and claims others, the earliest due first, in one transaction. Gateways that
   * claim at the same time get different events. @throws LedgerError, and nothing was changed.
   */
  claim(ended: readonly EndedEvent[], wanted: readonly WantedEvents[]): Promise<ClaimResult>;
  /** Reached budgets that are this gateway's to count; each is given to one gateway, once. At most `ALERTS_AT_ONCE`. */
  takeAlerts(): Promise<readonly NewAlert[]>;
}

/** What the `assay` command needs. */
export interface WebhookAdmin {
  /** Takes the place of the account's webhook, for events that wait too. @throws LedgerError `invalid`, `account-unknown`. */
  set(accountName: string, webhook: Webhook, by?: Actor): Promise<void>;
  /** Removes the webhook and its events. @returns how many events there were. @throws LedgerError `account-unknown`. */
  remove(accountName: string, by?: Actor): Promise<number>;
  /** Dead letters first, then the latest first. */
  list(maxEvents: number): Promise<readonly AdminEvent[]>;
  /** Makes an event due now, for another day. @returns false where there is none of this ID. */
  retry(id: string, by?: Actor): Promise<boolean>;
  /** The same for every dead letter. @returns how many there were. */
  retryDead(by?: Actor): Promise<number>;
  /** Deletes dead letters given up before then. @param beforeMs Unix milliseconds. @returns how many. */
  prune(beforeMs: number): Promise<number>;
}
