import { randomBytes } from 'node:crypto';
import type { AdminWebhook } from '../generated/admin-answers.ts';
import type { Webhook } from '../ledger/webhooks/outbox.ts';
import { checkWebhook } from '../ledger/check-operation.ts';
import type { AdminContext } from './admin-context.ts';

/** Standard Webhooks asks for 24 to 64. */
const KEY_BYTES = 32;

/** A secret to sign an account's events: `whsec_` and the key in base64, as Standard Webhooks defines it. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;
}

/** Makes a webhook with a new secret. @throws LedgerError `invalid`. */
export function newWebhook(url: string): Webhook {
  const webhook = { url, secret: createWebhookSecret() };
  checkWebhook(webhook);
  return webhook;
}

/** @returns also the secret, which is not shown again. @throws LedgerError `account-unknown`. */
export async function setWebhook(
  { ledger, by }: AdminContext,
  name: string,
  webhook: Webhook | 'off',
): Promise<AdminWebhook> {
  if (webhook === 'off') return { webhook: null, eventsDeleted: await ledger.webhooks.remove(name, by) };
  await ledger.webhooks.set(name, webhook, by);
  return { webhook: webhook.url, webhookSecret: webhook.secret };
}
