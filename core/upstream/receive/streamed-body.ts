import type { Dispatcher } from 'undici';
import type { StreamReader } from '../../contract.ts';
import type { Turn } from '../../workers/pace.ts';
import { replyTooLarge, TransportError } from '../fault.ts';
import { BinarySplitter } from './binary-splitter.ts';
import type { StopSignal } from '../stop-signal.ts';
import { type EventRoom, MAX_CHUNKS, Stretch } from './reply-bounds.ts';
import type { ReplyRoom } from './reply-room.ts';
import { SseSplitter } from './sse-splitter.ts';

/**
 * How far a reply is. `waiting`: no text and no reasoning yet. `writing`: some has come. `finishing`: the text is whole,
 * and the stream may end. `complete`: nothing of what may follow is read.
 */
export type Progress = 'waiting' | 'writing' | 'finishing' | 'complete';

/** Who reads the events of a reply. */
export interface StreamTerms {
  readonly framing: StreamReader['framing'];
  /** The reply has begun, and comes as events. */
  begin?(): void;
  /** What the events so far have left in memory. */
  readonly keptBytes: number;
  /**
   * Takes the next event as it came, over 64 KiB with memory of its own. Nothing more is read while it waits.
   * @throws TransportError where the reply cannot go on; anything else counts as a broken connection.
   */
  take(event: Buffer): Progress | Promise<Progress>;
}

export interface StreamTimeouts {
  /** Milliseconds until the first text or reasoning. */
  readonly firstByteMs: number;
  /** Milliseconds between two chunks after that. */
  readonly idleMs: number;
}

interface BodyOptions extends StreamTimeouts {
  readonly terms: StreamTerms;
  /** Of the reply that the events are folded into, and so of a single event. */
  readonly maxReplyBytes: number;
  readonly turn: Turn;
  readonly room: ReplyRoom;
  /** The reply is no longer waited for. */
  readonly signal: StopSignal;
  /** Else an event waits for its turn. */
  readonly hasRoom: EventRoom;
  readonly controller: Dispatcher.DispatchController;
  /** Called once, unless `onFailure` is. @param isGivenUp its text is whole, and what may follow was not waited for. */
  readonly onComplete: (isGivenUp: boolean) => void;
  readonly onFailure: (cause: unknown) => void;
}

/**
 * A stream may have this many times the bytes of a whole reply: a token of a few bytes comes in an event of some
 * hundred, of which next to nothing is kept.
 */
export const STREAM_BYTES_FACTOR = 8;
/** More than a token each of the longest answer there is. */
const MAX_EVENTS = 1_048_576;
/** For the figures that may follow the text. */
const MAX_FINISHING_MS = 10_000;
/** While the time is ours. */
const LOOK_AGAIN_MS = 100;
/** For the rest of a stream after its last event, so that its connection can be used again. */
const DRAIN_MS = 500;
const DRAIN_BYTES = 65_536;

/** The stream ended, and its last event had not come. */
const CUT = new TransportError(
  'unavailable',
  Object.assign(new Error('the stream ended before its last event'), { code: 'STREAM_CUT' }),
);
const STALLED = new TransportError(
  'timeout',
  Object.assign(new Error('the stream stalled'), { code: 'STREAM_STALLED' }),
);
/** What the connection is told that is no longer needed. */
const UNNEEDED = new TransportError('timeout', undefined);

/** Finds the events in the chunks of a stream, without reading them. */
interface EventSplitter {
  /** The next chunk; only after `next` has given all events of the one before. */
  push(chunk: Buffer): void;
  /**
   * The next event that is whole, as it came, to be read before the next call: over 64 KiB it has memory of its own.
   * @returns undefined where more must come in first. @throws TransportError for an event longer than the bound.
   */
  next(): Buffer | undefined;
  /** Of an event that is not whole yet. */
  readonly pendingBytes: number;
}

export const SPLITTERS = { sse: SseSplitter, binary: BinarySplitter };

/**
 * Reads the events of a reply one after the other, a stretch at a turn of the event loop, and waits in between only so
 * long. What is not read yet stays in the socket.
 */
export class StreamedBody {
  readonly #options: BodyOptions;
  readonly #splitter: EventSplitter;
  readonly #stretch = new Stretch();
  /** Chunks the splitter has not been given; a connection that closes hands out what it has without a pause. */
  readonly #chunks: Buffer[] = [];
  readonly #counts = { bytes: 0, chunks: 0, events: 0 };
  #progress: Progress = 'waiting';
  /** Waits for its turn, or for an event that is read on a thread. */
  #isBusy = false;
  #isPaused = false;
  #isSettled = false;
  #end: { readonly cause: unknown } | undefined;
  /** Found, and taken once its turn has come. */
  #heldEvent: Buffer | undefined;
  #drainedBytes = 0;
  #timer: NodeJS.Timeout;

  constructor(options: BodyOptions) {
    this.#options = options;
    this.#splitter = new SPLITTERS[options.terms.framing](options.maxReplyBytes);
    this.#timer = setTimeout(this.#expire, options.firstByteMs);
  }

