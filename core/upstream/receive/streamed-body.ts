import type { Dispatcher } from 'undici';
import type { Provider, StreamReader } from '../../contract.ts';
import type { Pace } from '../../workers/pace.ts';
import { ReplyTooLarge, TransportError } from '../fault.ts';
import type { StopSignal } from '../stop-signal.ts';
import { type EventBudget, MAX_CHUNKS, Stretch, type ReplyMemory } from './reply-bounds.ts';
import { EventBuffer, ownEvents, type WholeEvents } from './event-buffer.ts';

/**
 * How far a reply is. `waiting`: no text and no reasoning yet. `writing`: some has come. `finishing`: the text is whole,
 * and the stream may end. `complete`: nothing more is read.
 */
export type ReplyProgress = 'waiting' | 'writing' | 'finishing' | 'complete';

/** Reads the events of a reply. */
export interface StreamSink {
  readonly framing: StreamReader['framing'];
  /** Called when the reply has begun to come as events. */
  begin?(): void;
  /** The memory that the events so far take. */
  readonly keptBytes: number;
  /**
   * Takes the next events. Nothing more is read while it waits.
   * @throws TransportError if the reply cannot go on. Any other error counts as a broken connection.
   */
  take(events: WholeEvents): ReplyProgress | Promise<ReplyProgress>;
}

/** How a reply is read. */
export interface ReplyOptions {
  /** `maxReplyBytes` bounds a whole reply, and of a stream the folded reply and each event. */
  readonly provider: Pick<Provider, 'maxReplyBytes' | 'timeouts'>;
  /** The account whose turns a long reply takes. */
  readonly accountId: number;
  /** Stops when the call no longer waits for the reply. */
  readonly signal: StopSignal;
  readonly memory: ReplyMemory;
  /** Waits for the account's turn before a long reply is read further. */
  readonly nextTurn: Pace;
  /** Once it is used up, events wait for a later turn. */
  readonly eventBudget: EventBudget;
}

interface BodyOptions extends ReplyOptions {
  readonly sink: StreamSink;
  /** When the request began to go out, by `performance.now()`. */
  readonly sentAt: number;
  readonly controller: Dispatcher.DispatchController;
  /** Exactly one of its methods is called, once. */
  readonly receiver: {
    complete(isGivenUp: boolean): void;
    fail(cause: unknown): void;
  };
}

/**
 * A stream may have this many times the bytes of a whole reply, because a token of a few bytes comes in an event of some
 * hundred.
 */
export const STREAM_BYTES_FACTOR = 8;
/** More events than the longest answer has tokens. */
const MAX_EVENTS = 1_048_576;
/** After the first text, fewer bytes than this are read together with what else came at the same time. */
const GATHERED_BYTES = 16_384;
/** How long the usage, which may follow the text, is waited for. */
const MAX_FINISHING_MS = 10_000;
/** How often an expired timer looks again while the gateway itself causes the wait. */
const LOOK_AGAIN_MS = 100;
/** How long the rest of a stream is read after its last event, so that its connection can be used again. */
const DRAIN_MS = 500;
const DRAIN_BYTES = 65_536;

/** The stream ended before its last event. */
const CUT = new TransportError(
  'unavailable',
  Object.assign(new Error('the stream ended before its last event'), { code: 'STREAM_CUT' }),
);
const STALLED = new TransportError(
  'timeout',
  Object.assign(new Error('the stream stalled'), { code: 'STREAM_STALLED' }),
);
/**
 * The reason passed to undici for closing a connection that is no longer needed, even if it is good. The code `timeout`
 * means nothing here, because the end of the reply is decided by then.
 */
const UNNEEDED = new TransportError('timeout', undefined);

/**
 * Reads the events of a reply in order, one stretch in a turn of the event loop, and bounds the time between them. The
 * connection is paused meanwhile, so that unread bytes stay in the socket.
 */
