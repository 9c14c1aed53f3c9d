import { PendingEvent, wholeEvent } from './pending-event.ts';

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** Server-sent events end with an empty line; a line ends with a line feed, a carriage return, or both (WHATWG). */
export class SseSplitter {
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

  next(): Buffer | undefined {
    const chunk = this.#chunk;
    if (chunk === undefined) return undefined;
    while (this.#lineStart < chunk.length) {
      const end = this.#lineEnd(chunk);
      if (end === chunk.length) break;
      const isEmpty = this.#isLineEmpty && end === this.#lineStart;
      const isReturn = chunk[end] === CARRIAGE_RETURN;
      const isSecondHalf = isEmpty && this.#isAfterReturn && !isReturn;
      this.#isAfterReturn = isReturn;
      this.#isLineEmpty = true;
      this.#lineStart = end + 1;
      if (isEmpty && !isSecondHalf) return this.#take(chunk, end + 1);
    }
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

  #take(chunk: Buffer, end: number): Buffer {
    const part = chunk.subarray(this.#eventStart, end);
    this.#eventStart = end;
    if (this.#pending.byteLength === 0) return wholeEvent(part);
    this.#pending.append(part);
    return this.#pending.take();
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
