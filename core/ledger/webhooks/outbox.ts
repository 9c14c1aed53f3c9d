import type { AdminEvent } from '../../generated/admin-answers.ts';
import type { BudgetEvent } from '../../generated/budget-event.ts';
import type { WebhookEvent } from '../../generated/webhook-event.ts';
import type { Actor } from '../administration/audit.ts';
import type { Budget, BudgetPeriod, BudgetThreshold } from '../budgets/budget.ts';

/** The address that receives an account's events. */
export interface Webhook {
  /** It has passed `checkWebhook`. */
  readonly url: string;
  /** `whsec_` and the key in base64, which every event is signed with. */
  readonly secret: string;
}

/** An account whose events wait in the outbox. */
export interface WaitingEvents {
  readonly accountId: number;
  /** The time until the earliest of them may be sent, in milliseconds; 0 or less if it may be sent now. */
  readonly dueInMs: number;
}

/** Numbers of events, each counted up to `MAX_COUNTED`. */
export interface EventCounts {
  readonly pending: number;
  readonly dead: number;
  /** Whether any account has a webhook. */
  readonly isUsed: boolean;
  /** Whether a budget was reached that no gateway has counted yet. */
  readonly hasNewAlerts: boolean;
}

/** How many due events of an account to claim. */
export interface EventRequest {
  readonly accountId: number;
  /** At least 1. */
  readonly maxEvents: number;
}

/** An event to be sent now by the gateway that claimed it. It is due again `CLAIM_MS` later. */
export interface ClaimedEvent {
  /** The ID of the ended request, or of the alert that a budget was reached. */
  readonly id: string;
  readonly accountId: number;
  readonly webhook: Webhook;
  /** The message to send. That of a request does not have its response yet. */
  readonly message: WebhookEvent | BudgetEvent;
  /** The number of the attempt, from 1. A report on the event names it, so that a late report changes nothing. */
  readonly attempt: number;
  /** The time since the request ended or the budget was reached, in milliseconds. */
  readonly ageMs: number;
  /** The time until the event expires, in milliseconds. */
  readonly leftMs: number;
}

/** A budget has reached a threshold, and no gateway has counted it before. */
export interface NewAlert {
  readonly accountId: number;
  readonly scope: Budget['scope'];
  readonly period: BudgetPeriod;
  /** Per cent of the budget. */
  readonly threshold: BudgetThreshold;
}

/** The result of sending a claimed event. */
export type EventReport = Pick<ClaimedEvent, 'id' | 'attempt'> &
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
  /** How many events became dead letters because they expired, at most `EXPIRED_AT_ONCE`. */
  readonly expired: number;
}

/** How long the delivery of an event is attempted, milliseconds. */
export const EVENT_LIFE_MS = 24 * 60 * 60 * 1_000;
/** How long a claimed event belongs to the gateway that claimed it, in milliseconds: longer than an attempt can take. */
export const CLAIM_MS = 60_000;
/** Upper bound of the accounts in one list of waiting events. */
export const MAX_WAITING_ACCOUNTS = 1_000;
/** Events are counted up to this number, which bounds the time of a count. */
export const MAX_COUNTED = 10_000;
/** Upper bound of the events that expire in one transaction. */
export const EXPIRED_AT_ONCE = 500;
/** How many alerts a gateway counts in one transaction. */
export const ALERTS_AT_ONCE = 500;

/**
 * The methods that a gateway needs. If an account has a webhook, the transaction that ends one of its requests, or brings
 * one of its budgets to a threshold, also puts an event into the outbox. The event stays there until it is delivered.
 */
export interface WebhookOutbox {
  /** @param afterAccountId accounts up to it are left out. @returns by account ID, at most `MAX_WAITING_ACCOUNTS`. */
  waiting(afterAccountId: number): Promise<readonly WaitingEvents[]>;
  counts(): Promise<EventCounts>;
  /** Calls the listener after each write of this gateway, which may have added events. It replaces an earlier one. */
  notify(listener: (() => void) | undefined): void;
  /**
   * Writes the results of claimed events and claims others, the earliest due first, in one transaction. Gateways that
   * claim at the same time get different events. @throws LedgerError, and nothing was changed.
   */
  claim(reports: readonly EventReport[], requests: readonly EventRequest[]): Promise<ClaimResult>;
  /** Marks alerts as counted, at most `ALERTS_AT_ONCE`, and returns them for the metrics of this gateway. */
  takeAlerts(): Promise<readonly NewAlert[]>;
}

/** The methods that the `assay` command and the administration API need. */
export interface WebhookAdmin {
  /** Sets the account's webhook. Pending events are sent to it too. @throws LedgerError `invalid`, `account-unknown`. */
  set(accountName: string, webhook: Webhook, by?: Actor): Promise<void>;
  /** Removes the webhook and its events. @returns the number of events. @throws LedgerError `account-unknown`. */
  remove(accountName: string, by?: Actor): Promise<number>;
  /** Dead letters first, then the latest first. */
  list(maxEvents: number): Promise<readonly AdminEvent[]>;
  /** Makes an event due now, for another day of attempts. @returns false if no event has this ID. */
  retry(id: string, by?: Actor): Promise<boolean>;
  /** Retries every dead letter. @returns their number. */
  retryDead(by?: Actor): Promise<number>;
}