export class StreamedBody {
  readonly #options: BodyOptions;
  readonly #stretch = new Stretch();
  /** The turn of the event loop that the stretch is of. */
  #turn = 0;
  /** Unread bytes. A connection that closes delivers all it has, even if it is paused. */
  readonly #unread: EventBuffer;
  /** Whether the unread bytes are read once the chunks that came together are there. */
  #isDue = false;
  readonly #totals = { bytes: 0, chunks: 0, events: 0 };
  #progress: ReplyProgress = 'waiting';
  /** Why reading is paused: it waits for its turn, or (`gateway`) for memory or for an event that a thread parses. */
  #waitsFor: 'turn' | 'gateway' | undefined;
  #isSettled = false;
  /** Set once nothing more is waited for: the provider has ended the stream, or this gateway has, or both. */
  #end: { readonly cause: unknown; readonly byProvider: boolean; readonly byGateway: boolean } | undefined;
  /** Whole events that wait for their turn. */
  #waitingEvents: WholeEvents | undefined;
  #drainedBytes = 0;
  /**
   * When the wait for the first text, for the next chunk, or for what follows the whole text ends, by
   * `performance.now()`. Restarting the timer for each chunk would cost more.
   */
  #expiresAt: number;
  #timer: NodeJS.Timeout;

  constructor(options: BodyOptions) {
    this.#options = options;
    const { provider, sink, sentAt } = options;
    this.#unread = new EventBuffer(sink.framing, provider.maxReplyBytes);
    const { firstByteMs, idleMs } = provider.timeouts;
    const leftMs = firstByteMs - (performance.now() - sentAt);
    // Sending a long body may have taken most of the time.
    const waitMs = Math.max(leftMs, Math.min(firstByteMs, idleMs));
    this.#expiresAt = performance.now() + waitMs;
    this.#timer = setTimeout(this.#expire, waitMs);
  }

