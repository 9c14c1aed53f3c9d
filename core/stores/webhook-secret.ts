import { randomBytes } from 'node:crypto';

/** Standard Webhooks asks for 24 to 64. */
const KEY_BYTES = 32;

/** What an account's events are signed with: `whsec_` and the key in base64, as Standard Webhooks writes it. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;
}
