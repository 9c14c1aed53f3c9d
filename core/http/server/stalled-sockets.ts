import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has read none of its pending output for this long is disconnected. */
export const STALL_TIMEOUT_MS = 30_000;
/** The number of checks of a connection within that time. */
const CHECKS = 10;
/** Upper bound of the stalled sockets that are checked again to find the longest stall. */
const MAX_CHECKED = 16;

/**
 * Finds the socket whose client has read nothing for the longest time, at least since the last check.
 * @returns undefined if the first `MAX_CHECKED` stalled sockets have made progress since.
 */
export type FindLongestStall = () => Socket | undefined;

/** The progress of a socket's output at one check. */
interface Progress {
  /** Bytes of the completed writes. */
  readonly writtenBytes: number;
  /** Bytes of the current write that the kernel has not accepted. */
  readonly queuedBytes: number;
}

interface Stall {
  readonly progress: Progress;
  checks: number;
}

/**
 * Destroys each socket whose client has stopped reading: it has pending output, and the kernel has accepted none of it for
 * `stallTimeoutMs` (and at most a tenth more). One timer checks all connections of a server. Bytes that a client sends do
 * not count as progress, nor does further output that is added to the pending one.
 */
export function watchStalls(server: Server, stallTimeoutMs: number): FindLongestStall {
  const open = new Set<Socket>();
  /** In the order of their length, the longest stall first. */
  const stalls = new Map<Socket, Stall>();
  const check = (): void => {
    for (const socket of open) {
      const progress = pendingProgress(socket);
      const stall = stalls.get(socket);
      if (progress !== undefined && stall !== undefined && isSame(progress, stall.progress)) {
        stall.checks += 1;
        if (stall.checks >= CHECKS) socket.destroy();
        continue;
      }
      stalls.delete(socket);
      if (progress !== undefined) stalls.set(socket, { progress, checks: 0 });
    }
  };
  const timer = setInterval(check, Math.ceil(stallTimeoutMs / CHECKS)).unref();
  server.once('close', () => clearInterval(timer));
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      stalls.delete(socket);
    });
  });
  return () => {
    for (const [socket, { progress, checks }] of stalls.entries().take(MAX_CHECKED)) {
      if (checks === 0 || socket.destroyed) continue;
      const now = pendingProgress(socket);
      if (now !== undefined && isSame(now, progress)) return socket;
    }
    return undefined;
  };
}

/** @returns undefined if nothing is pending. */
function pendingProgress(socket: Socket): Progress | undefined {
  if (socket.writableLength === 0 || socket.destroyed) return undefined;
  return { writtenBytes: socket.bytesWritten - socket.writableLength, queuedBytes: queuedBytes(socket) };
}

/**
 * The rest of the current write. Node exposes it nowhere else, and its own socket timeout reads it here too. Without it, a
 * slow client would seem to stall during a long write.
 */
function queuedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const queued: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : undefined;
  return typeof queued === 'number' ? queued : 0;
}

function isSame(one: Progress, other: Progress): boolean {
  return one.writtenBytes === other.writtenBytes && one.queuedBytes === other.queuedBytes;
}