  append(chunk: Buffer): void {
    if (this.#isSettled) {
      // What follows the last event is skipped if it is short.
      this.#drainedBytes += chunk.byteLength;
      if (this.#drainedBytes > DRAIN_BYTES) this.#options.controller.abort(UNNEEDED);
      return;
    }
    this.#totals.bytes += chunk.byteLength;
    this.#totals.chunks += 1;
    const { bytes, chunks } = this.#totals;
    if (bytes > STREAM_BYTES_FACTOR * this.#options.provider.maxReplyBytes || chunks > MAX_CHUNKS)
      return this.#fail(new ReplyTooLarge());
    const { turn } = this.#options.eventBudget;
    if (turn !== this.#turn) this.#stretch.begin();
    this.#turn = turn;
    this.#stretch.bytes += chunk.byteLength;
    this.#stretch.chunks += 1;
    this.#unread.append(chunk);
    const isWriting = this.#progress === 'writing';
    if (isWriting) this.#expiresAt = performance.now() + this.#options.provider.timeouts.idleMs;
    if (this.#waitsFor !== undefined) return;
    if (!isWriting || this.#unread.byteLength >= GATHERED_BYTES) return this.#read();
    if (!this.#isDue) queueMicrotask(this.#readDue);
    this.#isDue = true;
  }

  /** Nothing more comes. @param cause why, if the connection was lost. */
  end(cause?: unknown): void {
    if (this.#isSettled) return clearTimeout(this.#timer);
    if (this.#end !== undefined) return;
    this.#end = { cause, byProvider: true, byGateway: false };
    if (this.#waitsFor === undefined) this.#read();
  }

  /**
   * Ends the wait for the reply. What has come is still read, up to the first event that a thread parses.
   * @param cause the fault if the text is not whole.
   */
  stop(cause: unknown): void {
    if (this.#isSettled) return;
    this.#end = { cause, byProvider: this.#end?.byProvider ?? false, byGateway: true };
    if (this.#waitsFor === undefined) this.#read();
    else if (this.#waitsFor !== 'turn') this.#conclude();
    this.#options.controller.abort(UNNEEDED);
  }

  readonly #readDue = (): void => {
    this.#isDue = false;
    if (this.#waitsFor === undefined) this.#read();
  };

  #read(): void {
    const { sink, eventBudget, accountId, nextTurn } = this.#options;
    try {
      while (!this.#isSettled) {
        const waitingEvents = this.#waitingEvents;
        const events = waitingEvents ?? this.#unread.next();
        if (events === undefined) break;
        this.#waitingEvents = undefined;
        const { byteLength } = events.bytes;
        if (waitingEvents === undefined && !eventBudget.take(byteLength)) {
          this.#waitingEvents = ownEvents(events);
          return void this.#waitFor('turn', eventBudget.wait(accountId, byteLength));
        }
        this.#totals.events += events.count;
        if (this.#totals.events > MAX_EVENTS) throw new ReplyTooLarge();
        this.#stretch.events += events.count;
        const progress = sink.take(events);
        if (progress instanceof Promise) {
          void this.#waitFor('gateway', progress);
          if (this.#end?.byGateway === true) this.#conclude();
          return;
        }
        if (progress !== this.#progress) this.#note(progress);
        if (!this.#isSettled && this.#stretch.endsHere())
          return void this.#waitFor('turn', nextTurn(accountId));
      }
    } catch (cause) {
      return this.#fail(cause);
    }
    if (this.#isSettled) return;
    if (this.#end !== undefined) return this.#conclude();
    const { memory, signal } = this.#options;
    if (!memory.resize(sink.keptBytes + this.#unread.byteLength))
      return void this.#waitFor('gateway', memory.wait(signal));
    if (this.#stretch.endsHere()) return void this.#waitFor('turn', nextTurn(accountId));
    this.#options.controller.resume();
  }

  async #waitFor(what: 'turn' | 'gateway', step: Promise<ReplyProgress | void>): Promise<void> {
    this.#waitsFor = what;
    this.#options.controller.pause();
    const startedAt = performance.now();
    try {
      const progress = await step;
      this.#waitsFor = undefined;
      if (this.#isSettled) return;
      // The gateway caused this wait, so no timeout of the provider includes it.
      this.#expiresAt += performance.now() - startedAt;
      if (progress !== undefined && progress !== this.#progress) this.#note(progress);
      if (!this.#isSettled && this.#progress === 'writing') this.#startTimer();
      this.#read();
    } catch (cause) {
      this.#waitsFor = undefined;
      // Nobody awaits this step, so an error would be lost.
      this.#fail(cause);
    }
  }

  #note(progress: ReplyProgress): void {
    this.#progress = progress;
    if (progress !== 'complete') return this.#startTimer();
    this.#settle();
    this.#options.receiver.complete(false);
    if (this.#end !== undefined) return;
    this.#timer = setTimeout(() => this.#options.controller.abort(UNNEEDED), DRAIN_MS);
    this.#options.controller.resume();
  }

  /** Bounds the wait for the next chunk. */
  #startTimer(): void {
    const { idleMs } = this.#options.provider.timeouts;
    clearTimeout(this.#timer);
    const waitMs = this.#progress === 'finishing' ? Math.min(MAX_FINISHING_MS, idleMs) : idleMs;
    this.#expiresAt = performance.now() + waitMs;
    this.#timer = setTimeout(this.#expire, waitMs);
  }

  /** Ends the reply once everything that came has been read, or this gateway waits for no more of it. */
  #conclude(): void {
    const { cause = CUT, byProvider = false, byGateway = false } = this.#end ?? {};
    if (this.#progress !== 'finishing') return this.#fail(cause);
    this.#settle();
    // The usage may be in what is still to come or to be read.
    const isUnread = !byProvider || this.#waitsFor !== undefined;
    this.#options.receiver.complete(byGateway && isUnread);
  }

  readonly #expire = (): void => {
    if (this.#waitsFor !== undefined) return void (this.#timer = setTimeout(this.#expire, LOOK_AGAIN_MS));
    const leftMs = this.#expiresAt - performance.now();
    if (leftMs > 0) this.#timer = setTimeout(this.#expire, leftMs);
    else this.stop(STALLED);
  };

  #fail(cause: unknown): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#options.receiver.fail(cause);
    if (this.#end === undefined) this.#options.controller.abort(UNNEEDED);
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
  }
}
