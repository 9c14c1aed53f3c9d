import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { ReadableOptions } from 'node:stream';
import type { buildConnector } from 'undici';
import type { WaitForTurn } from '../../workers/pace.ts';
import { ReplyTooLarge } from '../fault.ts';
import { createReplyPace } from '../receive/reply-bounds.ts';
import { lookUpProvider } from './refuse-address.ts';
import { undici } from './undici.ts';

/** The bytes of a reply that are parsed at once. */
const SLICE_BYTES = 16_384;
/** Longer than what a reply reads between two of its own pauses. Parsing it takes some tenths of a millisecond. */
const STRETCH_BYTES = 524_288;

/** Shared by all connections, which take turns. */
const pace = createReplyPace();
let connections = 0;

/**
 * Opens connections to a provider and checks the address of each.
 * @param timeoutMs in which a connection must open.
 * @param maxBytes of a reply with its headers and framing. A connection that delivers more is closed.
 */
export function createConnector(timeoutMs: number, maxBytes: number): buildConnector.connector {
  const options: buildConnector.BuildOptions & Pick<ReadableOptions, 'highWaterMark'> = {
    timeout: timeoutMs,
    lookup: lookUpProvider,
    allowH2: false,
    // A connection that rests receives nothing. Node hands this on to the socket, with and without TLS.
    highWaterMark: 0,
  };
  const connect = undici.buildConnector(options);
  return (target, callback) =>
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      if (error === null) {
        const connection = (connections += 1);
        readInSlices(socket, { maxBytes, turn: () => pace(connection) });
      }
      callback(...outcome);
    });
}

export interface SliceOptions {
  /** Upper bound of the bytes that may come after a request was sent: heads, framing and body together. */
  readonly maxBytes: number;
  /** Resolves when the next stretch may be read. */
  readonly turn: WaitForTurn;
  /** Upper bound of one read from the socket's buffer. */
  readonly sliceBytes?: number;
  /** Upper bound of the bytes that are read before the event loop turns. */
  readonly stretchBytes?: number;
}

/** A slice of a body takes a tenth of this. A slice that is all short headers, trailers or chunks takes more. */
const SLOW_MS = 1;
/** The head of a reply and its first text come in fewer slices, so nothing delays them. */
export const FIRST_SLICES = 8;
/** Upper bound of a rest. A reader of a stream gets the text of this time as one part, at most 18 a second. */
export const LONGEST_REST_MS = 56;

/** The connections that rest. */
let resting = 0;

/** What a connection has read since its last request was sent. */
interface ReplyReads {
  /** The bytes that it had received before; over TLS decrypted. */
  receivedBefore: number;
  slices: number;
  endRest?: (() => void) | undefined;
}

declare module 'node:net' {
  interface Socket {
    /** Set for a connection to a provider. */
    replyReads?: ReplyReads;
  }
}

// Only undici's diagnostics show which request has which socket.
subscribe('undici:client:sendHeaders', (message) => {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return;
  const { socket } = message;
  if (!isSlicedSocket(socket)) return;
  socket.replyReads.endRest?.();
  socket.replyReads.receivedBefore = socket.bytesRead;
  socket.replyReads.slices = 0;
});

function isSlicedSocket(value: unknown): value is Socket & { readonly replyReads: ReplyReads } {
  return typeof value === 'object' && value !== null && 'replyReads' in value;
}

/**
 * Bounds how much is read from a socket at once. A read that names no size gives one slice, and the rest stays in the socket's
 * buffer. When a reply pauses, undici puts back what it has not parsed. Without slices it would read another 64 KiB at
 * every turn, however little it had parsed, and copy all it has.
 *
 * A stream that gives short slices rests after each, for as many milliseconds as there are streams that rest. What comes
 * meanwhile stays with the operating system and is read at once, because most of the cost of a token is that of its read.
 *
 * Undici reports heads and bodies, but not the extensions of a chunk, for example, which may be endless. All bytes count
 * here. Other work has its turn after each stretch, and after a slice that took long to parse. A peer that sends too
 * many bytes is cut off with `ReplyTooLarge`.
 */
export function readInSlices(
  socket: Socket,
  { maxBytes, turn, sliceBytes = SLICE_BYTES, stretchBytes = STRETCH_BYTES }: SliceOptions,
): void {
  const readAny = socket.read.bind(socket);
  const putBack = socket.unshift.bind(socket);
  const destroy = socket.destroy.bind(socket);
  let stretch = 0;
  /** When the last slice was read. Undici parses a slice before it asks for the next one. */
  let readAt: number | undefined;
  /** The bytes that undici has put back. They are read next and alone, because a longer read would copy them. */
  let restBytes = 0;
  let isGivenUp = false;
  let isWaiting = false;
  let mayRest = false;
  const reads: ReplyReads = { receivedBefore: socket.bytesRead, slices: 0 };
  socket.replyReads = reads;
  const resume = (): void => {
    isWaiting = false;
    stretch = 0;
    if (!socket.destroyed) socket.emit('readable');
  };
  const rest = (): void => {
    mayRest = false;
    isWaiting = true;
    resting += 1;
    const timer = setTimeout(() => reads.endRest?.(), Math.min(resting, LONGEST_REST_MS));
    reads.endRest = () => {
      reads.endRest = undefined;
      clearTimeout(timer);
      resting -= 1;
      resume();
    };
  };
  socket.destroy = (error) => {
    if (error instanceof undici.errors.HeadersOverflowError) {
      isGivenUp = true;
      leaveOutStacks();
    }
    return destroy(error);
  };
  socket.read = (bytes) => {
    const isSlow = readAt !== undefined && performance.now() - readAt >= SLOW_MS;
    readAt = undefined;
    // Undici reads only once after a connection is lost, so it gets all remaining bytes.
    if (socket.destroyed) return isGivenUp ? null : readAny(bytes);
    // Node reads zero bytes to begin receiving.
    if (bytes === 0) return readAny(0);
    if (isWaiting) return null;
    if (socket.bytesRead - reads.receivedBefore > maxBytes) {
      isGivenUp = true;
      socket.destroy(new ReplyTooLarge());
      return null;
    }
    if (isSlow || stretch >= stretchBytes) {
      isWaiting = true;
      void turn().then(resume);
      return null;
    }
    if (mayRest) {
      rest();
      return null;
    }
    const nextBytes = restBytes > 0 ? restBytes : sliceBytes;
    restBytes = 0;
    const slice: unknown = readAny(bytes ?? (socket.readableLength > nextBytes ? nextBytes : undefined));
    if (slice instanceof Uint8Array) {
      stretch += slice.byteLength;
      reads.slices += 1;
      mayRest = reads.slices > FIRST_SLICES && slice.byteLength < sliceBytes && socket.readableLength === 0;
      readAt = performance.now();
    }
    return slice;
  };
  socket.unshift = (rest, encoding) => {
    // The reply pauses, so other work has its turn anyway.
    stretch = 0;
    readAt = undefined;
    mayRest = false;
    restBytes = rest instanceof Uint8Array ? rest.byteLength : 0;
    putBack(rest, encoding);
  };
}

/**
 * Once a head is too long, undici makes an error for each further header in the slice, which may be thousands. Without
 * stacks they cost almost nothing. Undici has parsed the slice before the next microtask.
 */
function leaveOutStacks(): void {
  const { stackTraceLimit } = Error;
  if (stackTraceLimit === 0) return;
  Error.stackTraceLimit = 0;
  queueMicrotask(() => (Error.stackTraceLimit = stackTraceLimit));
}
