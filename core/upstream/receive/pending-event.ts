import { INLINE_EVENT_BYTES } from '../../workers/replies/read-event.ts';
import { replyTooLarge } from '../fault.ts';

const FIRST_CAPACITY_BYTES = 1_024;
/** A stream waits with no more memory than this for its next event. */
const KEPT_CAPACITY_BYTES = 4_096;

/** What has come in of an event that is not whole yet, in one buffer that doubles. */
export class PendingEvent {
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
    if (length > this.#maxBytes) throw replyTooLarge();
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

/** An event that came in one piece, with memory of its own where it is long: the piece is the socket's. */
export function wholeEvent(bytes: Buffer): Buffer {
  if (bytes.byteLength <= INLINE_EVENT_BYTES) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

const NO_BYTES = Buffer.alloc(0);
