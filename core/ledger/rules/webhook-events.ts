import { EVENT_LIFE_MS } from '../webhooks/outbox.ts';
import type { LedgerState } from './ledger-state.ts';

/** Tells the webhook of an account, if it has one, that a request ended or that a budget was reached. */
export function addEvent(
  state: LedgerState,
  accountId: number,
  event: { readonly nowMs: number } & (
    | { readonly requestId: string; readonly alertId?: undefined }
    | { readonly alertId: string; readonly requestId?: undefined }
  ),
): void {
  if (!state.hasWebhook(accountId)) return;
  const { requestId, alertId, nowMs } = event;
  state.tables.webhook_event.insert({
    id: requestId ?? alertId,
    account_id: accountId,
    request_id: requestId ?? null,
    alert_id: alertId ?? null,
    due_ms: nowMs,
    until_ms: nowMs + EVENT_LIFE_MS,
    attempts: 0,
    dead_ms: null,
    last_failure: null,
  });
}
