import type { ListedEvent, Webhook } from '../ledger/webhooks/outbox.ts';
import { createWebhookSecret } from '../stores/webhook-secret.ts';
import { checkWebhook } from '../ledger/webhooks/check-webhook.ts';
import type { Office } from './office.ts';

/** What an account's webhook was changed to; the secret is shown this once. */
export type ShownWebhook =
  | { readonly webhook: string; readonly webhookSecret: string }
  | { readonly webhook: null; readonly eventsDeleted: number };

/** A webhook of this address with a new secret. @throws LedgerError `invalid`. */
export function newWebhook(url: string): Webhook {
  const webhook = { url, secret: createWebhookSecret() };
  checkWebhook(webhook);
  return webhook;
}

/** @throws LedgerError `account-unknown`. */
export async function setWebhook(
  { ledger, by }: Office,
  name: string,
  webhook: Webhook | 'off',
): Promise<ShownWebhook> {
  if (webhook === 'off') return { webhook: null, eventsDeleted: await ledger.webhooks.remove(name, by) };
  await ledger.webhooks.set(name, webhook, by);
  return { webhook: webhook.url, webhookSecret: webhook.secret };
}

/** An event that was not taken yet. */
export interface ShownEvent {
  readonly id: string;
  /** Null where the event tells of a budget. */
  readonly promptLogId: string | null;
  readonly account: string;
  readonly event: string;
  readonly at: string;
  readonly state: 'pending' | 'dead';
  readonly attempts: number;
  readonly lastFailure: string | null;
  readonly nextAttempt: string | null;
  readonly deadSince: string | null;
}

export function describeEvent(event: ListedEvent): ShownEvent {
  const isOfBudget = event.state === 'reached';
  return {
    id: event.id,
    promptLogId: isOfBudget ? null : event.id,
    account: event.accountName,
    event: isOfBudget ? 'budget.reached' : `prompt.${event.state}`,
    at: event.happenedAt,
    state: event.deadAt === null ? 'pending' : 'dead',
    attempts: event.attempts,
    lastFailure: event.lastFailure,
    nextAttempt: event.dueAt,
    deadSince: event.deadAt,
  };
}
