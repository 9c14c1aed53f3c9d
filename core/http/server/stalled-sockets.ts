import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has taken none of its pending output for this long is closed on. */
export const STALL_TIMEOUT_MS = 30_000;
/** How often a server looks at its connections within that time. */
const LOOKS = 10;
/** Stalled sockets that are looked at again when the longest is asked for. */
const LOOKED_AT = 16;

export interface StalledSockets {
  /**
   * The socket that has taken nothing for the longest, at least since the last look; undefined if none of the first
   * `LOOKED_AT` that had stopped is still at the same place.
   */
  longest(): Socket | undefined;
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
  const look = (): void => {
    for (const socket of open) {
      const at = pendingProgress(socket);
      const stall = stalls.get(socket);
      if (at !== undefined && stall !== undefined && isSame(at, stall.at)) {
        stall.looks += 1;
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
      stalls.delete(socket);
    });
  });
  return {
    longest() {
      for (const [socket, { at, looks }] of stalls.entries().take(LOOKED_AT)) {
        if (looks === 0 || socket.destroyed) continue;
        const now = pendingProgress(socket);
        if (now !== undefined && isSame(now, at)) return socket;
      }
      return undefined;
    },
  };
}

/** @returns undefined if nothing is pending. */
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
