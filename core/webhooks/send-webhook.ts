import { refusedHost } from '../refused-address.ts';
import { createConnector } from '../upstream/connect/create-connector.ts';
import { RefusedAddressError } from '../upstream/connect/refuse-address.ts';
import { undici } from '../upstream/connect/undici.ts';
import { VERSION } from '../version.ts';
import type { SignedWebhook } from './sign-webhook.ts';

const CONNECT_MS = 5_000;
/** How many bytes of a receiver’s answer are read, so that its connection can be reused. */
const ANSWER_BYTES = 8_192;
/** A connection that receives more bytes than this, heads and interim answers included, is closed. */
const MAX_ANSWER_BYTES = 65_536;
const GONE = 410;

export type SendResult =
  | { readonly kind: 'accepted' }
  /** `isGone`: the receiver asks for no further attempts. `failure` has at most 64 characters, none from the answer. */
  | { readonly kind: 'failed'; readonly isGone: boolean; readonly failure: string }
  /** The sender was closed meanwhile. */
  | { readonly kind: 'stopped' };

export interface WebhookSender {
  /** One attempt: only a status of 2xx is success, and redirects are not followed. Never rejects. */
  send(url: string, signed: SignedWebhook): Promise<SendResult>;
  /** Ends attempts in progress. */
  close(): Promise<void>;
}

/** @param timeoutMs from the connection to the head of the answer, milliseconds. */
export function createWebhookSender(timeoutMs: number): WebhookSender {
  // The caller bounds the number of attempts, so the number of connections is not limited here.
  const connect = createConnector(CONNECT_MS, MAX_ANSWER_BYTES);
  const agent = new undici.Agent({ connect, allowH2: false });
  const stopping = new AbortController();
  return {
    async send(url, { payload, headers }) {
      const target = new URL(url);
      if (refusedHost(target) !== undefined) return failed('refused address');
      try {
        const { statusCode, body } = await agent.request({
          origin: target.origin,
          path: target.pathname + target.search,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'user-agent': `Assay/${VERSION}` },
          body: payload,
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
        });
        // Only the status counts, so nothing waits for the body.
        body.dump({ limit: ANSWER_BYTES }).catch(() => {});
        if (statusCode >= 200 && statusCode < 300) return { kind: 'accepted' };
        return failed(`HTTP ${statusCode}`, statusCode === GONE);
      } catch (error) {
        return stopping.signal.aborted ? { kind: 'stopped' } : failed(failureOf(error));
      }
    },
    async close() {
      stopping.abort();
      await agent.destroy();
    },
  };
}

function failed(failure: string, isGone = false): SendResult {
  return { kind: 'failed', isGone, failure };
}

/** The error code of the system or the library, if it has one. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error instanceof RefusedAddressError) return 'refused address';
  if (error.name === 'ReplyTooLarge') return 'answer too large';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const code = 'code' in error ? String(error.code) : '';
  return /^\w{1,64}$/.test(code) ? code : 'no answer';
}
