import type { Response } from 'express';
import { plainJson } from '../../text/plain-json.ts';
import { slicesOf } from '../../text/slices-of.ts';
import { EventAnswer } from '../answer/event-answer.ts';

/**
 * Messages as server-sent events (MCP 2025-11-25, Streamable HTTP), as fast as the client reads them. Those that wait are
 * one for each step of a request, and its result. The status waits for the first, so that headers can still be set.
 */
export class MessageStream {
  readonly #answer: EventAnswer;
  readonly #waiting: object[] = [];
  #isEnded = false;

  /** @param heartbeatMs between comments, milliseconds. */
  constructor(response: Response, heartbeatMs: number) {
    this.#answer = new EventAnswer(response, {
      heartbeatMs,
      holdsStatus: true,
      onReady: () => this.#write(),
      onStopped: () => this.#waiting.splice(0),
    });
  }

  /** After the end nothing is sent. */
  send(message: object): void {
    if (this.#isEnded) return;
    this.#waiting.push(message);
    this.#write();
  }

  /** Nothing follows what was sent. Harmless to call twice. */
  end(): void {
    this.#isEnded = true;
    this.#write();
  }

  /** Where nothing was sent, the response is free for another answer. */
  giveUp(): void {
    this.#isEnded = true;
    this.#answer.stop();
  }

  #write(): void {
    while (this.#answer.isReady) {
      const message = this.#waiting.shift();
      if (message === undefined) break;
      const event = Buffer.from(`event: message\ndata: ${plainJson(message)}\n\n`);
      this.#answer.send(slicesOf([event]));
    }
    if (this.#isEnded && this.#waiting.length === 0) this.#answer.end();
  }
}
