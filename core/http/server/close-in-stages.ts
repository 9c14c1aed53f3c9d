import type { Socket } from 'node:net';
import { discardInput } from './stop-parsing.ts';

const LIMITS = {
  /** The discarded bytes of one connection: twice the default maximum of a body, which takes `maxMs` at 50 Mbit/s. */
  maxBytes: 67_108_864,
  maxMs: 10_000,
  /** The connections of a server that are closed in stages. Further clients may lose their answers. */
  maxConnections: 64,
};
const CHECK_MS = 100;

/**
 * Closes a connection whose client still sends a body that nobody reads: first for writing, and for reading once the
 * client has closed too or has reached a limit. If it were closed at once, the kernel would send a reset, at which most
 * clients drop the answer (RFC 9112, 9.6).
 * @returns false, and does nothing, if too many connections are being closed already.
 */
export type CloseInStages = (socket: Socket) => boolean;

export function createStagedClosing(limits = LIMITS): CloseInStages {
  const discarding = new Map<Socket, { readonly maxBytesRead: number; readonly endsAtMs: number }>();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const nowMs = performance.now();
    for (const [socket, { maxBytesRead, endsAtMs }] of discarding)
      if (socket.bytesRead > maxBytesRead || nowMs > endsAtMs) socket.destroy();
  };
  return (socket) => {
    if (discarding.size >= limits.maxConnections) return false;
    discarding.set(socket, {
      maxBytesRead: socket.bytesRead + limits.maxBytes,
      endsAtMs: performance.now() + limits.maxMs,
    });
    timer ??= setInterval(check, CHECK_MS).unref();
    socket.once('close', () => {
      discarding.delete(socket);
      if (discarding.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    discardInput(socket);
    socket.end();
    return true;
  };
}
