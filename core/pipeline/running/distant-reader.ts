import type { AnswerEvent, EventSink, Following } from '../follow/answer-events.ts';
import type { AnswerLog } from '../follow/answer-log.ts';
import { BEGINNING, readPosition } from '../follow/position.ts';
import { lengthOf } from '../../text/long-text.ts';
import { isLastPart, lengthOfPart, partOf, writeParts, type EventPart } from './event-parts.ts';
import { MAX_REPLY_BYTES } from './gateway-calls.ts';

/** How far a reader at another gateway has come. */
export interface DistantPlace {
  /** Whole events it has been handed by this reader. */
  readonly taken: number;
  /** Bytes it has of the next one's data. */
  readonly offset: number;
}

/**
 * A reader of a log at another gateway, which asks for each part of what there is. It takes from the log only what fits
 * into one answer, and gives it again for as long as the asker does not say that it has it.
 */
export class DistantReader implements EventSink {
  readonly #following: Following;
  /** Taken from the log, and not yet known to have arrived. */
  #events: AnswerEvent[] = [];
  #taken = 0;
  #wantsMore = false;
  #hasEnded = false;
  #onNews: (() => void) | undefined;

  constructor(log: AnswerLog, position: string) {
    this.#following = log.follow(readPosition(position) ?? BEGINNING, this);
  }

  get isReady(): boolean {
    const waitingBytes = this.#events.reduce((sum, { json }) => sum + lengthOf(json), 0);
    return this.#wantsMore && waitingBytes < MAX_REPLY_BYTES;
  }

  send(event: AnswerEvent): void {
    this.#events.push(event);
    this.#onNews?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.#onNews?.();
  }

  /** Whether the asker has said since that it has come further. */
  isPast({ taken }: DistantPlace): boolean {
    return taken < this.#taken;
  }

  /** Whether it can go on from there. */
  isAt({ taken, offset }: DistantPlace): boolean {
    const ahead = taken - this.#taken;
    if (ahead < 0 || ahead > this.#events.length) return false;
    const next = this.#events[ahead];
    return offset === 0 || (next !== undefined && offset <= lengthOf(next.json));
  }

  /**
   * @param place where `isAt` is true.
   * @returns what there is from there on, once there is something; nothing after `waitMs`.
   */
  async read(place: DistantPlace, waitMs: number): Promise<{ bytes: Uint8Array; hasEnded: boolean }> {
    this.#events = this.#events.slice(place.taken - this.#taken);
    this.#taken = place.taken;
    this.#wantsMore = true;
    this.#following.resume();
    if (this.#events.length === 0 && !this.#hasEnded) await this.#news(waitMs);
    this.#wantsMore = false;
    const parts = this.#parts(place.offset);
    return { bytes: writeParts(parts), hasEnded: this.#hasEnded && this.#isAll(parts) };
  }

  stop(): void {
    this.#following.stop();
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

  #parts(offset: number): readonly EventPart[] {
    const parts: EventPart[] = [];
    let room = MAX_REPLY_BYTES;
    let from = offset;
    for (const event of this.#events) {
      const part = partOf(event, from, room);
      if (part === undefined) break;
      parts.push(part);
      room -= lengthOfPart(part);
      if (!isLastPart(part)) break;
      from = 0;
    }
    return parts;
  }

  #isAll(parts: readonly EventPart[]): boolean {
    return parts.length === this.#events.length && parts.every(isLastPart);
  }
}
