import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has taken none of its pending output for this long is closed on. */
export const STALL_TIMEOUT_MS = 30_000;
/** How often a server looks at its connections within that time. */
const LOOKS = 10;

export interface StalledSockets {
  /** The socket that has taken nothing for the longest; undefined while all are taking what they are sent. */
  longest(): Socket | undefined;
  /** How many had stopped taking what they are sent when last looked at. */
  count(): number;
}

/** How far the output of a socket had come at one look. */
interface Progress {
  /** Bytes of the writes that are done. */
  readonly writtenBytes: number;
  /** Bytes of the write under way that the kernel has not taken. */
  readonly queuedBytes: number;
}

interface Stall {
  readonly at: Progress;
  looks: number;
}

/**
 * Destroys each socket whose client has stopped reading: it has pending output, and the kernel has taken none of it for
 * `stallTimeoutMs` (and at most a tenth more). One timer looks at all connections of a server. Bytes that a client sends
 * do not count as progress, nor does output that is added behind what is pending.
 */
export function watchStalls(server: Server, stallTimeoutMs: number): StalledSockets {
  const open = new Set<Socket>();
  /** The longest first. */
  const stalls = new Map<Socket, Stall>();
  let count = 0;
  const look = (): void => {
    count = 0;
    for (const socket of open) {
      const at = pendingProgress(socket);
      const stall = stalls.get(socket);
      if (at !== undefined && stall !== undefined && isSame(at, stall.at)) {
        stall.looks += 1;
        count += 1;
        if (stall.looks >= LOOKS) socket.destroy();
        continue;
      }
      stalls.delete(socket);
      if (at !== undefined) stalls.set(socket, { at, looks: 0 });
    }
  };
  const timer = setInterval(look, Math.ceil(stallTimeoutMs / LOOKS)).unref();
  server.once('close', () => clearInterval(timer));
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if ((stalls.get(socket)?.looks ?? 0) > 0) count -= 1;
      stalls.delete(socket);
    });
  });
  return {
    count: () => count,
    longest() {
      for (const [socket, { at, looks }] of stalls) {
        if (looks === 0 || socket.destroyed) continue;
        const now = pendingProgress(socket);
        if (now !== undefined && isSame(now, at)) return socket;
      }
      return undefined;
    },
  };
}

/** @returns undefined where nothing is pending. */
function pendingProgress(socket: Socket): Progress | undefined {
  if (socket.writableLength === 0 || socket.destroyed) return undefined;
  return { writtenBytes: socket.bytesWritten - socket.writableLength, queuedBytes: queuedBytes(socket) };
}

/**
 * What is left of the write under way. Node shows this nowhere else, and its own socket timeout reads it here too:
 * without it a slow client would seem to stand still for all of a long write.
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
