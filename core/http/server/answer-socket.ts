import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '../../errors.ts';
import { http } from './node-http.ts';
import { SECURE_HEADER_LINES } from './secure-headers.ts';

/** The time in which the client can read its answer. If the connection were destroyed at once, the answer could be lost. */
const LINGER_MS = 2_000;

/** The reason why bytes are not a request. */
export interface UnreadRefusal {
  readonly code: ProblemCode;
  readonly detail?: string;
}

/** Answers bytes that are not a request on the bare socket, and closes it even if the client does not. */
export function answerSocket(socket: Socket, { code, detail }: UnreadRefusal): void {
  const { status, title } = PROBLEMS[code];
  const body = JSON.stringify({ type: `urn:assay:problem:${code}`, title, status, detail });
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    'Cache-Control: no-store',
    `X-Request-Id: ${randomUUID()}`,
    ...SECURE_HEADER_LINES,
  ];
  endSocket(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Sends pending and last bytes, and closes. If the client does not close, the socket is destroyed after two seconds. */
export function endSocket(socket: Socket, lastBytes = ''): void {
  if (socket.destroyed) return;
  socket.end(lastBytes);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
