import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { ReadableOptions } from 'node:stream';
import type { buildConnector } from 'undici';
import type { WaitForTurn } from '../../workers/pace.ts';
import { ReplyTooLarge } from '../fault.ts';
import { createReplyPace } from '../receive/reply-bounds.ts';
import { lookUpProvider } from './refuse-address.ts';
import { undici } from './undici.ts';

/** The bytes of a reply that are parsed at once. */
export const SLICE_BYTES = 16_384;
/**
 * The bytes that are read from one socket before other work has its turn: more than a reply reads between two of its own
 * pauses. Parsing them takes some tenths of a millisecond.
 */
export const STRETCH_BYTES = 524_288;

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
        readInSlices(socket, maxBytes, () => pace(connection));
      }
      callback(...outcome);
    });
}

/**
 * After a slice that took at least this long to parse, other work has its turn. A slice of a body takes a tenth of this, and
 * one that is all short headers, trailers or chunks takes more.
 */
const SLOW_MS = 1;
/** The head of a reply and its first text come in fewer slices, so nothing delays them. */
export const FIRST_SLICES = 3;
/** Slices that follow one another faster are of a reply that is there already, and nothing is won by a rest. */
const MIN_GAP_MS = 4;
/** A rest takes so much longer for each connection that rests. */
const REST_MS_PER_RESTING = 2;
/**
 * Upper bound of a rest. It is longer than `PART_INTERVAL_MS`, the pause of a reader between two parts. After a shorter
 * rest, text would come during that pause and wait for its end.
 */
export const LONGEST_REST_MS = 64;

/** The connections that rest. */
let resting = 0;

/** How far a socket has been read. */
class ReadState {
  readonly maxBytes: number;
  readonly turn: WaitForTurn;
  /** The bytes that had come when the last request was sent; over TLS decrypted. */
  receivedBefore = 0;
  /** The slices of the reply to it. */
  slices = 0;
  /** The bytes of the present stretch. */
  stretch = 0;
  /** When the last slice was read. Undici parses a slice before it asks for the next one. */
  readAt: number | undefined;
  /** When the last slice of any reply was read. */
  sliceAt = 0;
  /** The bytes that undici has put back. They are read next and alone, because a longer read would copy them. */
  putBackBytes = 0;
  /** Whether the last slice was short, so that the socket rests before the next one. */
  mayRest = false;
  isGivenUp = false;
  isWaiting = false;

  constructor(maxBytes: number, turn: WaitForTurn) {
    this.maxBytes = maxBytes;
    this.turn = turn;
  }
}

interface SlicedSocket extends Socket {
  readonly reads: ReadState;
}

// Only undici's diagnostics show which request has which socket.
subscribe('undici:client:sendHeaders', (message) => {
  if (!isRequestMessage(message) || message.socket?.reads === undefined) return;
  const { request, socket } = message;
  request.reads = socket.reads;
  socket.reads.receivedBefore = socket.bytesRead;
  socket.reads.slices = 0;
});
// A connection without a request must not rest, or undici could not see what its peer did before the next request goes out.
subscribe('undici:request:trailers', (message) => {
  if (isRequestMessage(message) && message.request.reads !== undefined) message.request.reads.mayRest = false;
});

function isRequestMessage(message: unknown): message is {
  readonly request: { reads?: ReadState };
  readonly socket?: SlicedSocket | (Socket & { readonly reads?: undefined });
} {
  return typeof message === 'object' && message !== null && 'request' in message;
}

/**
 * Bounds how much is read from a socket at once. A read that names no size gives one slice, and the rest stays in the socket's
 * buffer. When a reply pauses, undici puts back what it has not parsed. Without slices it would read another 64 KiB at
 * every turn, however little it had parsed, and copy all it has.
 *
 * A connection rests after a short slice that came some milliseconds after the one before, as the tokens of a stream do:
 * the longer, the more connections rest. What comes meanwhile stays with the operating system and is read at once,
 * because most of the cost of a token is that of its read.
 *
 * Undici reports heads and bodies, but not the extensions of a chunk, for example, which may be endless. All bytes count
 * here. Other work has its turn after each stretch, and after a slice that took long to parse. A peer that sends too
 * many bytes is cut off with `ReplyTooLarge`.
 * @param maxBytes that may come after a request was sent: heads, framing and body together.
 * @param turn resolves when the next stretch may be read.
 */
export function readInSlices(socket: Socket, maxBytes: number, turn: WaitForTurn): void {
  // All sockets share the functions, because every waiting call has a socket.
  const reads = new ReadState(maxBytes, turn);
  Object.assign(socket, { reads, read: readSlice, unshift: putBack, destroy: giveUp });
}

function readSlice(this: SlicedSocket, bytes?: number): unknown {
  const { reads } = this;
  const isSlow = reads.readAt !== undefined && performance.now() - reads.readAt >= SLOW_MS;
  reads.readAt = undefined;
  // Undici reads only once after a connection is lost, so it gets all remaining bytes.
  if (this.destroyed) return reads.isGivenUp ? null : Socket.prototype.read.call(this, bytes);
  // Node reads zero bytes to begin receiving.
  if (bytes === 0) return Socket.prototype.read.call(this, 0);
  if (reads.isWaiting) return null;
  if (this.bytesRead - reads.receivedBefore > reads.maxBytes) {
    reads.isGivenUp = true;
    this.destroy(new ReplyTooLarge());
    return null;
  }
  if (isSlow || reads.stretch >= STRETCH_BYTES) {
    reads.isWaiting = true;
    void reads.turn().then(() => resume(this));
    return null;
  }
  if (reads.mayRest) {
    reads.mayRest = false;
    reads.isWaiting = true;
    resting += 1;
    setTimeout(endRest, Math.min(REST_MS_PER_RESTING * resting, LONGEST_REST_MS), this);
    return null;
  }
  const nextBytes = reads.putBackBytes > 0 ? reads.putBackBytes : SLICE_BYTES;
  reads.putBackBytes = 0;
  const size = bytes ?? (this.readableLength > nextBytes ? nextBytes : undefined);
  const slice: unknown = Socket.prototype.read.call(this, size);
  if (slice instanceof Uint8Array) {
    reads.stretch += slice.byteLength;
    const now = performance.now();
    reads.slices += 1;
    reads.mayRest =
      reads.slices > FIRST_SLICES &&
      now - reads.sliceAt >= MIN_GAP_MS &&
      slice.byteLength < SLICE_BYTES &&
      this.readableLength === 0;
    reads.readAt = now;
    reads.sliceAt = now;
  }
  return slice;
}

function endRest(socket: SlicedSocket): void {
  resting -= 1;
  resume(socket);
}

/** Lets undici read on. */
function resume(socket: SlicedSocket): void {
  socket.reads.isWaiting = false;
  socket.reads.stretch = 0;
  if (!socket.destroyed) socket.emit('readable');
}

function putBack(this: SlicedSocket, rest: unknown, encoding?: BufferEncoding): void {
  const { reads } = this;
  // The reply pauses, so other work has its turn anyway.
  reads.stretch = 0;
  reads.readAt = undefined;
  reads.mayRest = false;
  reads.putBackBytes = rest instanceof Uint8Array ? rest.byteLength : 0;
  Socket.prototype.unshift.call(this, rest, encoding);
}

function giveUp(this: SlicedSocket, error?: Error): Socket {
  if (error instanceof undici.errors.HeadersOverflowError) {
    this.reads.isGivenUp = true;
    leaveOutStacks();
  }
  return Socket.prototype.destroy.call(this, error);
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
