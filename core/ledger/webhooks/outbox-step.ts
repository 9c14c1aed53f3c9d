import type { AuditNote } from '../administration/audit.ts';
import type { Refusal } from '../ledger-error.ts';
import type { EndedEvent, ClaimResult, NewAlert, WantedEvents, Webhook } from './outbox.ts';

/** One change to webhooks and their events: one short transaction; an operator's, with its note for the audit log. */
export type OutboxStep = Change & { readonly audit?: AuditNote | undefined };

type Change =
  | {
      readonly kind: 'claim';
      readonly ended: readonly EndedEvent[];
      readonly wanted: readonly WantedEvents[];
    }
  | { readonly kind: 'set'; readonly accountName: string; readonly webhook: Webhook }
  | { readonly kind: 'remove'; readonly accountName: string }
  /** Deletes events of an account that has no webhook any more. */
  | { readonly kind: 'forget'; readonly accountName: string; readonly limit: number }
  /** Marks reached budgets as counted. */
  | { readonly kind: 'alerts' }
  | { readonly kind: 'retry'; readonly id: string }
  | { readonly kind: 'retryDead'; readonly limit: number }
  | { readonly kind: 'prune'; readonly beforeMs: number; readonly limit: number };

/** What each step answers with; a number is how many events it changed. */
export interface OutboxStepValues {
  readonly claim: ClaimResult;
  readonly set: null;
  readonly remove: number;
  readonly forget: number;
  readonly alerts: readonly NewAlert[];
  readonly retry: number;
  readonly retryDead: number;
  readonly prune: number;
}

export type OutboxStepKind = OutboxStep['kind'];
export type OutboxStepOf<Kind extends OutboxStepKind> = Extract<OutboxStep, { readonly kind: Kind }>;

/** A refusal changed nothing. */
export type OutboxStepResult =
  | { readonly value: OutboxStepValues[OutboxStepKind] }
  | { readonly refusal: Refusal };
