import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import { holdReply } from '../support/servers/hold-reply.ts';

export interface PromptReply {
  readonly status: number;
  readonly headers: Headers;
  /** The body of a 200. A problem is read from `text`. */
  readonly body: PromptResponse;
  readonly text: string;
}

/** POST /api/v1/prompt with a plain client. @throws if the connection breaks. */
export async function postPrompt(
  url: string,
  key: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<PromptReply> {
  const reply = await fetch(`${url}/api/v1/prompt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  holdReply(reply, { method: 'POST', path: '/api/v1/prompt', text });
  return { status: reply.status, headers: reply.headers, body: JSON.parse(text) as PromptResponse, text };
}
