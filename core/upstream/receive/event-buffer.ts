import type { StreamReader } from '../../contract.ts';
import { SMALL_EVENT_BYTES } from '../../workers/replies/read-event.ts';
import { ReplyTooLarge, TransportError } from '../fault.ts';
import { NO_BYTES } from './reply-bounds.ts';

/** One or several whole events, as they came. A long event is alone and has separate memory. */
export interface WholeEvents {
  readonly bytes: Buffer;
  readonly count: number;
}

/** Upper bounds of the events that are read together, in some tenths of a millisecond. */
const EVENTS_AT_ONCE = 100;
const BYTES_AT_ONCE = 32_768;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
const FIRST_CAPACITY_BYTES = 1_024;
/** Upper bound of the memory that a stream keeps while it waits for its next event. */
const KEPT_CAPACITY_BYTES = 32_768;
/** A binary message begins with its length, itself included: 32 bits, the highest first. */
const LENGTH_BYTES = 4;
/** Two lengths and two checksums. */
const SHORTEST_MESSAGE_BYTES = 16;

/**
 * Keeps the unread bytes of a stream in one buffer that doubles. It finds the events without reading them:
 * server-sent ones end with an empty line, where a line ends with a line feed, a carriage return, or both (WHATWG); binary
 * ones begin with their length.
 */
export class EventBuffer {
  readonly #framing: StreamReader['framing'];
  readonly #maxEventBytes: number;
  /** The bytes of events that `next` has not returned yet, whole or not. */
  byteLength = 0;
  #storage: Buffer<ArrayBuffer> = NO_BYTES;
  /** The start of the next event in the buffer, and the end of the bytes that have been written. */
  #start = 0;
  #end = 0;
  #lineStart = 0;
  /** The next end of a line of either kind, or the place up to which none was found. */
  #returnAt = 0;
  #feedAt = 0;
  #isAfterReturn = false;
  /** The end of an event that was found but not returned yet; 0 if there is none. */
  #foundEnd = 0;

  /** @param maxEventBytes a longer event is refused. */
  constructor(framing: StreamReader['framing'], maxEventBytes: number) {
    this.#framing = framing;
    this.#maxEventBytes = maxEventBytes;
  }

  append(chunk: Buffer): void {
    if (this.byteLength === 0) this.#moveTo(this.#storage);
    const length = this.byteLength + chunk.byteLength;
    if (this.#start + length > this.#storage.byteLength) {
      const doubled = Math.max(FIRST_CAPACITY_BYTES, Math.min(2 * length, this.#maxEventBytes));
      this.#moveTo(Buffer.allocUnsafeSlow(Math.max(length, doubled)));
    }
    this.#storage.set(chunk, this.#end);
    this.#end += chunk.byteLength;
    this.byteLength = length;
  }

  /**
   * Returns the next whole events. Read them before the next `append`.
   * @returns undefined if more bytes must arrive first.
   * @throws TransportError if an event is longer than the bound.
   */
  next(): WholeEvents | undefined {
    const events = this.#framing === 'sse' ? this.#nextLines() : this.#nextMessage();
    if (events !== undefined) return events;
    if (this.byteLength > this.#maxEventBytes) throw new ReplyTooLarge();
    if (this.byteLength === 0 && this.#storage.byteLength > KEPT_CAPACITY_BYTES) this.#moveTo(NO_BYTES);
    return undefined;
  }

  #nextLines(): WholeEvents | undefined {
    if (this.#foundEnd > 0) {
      const end = this.#foundEnd;
      this.#foundEnd = 0;
      return this.#take(end, 1);
    }
    const written = this.#storage.subarray(0, this.#end);
    let [count, end] = [0, this.#start];
    while (this.#lineStart < this.#end) {
      this.#returnAt = placeOf(CARRIAGE_RETURN, written, Math.max(this.#lineStart, this.#returnAt));
      this.#feedAt = placeOf(LINE_FEED, written, Math.max(this.#lineStart, this.#feedAt));
      const lineEnd = Math.min(this.#returnAt, this.#feedAt);
      if (lineEnd === this.#end) break;
      const isEmpty = lineEnd === this.#lineStart;
      const isReturn = lineEnd === this.#returnAt;
      // A line feed right after a carriage return ends no other line.
      const isSecondHalf = isEmpty && this.#isAfterReturn && !isReturn;
      this.#isAfterReturn = isReturn;
      this.#lineStart = lineEnd + 1;
      if (!isEmpty || isSecondHalf) continue;
      const isLong = this.#lineStart - end > SMALL_EVENT_BYTES;
      if (isLong && count > 0) {
        this.#foundEnd = this.#lineStart;
        break;
      }
      count += 1;
      end = this.#lineStart;
      if (isLong || count === EVENTS_AT_ONCE || end - this.#start > BYTES_AT_ONCE) break;
    }
    return count === 0 ? undefined : this.#take(end, count);
  }

  /** The reader verifies the checksums. */
  #nextMessage(): WholeEvents | undefined {
    if (this.byteLength < LENGTH_BYTES) return undefined;
    const bytes = this.#storage.readUInt32BE(this.#start);
    if (bytes < SHORTEST_MESSAGE_BYTES) throw new TransportError('malformed_reply', undefined);
    if (bytes > this.#maxEventBytes) throw new ReplyTooLarge();
    return bytes > this.byteLength ? undefined : this.#take(this.#start + bytes, 1);
  }

  #take(end: number, count: number): WholeEvents {
    const bytes = this.#storage.subarray(this.#start, end);
    const isAll = this.#start === 0 && end === this.#end;
    this.#start = end;
    this.byteLength = this.#end - end;
    if (count > 1 || bytes.byteLength <= SMALL_EVENT_BYTES) return { bytes, count };
    if (bytes.byteLength > this.#maxEventBytes) throw new ReplyTooLarge();
    if (!isAll) return { bytes: ownCopy(bytes), count };
    // The event is alone in the buffer, so it can keep the buffer.
    this.#moveTo(NO_BYTES);
    return { bytes, count };
  }

  /** Moves the unread bytes to the beginning of another buffer. */
  #moveTo(storage: Buffer<ArrayBuffer>): void {
    if (this.#end > this.#start) storage.set(this.#storage.subarray(this.#start, this.#end));
    this.#storage = storage;
    this.#end -= this.#start;
    this.#lineStart -= this.#start;
    this.#returnAt -= this.#start;
    this.#feedAt -= this.#start;
    if (this.#foundEnd > 0) this.#foundEnd -= this.#start;
    this.#start = 0;
  }
}

function placeOf(byte: number, written: Buffer, from: number): number {
  if (from >= written.byteLength || written[from] === byte) return from;
  const place = written.indexOf(byte, from);
  return place === -1 ? written.byteLength : place;
}

/** The same events in memory that no later chunk overwrites. A long event has separate memory, which a thread may take. */
export function ownEvents({ bytes, count }: WholeEvents): WholeEvents {
  const isLong = count === 1 && bytes.byteLength > SMALL_EVENT_BYTES;
  return { bytes: isLong ? bytes : ownCopy(bytes), count };
}

/** Copies to separate memory, because `Buffer.from` may use the shared pool. */
function ownCopy(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
