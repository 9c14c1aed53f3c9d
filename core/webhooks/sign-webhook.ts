import { Webhook } from 'standardwebhooks';

/** What is sent to a webhook once: JSON in UTF-8 that is joined in order. */
export interface WebhookTask {
  readonly pieces: readonly Uint8Array[];
  readonly id: string;
  /** When it is sent, Unix milliseconds. */
  readonly atMs: number;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
}

export interface SignedWebhook {
  readonly payload: Uint8Array;
  /** Signed with `payload`; receivers read them as Standard Webhooks says. */
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
}

/** Proportional to the pieces, tens of milliseconds for a megabyte: call it on a thread unless they are short. */
export function signWebhook({ pieces, id, atMs, secret }: WebhookTask): SignedWebhook {
  const payload = Buffer.concat(pieces);
  const signature = new Webhook(secret).sign(id, new Date(atMs), payload);
  return {
    payload,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(atMs / 1_000)),
      'webhook-signature': signature,
    },
  };
}

/** The task of a thread. */
export default function run(task: WebhookTask): SignedWebhook {
  return signWebhook(task);
}
