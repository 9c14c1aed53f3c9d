import { holdReply } from '../support/servers/hold-reply.ts';

/** What a client saw; undefined where the connection broke before the answer was whole. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

export interface Question {
  readonly key: string;
  readonly idempotencyKey?: string;
  readonly body: unknown;
  /** As server-sent events. */
  readonly streamed?: boolean;
  readonly signal?: AbortSignal;
}

export async function ask(url: string, question: Question): Promise<Answer | undefined> {
  const { key, idempotencyKey, body, signal, streamed = false } = question;
  try {
    const reply = await fetch(`${url}/api/v1/prompt`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        connection: 'close',
        ...(streamed && { accept: 'text/event-stream' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
      ...(signal !== undefined && { signal }),
    });
    const text = await reply.text();
    holdReply(reply, { method: 'POST', path: '/api/v1/prompt', text });
    return { status: reply.status, text, replayed: reply.headers.get('idempotency-replayed') === 'true' };
  } catch {
    return undefined;
  }
}

/** What the answer says it cost, micro-credits. */
export function statedCharge({ text }: Answer): number {
  return Math.round((JSON.parse(text) as { readonly creditsUsed: number }).creditsUsed * 1e6);
}
