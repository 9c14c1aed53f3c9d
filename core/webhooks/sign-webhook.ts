import { Webhook } from 'standardwebhooks';

/** One event to sign: JSON in UTF-8, in pieces that are joined in order. */
export interface WebhookTask {
  readonly pieces: readonly Uint8Array[];
  readonly id: string;
  /** The time of the attempt, Unix milliseconds. */
  readonly atMs: number;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
}

export interface SignedWebhook {
  readonly payload: Uint8Array;
  /** As Standard Webhooks defines them. */
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
}

/** Takes tens of milliseconds for a megabyte: call it on a worker thread unless the pieces are short. */
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
