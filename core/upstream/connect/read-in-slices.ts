import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Turn } from '../../workers/pace.ts';
import { ReplyTooLarge } from '../fault.ts';
import { undici } from './undici.ts';

export interface ReadTerms {
  /** Of the socket's buffer, read in one go. */
  readonly sliceBytes: number;
  /** Read before the event loop turns. */
  readonly stretchBytes: number;
  /** Received since a request was sent, of whatever kind: heads, framing and body. */
  readonly maxBytes: number;
  /** Resolves when the next stretch may be read. */
  readonly turn: Turn;
  /** Of all connections. */
  readonly slowSlices: SlowSlices;
}

/** What a socket had received when its last request was sent, in bytes; over TLS those of the text. */
const receivedBefore = new WeakMap<object, number>();

// Undici tells nobody else which request has which socket.
subscribe('undici:client:sendHeaders', (message) => {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return;
  const { socket } = message;
  if (isSocket(socket) && receivedBefore.has(socket)) receivedBefore.set(socket, socket.bytesRead);
});

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'bytesRead' in value;
}

/**
 * Bounds what is read of a socket. A read that names no size gives one slice; the rest stays in the socket's own buffer.
 * Undici hands back what it has not parsed when a reply pauses: without this it would take in the next 64 KiB
 * at every turn, whatever little it had parsed, and copy all it holds.
 *
 * Undici tells of heads and bodies, but not of the rest, such as the extensions of a chunk, which need have no end. So
 * all bytes count here: after each stretch, and after a slice that took long to parse, other work has its turn. A peer
 * that sends too many bytes is cut off with `ReplyTooLarge`.
 */
export function readInSlices(
  socket: Socket,
  { sliceBytes, stretchBytes, maxBytes, turn, slowSlices }: ReadTerms,
): void {
  const readAny = socket.read.bind(socket);
  const putBack = socket.unshift.bind(socket);
  const destroy = socket.destroy.bind(socket);
  let stretch = 0;
  /** Undici parses a slice before it asks for the next one. */
  let givenAt: number | undefined;
  /** What undici has put back. It is the next piece to read: more at once would be copied together. */
  let restBytes = 0;
  let isGivenUp = false;
  let isWaiting = false;
  const wait = async (): Promise<void> => {
    isWaiting = true;
    await turn();
    isWaiting = false;
    stretch = 0;
    if (!socket.destroyed) socket.emit('readable');
  };
  receivedBefore.set(socket, socket.bytesRead);
  socket.destroy = (error) => {
    if (error instanceof undici.errors.HeadersOverflowError) {
      isGivenUp = true;
      leaveOutStacks();
    }
    return destroy(error);
  };
  socket.read = (bytes) => {
    const isSlow = givenAt !== undefined && slowSlices.add(performance.now() - givenAt);
    givenAt = undefined;
    // What a lost connection leaves behind is read in one go, since nobody asks twice.
    if (socket.destroyed) return isGivenUp ? null : readAny(bytes);
    // Node asks for nothing to begin receiving.
    if (bytes === 0) return readAny(0);
    if (isWaiting) return null;
    if (socket.bytesRead - (receivedBefore.get(socket) ?? 0) > maxBytes) {
      isGivenUp = true;
      socket.destroy(new ReplyTooLarge());
      return null;
    }
    if (isSlow || stretch >= stretchBytes || slowSlices.areTooMany()) {
      void wait();
      return null;
    }
    const wanted = restBytes > 0 ? restBytes : sliceBytes;
    restBytes = 0;
    const slice: unknown = readAny(bytes ?? (socket.readableLength > wanted ? wanted : undefined));
    if (slice instanceof Uint8Array) {
      stretch += slice.byteLength;
      givenAt = performance.now();
    }
    return slice;
  };
  socket.unshift = (rest, encoding) => {
    // The reply pauses, so other work has its turn in any case.
    stretch = 0;
    givenAt = undefined;
    restBytes = rest instanceof Uint8Array ? rest.byteLength : 0;
    putBack(rest, encoding);
  };
}

/**
 * Past the longest head, undici makes an error of each further header in the slice it parses, thousands of them: without
 * their stacks they cost next to nothing. What is parsed now is over before the next microtask.
 */
function leaveOutStacks(): void {
  const { stackTraceLimit } = Error;
  if (stackTraceLimit === 0) return;
  Error.stackTraceLimit = 0;
  queueMicrotask(() => (Error.stackTraceLimit = stackTraceLimit));
}

/** A slice of a body takes a tenth of this; one that is all short headers, trailers or chunks takes more. */
const SLOW_MS = 1;
/** Of all connections together; what is received then waits for a later turn. */
const SLOW_MS_PER_TURN = 4;

/**
 * What slow slices of replies have taken in this turn of the event loop. Shared by all connections: any number of them may
 * have something to read in one turn. Quick slices do not count, so many ordinary replies never wait for each other.
 */
export interface SlowSlices {
  /** @returns whether the slice was slow. */
  add(milliseconds: number): boolean;
  /** Whether they have taken all the time that they may. */
  areTooMany(): boolean;
}

export function createSlowSlices(): SlowSlices {
  let msOfTurn = 0;
  return {
    add(milliseconds) {
      if (milliseconds < SLOW_MS) return false;
      if (msOfTurn === 0) setImmediate(() => (msOfTurn = 0));
      msOfTurn += milliseconds;
      return true;
    },
    areTooMany: () => msOfTurn >= SLOW_MS_PER_TURN,
  };
}
