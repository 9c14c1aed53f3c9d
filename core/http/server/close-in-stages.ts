import type { Socket } from 'node:net';
import { discardInput } from './stop-parsing.ts';

export interface StagedClosingLimits {
  /** What is thrown away of one connection. */
  readonly maxBytes: number;
  readonly maxMs: number;
  /** Of a server at once; whoever comes beyond may lose its answer. */
  readonly maxConnections: number;
}

/** Twice the longest body there can be by default, which a client with 50 Mbit/s sends in that time. */
const LIMITS: StagedClosingLimits = { maxBytes: 67_108_864, maxMs: 10_000, maxConnections: 64 };
const LOOK_MS = 100;

/**
 * Closes connections whose client still sends a body that nobody reads: first for writing, and for reading once the client
 * has closed too or has sent all that is thrown away for it. Were it closed at once, the kernel would tell the client of
 * a reset, and most clients lose the answer by that (RFC 9112, 9.6).
 */
export interface StagedClosing {
  /** @returns false, and does nothing, where too many connections are read on already. */
  close(socket: Socket): boolean;
}

export function createStagedClosing(limits = LIMITS): StagedClosing {
  const discarding = new Map<Socket, { readonly maxBytesRead: number; readonly endsAtMs: number }>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const nowMs = performance.now();
    for (const [socket, { maxBytesRead, endsAtMs }] of discarding)
      if (socket.bytesRead > maxBytesRead || nowMs > endsAtMs) socket.destroy();
  };
  return {
    close(socket) {
      if (discarding.size >= limits.maxConnections) return false;
      discarding.set(socket, {
        maxBytesRead: socket.bytesRead + limits.maxBytes,
        endsAtMs: performance.now() + limits.maxMs,
      });
      timer ??= setInterval(look, LOOK_MS).unref();
      socket.once('close', () => {
        discarding.delete(socket);
        if (discarding.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      discardInput(socket);
      socket.end();
      return true;
    },
  };
}
