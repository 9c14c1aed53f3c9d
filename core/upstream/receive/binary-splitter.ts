import { replyTooLarge, TransportError } from '../fault.ts';
import { PendingEvent, wholeEvent } from './pending-event.ts';

/** A message begins with its length, itself included: 32 bits, the highest first. */
const LENGTH_BYTES = 4;
/** Two lengths and two checksums. */
const SHORTEST_MESSAGE_BYTES = 16;

/** Binary messages, by the length each begins with. Their checksums are the reader's. */
export class BinarySplitter {
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

  next(): Buffer | undefined {
    const chunk = this.#chunk;
    if (chunk === undefined) return undefined;
    if (this.#pending.byteLength === 0 && chunk.length - this.#start >= LENGTH_BYTES) {
      const bytes = this.#checkedLength(chunk.readUInt32BE(this.#start));
      const end = this.#start + bytes;
      if (end <= chunk.length) {
        const message = chunk.subarray(this.#start, end);
        this.#start = end;
        return wholeEvent(message);
      }
      this.#messageBytes = bytes;
    }
    return this.#gather(chunk);
  }

  /** Of a message that is not in one chunk. */
  #gather(chunk: Buffer): Buffer | undefined {
    if (this.#messageBytes === undefined) {
      this.#append(chunk, LENGTH_BYTES);
      if (this.#pending.byteLength < LENGTH_BYTES) return this.#wait();
      this.#messageBytes = this.#checkedLength(this.#pending.peek().readUInt32BE(0));
    }
    this.#append(chunk, this.#messageBytes);
    if (this.#pending.byteLength < this.#messageBytes) return this.#wait();
    this.#messageBytes = undefined;
    return this.#pending.take();
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
    if (bytes > this.#maxEventBytes) throw replyTooLarge();
    return bytes;
  }
}
