import type { Socket } from 'node:net';
import type { Turn } from '../../workers/pace.ts';
import { replyTooLarge } from '../fault.ts';
import { bytesSinceRequest, countFromRequests } from './reply-start.ts';

export interface ReadTerms {
  /** Of the socket's buffer, read in one go. */
  readonly sliceBytes: number;
  /** Read before the event loop turns. */
  readonly stretchBytes: number;
  /** Received since a request was sent, of whatever kind: heads, framing and body. */
  readonly maxBytes: number;
  /** Resolves when the next stretch may be read. */
  readonly turn: Turn;
}

/**
 * Bounds what is read of a socket. A read that names no size gives one slice; the rest stays in the socket's own buffer.
 * Undici hands back what it has not parsed when a reply pauses: without this it would take in the next 64 KiB
 * at every turn, whatever little it had parsed, and copy all it holds.
 *
 * Undici tells of heads and bodies, but not of the rest, such as the extensions of a chunk, which need have no end. So
 * all bytes count here: after each stretch other work has its turn, and a peer that sends too many is cut off
 * with `ReplyTooLarge`.
 */
export function readInSlices(socket: Socket, { sliceBytes, stretchBytes, maxBytes, turn }: ReadTerms): void {
  const readAny = socket.read.bind(socket);
  const putBack = socket.unshift.bind(socket);
  let stretch = 0;
  let isWaiting = false;
  const wait = async (): Promise<void> => {
    isWaiting = true;
    await turn();
    isWaiting = false;
    stretch = 0;
    if (!socket.destroyed) socket.emit('readable');
  };
  countFromRequests(socket);
  socket.read = (bytes) => {
    // What a lost connection leaves behind is read in one go, since nobody asks twice.
    if (socket.destroyed) return readAny(bytes);
    if (isWaiting) return null;
    if (bytesSinceRequest(socket) > maxBytes) {
      socket.destroy(replyTooLarge());
      return null;
    }
    if (stretch >= stretchBytes) {
      void wait();
      return null;
    }
    const slice: unknown = readAny(bytes ?? (socket.readableLength > sliceBytes ? sliceBytes : undefined));
    if (slice instanceof Uint8Array) stretch += slice.byteLength;
    return slice;
  };
  socket.unshift = (rest, encoding) => {
    // The reply pauses, so other work has its turn in any case.
    stretch = 0;
    putBack(rest, encoding);
  };
}
