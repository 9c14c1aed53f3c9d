import type { StreamReader } from '../../contract.ts';
import { SMALL_EVENT_BYTES } from '../../workers/replies/read-event.ts';
import { ReplyTooLarge, TransportError } from '../fault.ts';

/** Events that are whole, as they came: several, or one over 64 KiB alone and with memory of its own. */
export interface WholeEvents {
  readonly bytes: Buffer;
  readonly count: number;
}

/** Finds the events in the chunks of a stream, without reading them. */
export interface EventSplitter {
  /** The next chunk; only after `next` has given all events of the one before. */
  push(chunk: Buffer): void;
  /**
   * The next events that are whole, to be read before the next call.
   * @returns undefined where more must come in first. @throws TransportError for an event longer than the bound.
   */
  next(): WholeEvents | undefined;
  /** Of an event that is not whole yet. */
  readonly pendingBytes: number;
}

/** @param maxEventBytes a longer event is refused. */
export function createEventSplitter(framing: StreamReader['framing'], maxEventBytes: number): EventSplitter {
  return framing === 'sse' ? new SseSplitter(maxEventBytes) : new BinarySplitter(maxEventBytes);
}

/** Read together: some tenths of a millisecond. */
const EVENTS_AT_ONCE = 100;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
const FIRST_CAPACITY_BYTES = 1_024;
/** A stream waits with no more memory than this for its next event. */
const KEPT_CAPACITY_BYTES = 4_096;

/** What has come in of an event that is not whole yet, in one buffer that doubles. */
class PendingEvent {
  readonly #maxBytes: number;
  #bytes: Buffer<ArrayBuffer> | undefined;
  #length = 0;

