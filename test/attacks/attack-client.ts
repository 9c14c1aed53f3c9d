import { request } from 'undici';
import type { AttackAccount, AttackScene } from './attack.ts';

export const PROMPT = '/api/v1/prompt';
export const QUOTE = '/api/v1/prompt/quote';

export interface AttackPost {
  readonly path: string;
  readonly account: AttackAccount;
  /** Bytes where the same body is sent often. */
  readonly body: unknown;
  /** Stands before the status in the tally, where the request is not the attacker's own. */
  readonly label?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AttackReply {
  readonly status: number;
  /** Undefined where it is not JSON. */
  readonly body: unknown;
}

export function bytesOf(body: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(body));
}

/**
 * Posts, reads the whole answer and counts its status and results.
 * @returns undefined where the connection ended or the attack is over.
 */
export async function post(
  { port, keys, signal, tally }: AttackScene,
  { path, account, body, label = '', headers = {} }: AttackPost,
): Promise<AttackReply | undefined> {
  const name = (status: string | number): string => `${label} ${status}`.trim();
  try {
    const reply = await request(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[account]}`, ...headers },
      body: body instanceof Uint8Array ? body : JSON.stringify(body),
      signal,
      // The attack's signal alone ends a wait.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const text = await reply.body.text();
    tally.count(name(reply.statusCode));
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
    const completed = resultsIn(value).filter((result) => result['status'] === 'completed').length;
    const { creditsUsed = 0 } = (value ?? {}) as { readonly creditsUsed?: number };
    if (completed > 0) tally.receive(account, completed, microCreditsOf(creditsUsed));
    return { status: reply.statusCode, body: value };
  } catch (error) {
    tally.count(name(signal.aborted ? 'cut off' : failureOf(error)));
    return undefined;
  }
}

/** Of an answer to a prompt. */
export function resultsIn(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  return (body as { readonly results?: Record<string, unknown>[] } | undefined)?.results ?? [];
}

export function microCreditsOf(credits: number): number {
  return Math.round(credits * 1_000_000);
}

export function failureOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code ?? message ?? 'failed';
}
