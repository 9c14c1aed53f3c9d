import { refusedHost } from '../../refused-address.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Webhook } from './outbox.ts';

const MAX_URL_CHARACTERS = 2_048;
const SECRET = /^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/;

/** @throws LedgerError `invalid`, with the rule that the webhook breaks. */
export function checkWebhook({ url, secret }: Webhook): void {
  const parsed = url.length <= MAX_URL_CHARACTERS && URL.canParse(url) ? new URL(url) : undefined;
  const isPlain =
    parsed !== undefined &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.hash === '';
  if (!isPlain)
    throw new LedgerError(
      'invalid',
      `A webhook is an http(s) URL of at most ${MAX_URL_CHARACTERS} characters, without user or fragment.`,
    );
  if (refusedHost(parsed) !== undefined)
    throw new LedgerError(
      'invalid',
      'A webhook may not lead to a metadata service, a link-local address or an IPv4 address written as IPv6. Give the receiver’s address.',
    );
  if (!SECRET.test(secret))
    throw new LedgerError('invalid', 'A webhook’s secret is whsec_ and at least 24 bytes in base64.');
}
