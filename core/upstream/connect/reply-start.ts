import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** What a socket had received when its last request was sent, in bytes. */
const received = new WeakMap<object, number>();

// Undici tells nobody else which request has which socket.
subscribe('undici:client:sendHeaders', (message) => {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return;
  const { socket } = message;
  if (isSocket(socket) && received.has(socket)) received.set(socket, socket.bytesRead);
});

/** From now on requests sent over the socket by undici begin the count of `bytesSinceRequest` again. */
export function countFromRequests(socket: Socket): void {
  received.set(socket, socket.bytesRead);
}

/** What the socket has received since its last request was sent, in bytes; over TLS those of the text. */
export function bytesSinceRequest(socket: Socket): number {
  return socket.bytesRead - (received.get(socket) ?? 0);
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'bytesRead' in value;
}
