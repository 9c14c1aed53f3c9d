import { lengthOf, type JsonPieces } from '../../text/plain-json.ts';
import type { AnswerEvent, EventSink, Subscription } from '../follow/answer-events.ts';
import type { AnswerLog } from '../follow/answer-log.ts';
import { bytesBetween, EVENT_END, startOf } from '../follow/event-bytes.ts';
import { BEGINNING, readPosition } from '../follow/position.ts';
import { MAX_REPLY_BYTES } from './gateway-calls.ts';

/** An event in the bytes of the stream. */
interface BufferedEvent {
  readonly id: string;
  readonly pieces: JsonPieces;
  /** The range of its bytes in the stream. */
  readonly from: number;
  readonly to: number;
}

/** The next bytes of the stream. */
export interface StreamPart {
  readonly bytes: Uint8Array;
  /** The position after the last event that ends in these bytes; undefined if none does. */
  readonly position: string | undefined;
  /** Whether the bytes end with the end of an event. */
  readonly isWhole: boolean;
  readonly hasEnded: boolean;
}

/**
 * Reads a log for another gateway, which asks for the event stream part by part. It takes only as much from the log as
 * fits into one reply, and repeats the part until the other gateway acknowledges it.
 */
export class PeerReader implements EventSink {
  readonly #subscription: Subscription;
  /** Events from the log that are not acknowledged yet. */
  #events: BufferedEvent[] = [];
  /** The bytes of the stream that the other gateway has acknowledged. */
  #acknowledgedBytes = 0;
  /** All bytes of the stream so far. */
  #totalBytes = 0;
  #wantsMore = false;
  #hasEnded = false;
  #onNews: (() => void) | undefined;

  constructor(log: AnswerLog, position: string) {
    this.#subscription = log.follow(readPosition(position) ?? BEGINNING, this);
  }

  get isReady(): boolean {
    return this.#wantsMore && this.#totalBytes - this.#acknowledgedBytes < MAX_REPLY_BYTES;
  }

  send(event: AnswerEvent): void {
    const pieces = [startOf(event), ...event.json, EVENT_END];
    const from = this.#totalBytes;
    this.#totalBytes += lengthOf(pieces);
    this.#events.push({ id: event.id, pieces, from, to: this.#totalBytes });
    this.#onNews?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.#onNews?.();
  }

  /**
   * @param arrived the bytes that the other gateway has.
   * @returns the bytes after those, once there are any, or no bytes after `waitMs`; `stale` if the other gateway has
   * acknowledged more since; `lost` if the stream cannot go on from there.
   */
  async read(arrived: number, waitMs: number): Promise<StreamPart | 'stale' | 'lost'> {
    if (arrived < this.#acknowledgedBytes) return 'stale';
    if (!(arrived <= this.#totalBytes)) return 'lost';
    this.#events = this.#events.filter(({ to }) => to > arrived);
    this.#acknowledgedBytes = arrived;
    this.#wantsMore = true;
    this.#subscription.resume();
    if (this.#totalBytes === arrived && !this.#hasEnded) await this.#news(waitMs);
    this.#wantsMore = false;
    const end = Math.min(this.#totalBytes, arrived + MAX_REPLY_BYTES);
    const start = this.#events[0]?.from ?? arrived;
    const pieces = this.#events.flatMap((event) => event.pieces);
    return {
      bytes: bytesBetween(pieces, arrived - start, end - start),
      position: this.#events.findLast(({ to }) => to <= end)?.id,
      isWhole: !this.#events.some(({ from, to }) => from < end && end < to),
      hasEnded: this.#hasEnded && end === this.#totalBytes,
    };
  }

  stop(): void {
    this.#subscription.stop();
    this.#onNews?.();
  }

  async #news(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    this.#onNews = resolve;
    await promise;
    clearTimeout(timer);
    this.#onNews = undefined;
  }
}
