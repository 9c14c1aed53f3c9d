import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '../../errors.ts';
import { http } from './node-http.ts';
import { SECURE_HEADER_LINES } from './secure-headers.ts';

/** For the client to read its answer; a connection torn down at once could take the answer with it. */
const LINGER_MS = 2_000;

/** Why bytes never became a request. */
export interface UnreadRefusal {
  readonly code: ProblemCode;
  readonly detail?: string;
}

/** Answers what never became a request, on the bare socket, which then closes whether or not the client does. */
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

/** Sends what is pending and the last bytes, and closes; a client that does not close is left in two seconds. */
export function endSocket(socket: Socket, lastBytes = ''): void {
  if (socket.destroyed) return;
  socket.end(lastBytes);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
