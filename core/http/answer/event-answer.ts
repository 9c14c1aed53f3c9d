import type { Response } from 'express';
import { SLICE_BYTES } from '../../text/slices-of.ts';
import { whenClosed } from '../admit/admit.ts';
import { writeTurn } from './write-pieces.ts';

/** The time between comments, in milliseconds. Many proxies end a connection that is quiet for a minute, some earlier. */
export const HEARTBEAT_MS = 15_000;
export const HEARTBEAT = Buffer.from(': still running\n\n');

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

export interface EventAnswerOptions {
  /** The time between comments, in milliseconds. */
  readonly heartbeatMs: number;
  /**
   * Whether the status waits for the first event, or for the first comment if that is due earlier: until then the request
   * can still be answered otherwise.
   */
  readonly holdsStatus: boolean;
  /** Called when the client is ready for more. */
  readonly onReady?: () => void;
  /** Called when the connection is lost or the answer is given up. */
  readonly onStopped?: () => void;
}

/**
 * Server-sent events (WHATWG HTML, 9.2) written as fast as the client reads them and other answers leave room. Bytes
 * that are sent within one turn of the event loop leave in one write. In memory wait only the bytes of this turn, less
 * than two slices, and events passed to `send` while the client was behind. `stalled-sockets.ts` disconnects a client
 * that stops reading. Comments keep a quiet connection open.
 */
export class EventAnswer {
  readonly #response: Response;
  readonly #onReady: () => void;
  readonly #onStopped: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  /** The rest of the present event, and those that wait for it. */
  readonly #events: Iterator<Uint8Array>[] = [];
  /** Gathered for one write at the end of this turn. */
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #isEnded = false;
  #isStopped = false;

  constructor(
    response: Response,
    { heartbeatMs, holdsStatus, onReady = () => {}, onStopped = () => {} }: EventAnswerOptions,
  ) {
    this.#response = response;
    this.#onReady = onReady;
    this.#onStopped = onStopped;
    if (!holdsStatus) this.#open();
    this.#heartbeat = setInterval(() => this.comment(), heartbeatMs);
    response.on('drain', () => void this.#resumeInTurn());
    whenClosed(response, () => this.stop());
  }

  /** Whether the client has taken everything so far. */
  get isReady(): boolean {
    return this.#events.length === 0 && this.#hasRoom && !this.#response.destroyed;
  }

  /** Whether the status has left. */
  get isOpen(): boolean {
    return this.#response.assay.endsByItself === true;
  }

  /** Does nothing after the end. @param event its bytes, each slice taken when the client is ready for it. */
  send(event: Iterator<Uint8Array>): void {
    if (this.#isStopped || this.#isEnded) return;
    this.#events.push(event);
    this.#write();
  }

  /** Sends a comment, which shows the client that its request runs, and proxies that the connection is in use. */
  comment(): void {
    if (!this.#isStopped && this.isReady) this.#put(HEARTBEAT);
  }

  /** Ends the stream after the events so far. Harmless to call twice. */
  end(): void {
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    this.#write();
  }

  /** Sends nothing more. If the status has not left, the response is free for another answer. Harmless to call twice. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearInterval(this.#heartbeat);
    this.#events.length = 0;
    this.#gathered = [];
    this.#onStopped();
  }

  get #hasRoom(): boolean {
    return this.#gatheredBytes < SLICE_BYTES && !this.#response.writableNeedDrain;
  }

  /** Gives way to other work after each slice, however fast the client reads. */
  async #resumeInTurn(): Promise<void> {
    await writeTurn(this.#response);
    this.#write();
    if (!this.#isStopped && this.isReady) this.#onReady();
  }

  #write(): void {
    if (this.#isStopped) return;
    while (this.#events[0] !== undefined && this.#hasRoom) {
      const { done, value } = this.#events[0].next();
      if (done === true) this.#events.shift();
      else this.#put(value);
    }
    if (this.#isEnded && this.#events.length === 0 && !this.#response.writableEnded) {
      this.#open();
      this.#flush();
      this.#response.end();
    }
  }

  #put(bytes: Uint8Array): void {
    this.#open();
    if (this.#gathered.length === 0)
      process.nextTick(() => {
        const wasFull = !this.#hasRoom;
        this.#flush();
        if (wasFull && this.#hasRoom) void this.#resumeInTurn();
      });
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.byteLength;
  }

  #flush(): void {
    const [first, ...others] = this.#gathered;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    if (first === undefined) return;
    this.#response.write(others.length === 0 ? first : Buffer.concat([first, ...others]));
  }

  #open(): void {
    if (this.isOpen) return;
    this.#response.assay.endsByItself = true;
    this.#response.status(200).set(EVENT_STREAM_HEADERS);
    this.#response.flushHeaders();
  }
}