  /** @param maxBytes a longer event is refused. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get byteLength(): number {
    return this.#length;
  }

  /** @throws TransportError where the event is longer than the bound. */
  append(part: Buffer): void {
    if (part.byteLength === 0) return;
    const length = this.#length + part.byteLength;
    if (length > this.#maxBytes) throw new ReplyTooLarge();
    this.#makeRoom(length).set(part, this.#length);
    this.#length = length;
  }

  /** What is pending, for a look at it. */
  peek(): Buffer {
    return this.#bytes?.subarray(0, this.#length) ?? NO_BYTES;
  }

  /**
   * The event, of which nothing is pending afterwards. One over 64 KiB has memory of its own, which may be moved to a
   * thread; a shorter one lasts until the next `append`.
   */
  take(): Buffer {
    const event = this.peek();
    this.#length = 0;
    if ((this.#bytes?.byteLength ?? 0) > KEPT_CAPACITY_BYTES) this.#bytes = undefined;
    return event;
  }

  #makeRoom(length: number): Buffer {
    if (this.#bytes !== undefined && this.#bytes.byteLength >= length) return this.#bytes;
    const capacity = Math.min(this.#maxBytes, Math.max(FIRST_CAPACITY_BYTES, 2 * length));
    const roomier = Buffer.allocUnsafeSlow(capacity);
    if (this.#bytes !== undefined) roomier.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = roomier;
    return roomier;
  }
}

/** Events that came in one piece, with memory of their own where they are long: the piece is the socket's. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.byteLength <= SMALL_EVENT_BYTES) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

/** Server-sent events end with an empty line; a line ends with a line feed, a carriage return, or both (WHATWG). */
class SseSplitter implements EventSplitter {
  readonly #pending: PendingEvent;
  #chunk: Buffer | undefined;
  /** Where the event in the chunk begins. */
  #eventStart = 0;
  /** Where the line in the chunk begins. */
  #lineStart = 0;
  /** Nothing of the line has come before this chunk. */
  #isLineEmpty = true;
  /** The last byte was a carriage return: a line feed right after it ends no other line. */
  #isAfterReturn = false;
  /** Of the chunk's next line ends, each looked for once; past its end where it has none. */
  #nextReturn = 0;
  #nextFeed = 0;

  constructor(maxEventBytes: number) {
    this.#pending = new PendingEvent(maxEventBytes);
  }

  get pendingBytes(): number {
    return this.#pending.byteLength;
  }

  push(chunk: Buffer): void {
    this.#chunk = chunk;
    this.#eventStart = 0;
    this.#lineStart = 0;
    this.#nextReturn = placeOf(CARRIAGE_RETURN, chunk, 0);
    this.#nextFeed = placeOf(LINE_FEED, chunk, 0);
  }

  next(): WholeEvents | undefined {
    const chunk = this.#chunk;
    if (chunk === undefined) return undefined;
    let [count, wholeEnd] = [0, 0];
    while (this.#lineStart < chunk.length) {
      const end = this.#lineEnd(chunk);
      if (end === chunk.length) break;
      const isEmpty = this.#isLineEmpty && end === this.#lineStart;
      const isReturn = chunk[end] === CARRIAGE_RETURN;
      const isSecondHalf = isEmpty && this.#isAfterReturn && !isReturn;
      this.#isAfterReturn = isReturn;
      this.#isLineEmpty = true;
      this.#lineStart = end + 1;
      if (!isEmpty || isSecondHalf) continue;
      if (this.#pending.byteLength > 0) return this.#takePending(chunk, end + 1);
      if (count > 0 && end + 1 - this.#eventStart > SMALL_EVENT_BYTES) break;
      count += 1;
      wholeEnd = end + 1;
      if (count === EVENTS_AT_ONCE || wholeEnd - this.#eventStart > SMALL_EVENT_BYTES) break;
    }
    if (count > 0) return this.#take(chunk, wholeEnd, count);
    this.#keepRest(chunk);
    return undefined;
  }

  /** Of the line that begins at `#lineStart`; the chunk's length where it has no end in it. */
  #lineEnd(chunk: Buffer): number {
    if (this.#nextReturn < this.#lineStart)
      this.#nextReturn = placeOf(CARRIAGE_RETURN, chunk, this.#lineStart);
    if (this.#nextFeed < this.#lineStart) this.#nextFeed = placeOf(LINE_FEED, chunk, this.#lineStart);
    return Math.min(this.#nextReturn, this.#nextFeed);
  }

  #take(chunk: Buffer, end: number, count: number): WholeEvents {
    const bytes = ownBytes(chunk.subarray(this.#eventStart, end));
    this.#eventStart = end;
    this.#lineStart = end;
    this.#isLineEmpty = true;
    this.#isAfterReturn = chunk[end - 1] === CARRIAGE_RETURN;
    this.#nextReturn = placeOf(CARRIAGE_RETURN, chunk, end);
    this.#nextFeed = placeOf(LINE_FEED, chunk, end);
    return { bytes, count };
  }

  #takePending(chunk: Buffer, end: number): WholeEvents {
    this.#pending.append(chunk.subarray(this.#eventStart, end));
    this.#eventStart = end;
    return { bytes: this.#pending.take(), count: 1 };
  }

  #keepRest(chunk: Buffer): void {
    this.#chunk = undefined;
    if (this.#lineStart < chunk.length) {
      this.#isLineEmpty = false;
      this.#isAfterReturn = false;
    }
    if (this.#eventStart < chunk.length) this.#pending.append(chunk.subarray(this.#eventStart));
  }
}

function placeOf(byte: number, chunk: Buffer, from: number): number {
  const place = chunk.indexOf(byte, from);
  return place === -1 ? chunk.length : place;
}

/** A message begins with its length, itself included: 32 bits, the highest first. */
const LENGTH_BYTES = 4;
/** Two lengths and two checksums. */
const SHORTEST_MESSAGE_BYTES = 16;

/** Binary messages, by the length each begins with. Their checksums are the reader's. */
class BinarySplitter implements EventSplitter {
  readonly #maxEventBytes: number;
  readonly #pending: PendingEvent;
  #chunk: Buffer | undefined;
  #start = 0;
  /** Of the message whose length has been read. */
  #messageBytes: number | undefined;

  constructor(maxEventBytes: number) {
    this.#maxEventBytes = maxEventBytes;
    this.#pending = new PendingEvent(maxEventBytes);
  }

  get pendingBytes(): number {
    return this.#pending.byteLength;
  }

  push(chunk: Buffer): void {
    this.#chunk = chunk;
    this.#start = 0;
  }

  next(): WholeEvents | undefined {
    const chunk = this.#chunk;
    if (chunk === undefined) return undefined;
    if (this.#pending.byteLength === 0 && chunk.length - this.#start >= LENGTH_BYTES) {
      const bytes = this.#checkedLength(chunk.readUInt32BE(this.#start));
      const end = this.#start + bytes;
      if (end <= chunk.length) {
        const message = chunk.subarray(this.#start, end);
        this.#start = end;
        return { bytes: ownBytes(message), count: 1 };
      }
      this.#messageBytes = bytes;
    }
    return this.#gather(chunk);
  }

  /** Of a message that is not in one chunk. */
  #gather(chunk: Buffer): WholeEvents | undefined {
    if (this.#messageBytes === undefined) {
      this.#append(chunk, LENGTH_BYTES);
      if (this.#pending.byteLength < LENGTH_BYTES) return this.#wait();
      this.#messageBytes = this.#checkedLength(this.#pending.peek().readUInt32BE(0));
    }
    this.#append(chunk, this.#messageBytes);
    if (this.#pending.byteLength < this.#messageBytes) return this.#wait();
    this.#messageBytes = undefined;
    return { bytes: this.#pending.take(), count: 1 };
  }

  /** Appends what the chunk has, until so many bytes are pending. */
  #append(chunk: Buffer, bytes: number): void {
    const end = Math.min(chunk.length, this.#start + bytes - this.#pending.byteLength);
    this.#pending.append(chunk.subarray(this.#start, end));
    this.#start = end;
  }

  #wait(): undefined {
    this.#chunk = undefined;
  }

  #checkedLength(bytes: number): number {
    if (bytes < SHORTEST_MESSAGE_BYTES) throw new TransportError('malformed_reply', undefined);
    if (bytes > this.#maxEventBytes) throw new ReplyTooLarge();
    return bytes;
  }
}

const NO_BYTES = Buffer.alloc(0);
