import { createPace, type Pace } from '../../workers/pace.ts';
import { ReplyTooLarge } from '../fault.ts';

/** How many long replies go on at once. */
const REPLIES_PER_TURN = 2;
/** A turn of an idle event loop is shorter, so that without a pause it would do nothing but read long replies. */
const BETWEEN_TURNS_MS = 1;

/** Says when the next stretch of a long reply is read. All long replies together take a quarter of the event loop's time. */
export function createReplyPace(): Pace {
  return createPace(REPLIES_PER_TURN, (turn) => void setTimeout(turn, BETWEEN_TURNS_MS));
}

/** The events of all replies that are read in one turn. They take two milliseconds, most of it for long texts. */
const EVENT_BYTES_PER_TURN = 65_536;
/** The events that waited for a later turn and are read in it: some fifty short ones, half a millisecond. */
const LATE_EVENT_BYTES_PER_TURN = 16_384;

/**
 * Takes room for an event of so many bytes in this turn of the event loop; false if there is none left. All replies share
 * it, because any number of sockets may be readable in one turn, and a stretch bounds only one reply.
 */
export type EventRoom = (bytes: number) => boolean;

export function createEventRoom(): EventRoom {
  let bytesOfTurn = 0;
  return (bytes) => {
    if (bytesOfTurn >= EVENT_BYTES_PER_TURN) return false;
    if (bytesOfTurn === 0) setImmediate(() => (bytesOfTurn = 0));
    bytesOfTurn += bytes;
    return true;
  };
}

/** Says when an event that found no room is read. Its cost is its bytes. */
export function createEventPace(): Pace {
  return createPace(LATE_EVENT_BYTES_PER_TURN);
}

/** One socket would give two megabytes at a stretch; after this much the event loop turns. */
const BYTES_PER_STRETCH = 262_144;
/** Some tenths of a millisecond. */
const CHUNKS_PER_STRETCH = 1_000;
/** Some tenths of a millisecond as well: each is parsed, folded into the reply, and told to whoever reads along. */
export const EVENTS_PER_STRETCH = 100;
/** Where nobody does, most events are joined to others before that. */
export const UNFOLLOWED_EVENTS_PER_STRETCH = 400;

/** What has been read of a reply since the event loop last turned for it. Chunks of a byte cost as much as large ones. */
export class Stretch {
  bytes = 0;
  chunks = 0;
  events = 0;

  /** True where it is time for the event loop to turn; the next stretch then begins. */
  endsHere(maxEvents = EVENTS_PER_STRETCH): boolean {
    if (this.bytes < BYTES_PER_STRETCH && this.chunks < CHUNKS_PER_STRETCH && this.events < maxEvents)
      return false;
    this.bytes = 0;
    this.chunks = 0;
    this.events = 0;
    return true;
  }
}

/** Most replies come in one piece that is no longer than this, and are not copied. */
const ONE_PIECE_BYTES = 65_536;
const FIRST_CAPACITY_BYTES = 16_384;
/**
 * Chunks cost processor time whatever is in them. This many are enough for a server that sends the longest answer of a
 * model byte by byte, and for 16 MiB at sixteen bytes a chunk; a network's own pieces have some hundred at the least.
 */
export const MAX_CHUNKS = 1_048_576;

/**
 * A reply's bytes as they come in, in one buffer that doubles, so that a reply in many small chunks takes the memory of
 * its bytes and not of its chunks.
 */
export class ReplyBuffer {
  readonly #maxBytes: number;
  readonly #declaredBytes: number;
  #onlyChunk: Buffer | undefined;
  #bytes: Buffer<ArrayBuffer> | undefined;
  #length = 0;
  #chunks = 0;

  /**
   * @param maxBytes a longer reply is refused.
   * @param declared the reply's `content-length`; a wrong or missing one does no harm.
   */
  constructor(maxBytes: number, declared: string | undefined) {
    this.#maxBytes = maxBytes;
    this.#declaredBytes = /^\d{1,12}$/.test(declared ?? '') ? Number(declared) : 0;
  }

  /** @throws TransportError where the reply is longer than the bound, or in more than 1,048,576 chunks. */
  append(chunk: Buffer): void {
    const length = this.#length + chunk.byteLength;
    this.#chunks += 1;
    if (length > this.#maxBytes || this.#chunks > MAX_CHUNKS) throw new ReplyTooLarge();
    if (this.#length === 0 && length <= ONE_PIECE_BYTES) {
      this.#onlyChunk = chunk;
    } else {
      this.#makeRoom(length).set(chunk, this.#length);
    }
    this.#length = length;
  }

  get byteLength(): number {
    return this.#length;
  }

  /** All that was declared is there. */
  isWhole(): boolean {
    return this.#length === this.#declaredBytes;
  }

  /** What has come in. Over 64 KiB it has memory of its own, which may be moved to a thread. */
  take(): Buffer {
    return this.#onlyChunk ?? this.#bytes?.subarray(0, this.#length) ?? NO_BYTES;
  }

  #makeRoom(length: number): Buffer {
    const earlier = this.#onlyChunk ?? this.#bytes;
    if (this.#bytes !== undefined && this.#bytes.byteLength >= length) return this.#bytes;
    // The system commits memory as it is written to, so a large declared length costs nothing by itself.
    const wanted = Math.max(FIRST_CAPACITY_BYTES, this.#declaredBytes, 2 * length);
    const capacity = Math.min(this.#maxBytes, this.#declaredBytes >= length ? this.#declaredBytes : wanted);
    const roomier = Buffer.allocUnsafeSlow(capacity);
    if (earlier !== undefined) roomier.set(earlier.subarray(0, this.#length));
    this.#onlyChunk = undefined;
    this.#bytes = roomier;
    return roomier;
  }
}

const NO_BYTES = Buffer.alloc(0);
