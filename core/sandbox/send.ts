import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxBreak, SandboxRaw } from './contract.ts';

export interface JsonReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function sendJson(response: ServerResponse, { status, headers, body }: JsonReply): void {
  sendText(response, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    text: JSON.stringify(body),
  });
}

interface TextReply extends Omit<JsonReply, 'body'> {
  readonly text: string;
}

function sendText(response: ServerResponse, { status, headers, text }: TextReply): void {
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
}

/** Ends when all is sent or the client has gone. */
export async function sendRaw(response: ServerResponse, reply: SandboxRaw): Promise<void> {
  const status = reply.rawStatus ?? 200;
  const headers = { 'content-type': 'application/json', ...reply.headers };
  if (reply.byteEveryMs === undefined) return sendText(response, { status, headers, text: reply.raw });
  const body = Buffer.from(reply.raw);
  response.writeHead(status, { ...headers, 'content-length': body.length });
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await wait(reply.byteEveryMs);
  }
  response.end();
}

/** Half of the right answer, or nothing, and then a reset or silence. A silent connection ends with the client or `stop()`. */
export function breakConnection(
  response: ServerResponse,
  kind: SandboxBreak['connection'],
  body: unknown,
): void {
  const hangs = kind === 'hang' || kind === 'hangMidBody';
  const breakOff = (): void => {
    // A reset rather than a clean end: an end could pass for a whole body.
    if (!hangs) response.socket?.resetAndDestroy();
  };
  if (kind === 'hang' || kind === 'reset') return breakOff();
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), breakOff);
}