  append(chunk: Buffer): void {
    if (this.#isSettled) return this.#drain(chunk);
    if (!this.#countChunk(chunk)) return this.#fail(replyTooLarge());
    if (this.#progress !== 'waiting') this.#timer.refresh();
    this.#stretch.addChunk(chunk.byteLength);
    this.#chunks.push(chunk);
    if (!this.#isBusy) this.#read();
  }

  /** Nothing more comes. @param cause why, where the connection was lost. */
  end(cause?: unknown): void {
    if (this.#isSettled) return clearTimeout(this.#timer);
    this.#end = { cause };
    if (!this.#isBusy) this.#conclude();
  }

  /** The reply is no longer waited for. @returns true where it is complete as it is, and has been told to be. */
  giveUp(): boolean {
    if (this.#isSettled) return false;
    const isWhole = this.#progress === 'finishing';
    this.#settle();
    if (isWhole) this.#options.onComplete(true);
    return isWhole;
  }

  #countChunk({ byteLength }: Buffer): boolean {
    this.#counts.bytes += byteLength;
    this.#counts.chunks += 1;
    const maxBytes = STREAM_BYTES_FACTOR * this.#options.maxReplyBytes;
    return this.#counts.bytes <= maxBytes && this.#counts.chunks <= MAX_CHUNKS;
  }

  #read(): void {
    try {
      while (!this.#isSettled) {
        const held = this.#heldEvent;
        const event = held ?? this.#splitter.next();
        if (event === undefined) {
          const chunk = this.#chunks.shift();
          if (chunk === undefined) break;
          this.#splitter.push(chunk);
          continue;
        }
        this.#heldEvent = undefined;
        if (held === undefined && !this.#options.hasRoom(event.byteLength)) {
          this.#heldEvent = event;
          return void this.#waitFor(this.#options.turn());
        }
        this.#counts.events += 1;
        if (this.#counts.events > MAX_EVENTS) throw replyTooLarge();
        this.#stretch.addEvent();
        const taken = this.#options.terms.take(event);
        if (taken instanceof Promise) return void this.#waitFor(taken);
        this.#note(taken);
        if (!this.#isSettled && this.#stretch.endsHere()) return void this.#waitFor(this.#options.turn());
      }
    } catch (cause) {
      return this.#fail(cause);
    }
    if (this.#isSettled) return;
    if (this.#end !== undefined) return this.#conclude();
    const { room, signal, terms, turn } = this.#options;
    if (!room.resize(terms.keptBytes + this.#splitter.pendingBytes))
      return void this.#waitFor(room.wait(signal));
    if (this.#stretch.endsHere()) return void this.#waitFor(turn());
    this.#resume();
  }

  async #waitFor(step: Promise<Progress | void>): Promise<void> {
    this.#isBusy = true;
    this.#isPaused = true;
    this.#options.controller.pause();
    try {
      const taken = await step;
      this.#isBusy = false;
      if (this.#isSettled) return;
      if (taken !== undefined) this.#note(taken);
      // The time until here was ours.
      if (!this.#isSettled && this.#progress !== 'waiting') this.#startTimer();
    } catch (cause) {
      this.#isBusy = false;
      return this.#fail(cause);
    }
    try {
      this.#read();
    } catch (cause) {
      // Nobody waits for this step.
      this.#fail(cause);
    }
  }

  #note(progress: Progress): void {
    if (progress === this.#progress) return;
    this.#progress = progress;
    if (progress !== 'complete') return this.#startTimer();
    this.#settle();
    this.#options.onComplete(false);
    if (this.#end !== undefined) return;
    this.#timer = setTimeout(() => this.#options.controller.abort(UNNEEDED), DRAIN_MS);
    this.#resume();
  }

  /** For the next chunk. */
  #startTimer(): void {
    const { idleMs } = this.#options;
    clearTimeout(this.#timer);
    const waitMs = this.#progress === 'finishing' ? Math.min(MAX_FINISHING_MS, idleMs) : idleMs;
    this.#timer = setTimeout(this.#expire, waitMs);
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#options.controller.resume();
  }

  /** Reads past what follows the last event, so far as it is short. */
  #drain(chunk: Buffer): void {
    this.#drainedBytes += chunk.byteLength;
    if (this.#drainedBytes > DRAIN_BYTES) this.#options.controller.abort(UNNEEDED);
  }

  /** The stream has ended, and all of it has been read. */
  #conclude(): void {
    if (this.#progress !== 'finishing') return this.#fail(this.#end?.cause ?? CUT);
    this.#settle();
    this.#options.onComplete(false);
  }

  readonly #expire = (): void => {
    if (this.#isBusy) return void (this.#timer = setTimeout(this.#expire, LOOK_AGAIN_MS));
    if (this.giveUp()) this.#options.controller.abort(UNNEEDED);
    else this.#options.onFailure(STALLED);
  };

  #fail(cause: unknown): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#options.onFailure(cause);
  }

  #settle(): void {
    this.#isSettled = true;
    this.#chunks.length = 0;
    clearTimeout(this.#timer);
  }
}
