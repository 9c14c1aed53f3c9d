import type { Request, Response } from 'express';
import type { AnswerEvent, AnswerEventName } from '../../pipeline/follow/answer-events.ts';
import type { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import type { Position } from '../../pipeline/follow/position.ts';
import { slicesOf } from '../../text/slices-of.ts';
import { whenClosed } from '../admit/admit.ts';
import { writePieces } from './write-pieces.ts';

/** Keeps proxies from ending a quiet connection. */
export const HEARTBEAT_MS = 15_000;
export const HEARTBEAT = Buffer.from(': still running\n\n');

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

export function wantsEventStream(request: Request): boolean {
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

/** What ends an event. */
export const EVENT_END = Buffer.from('\n\n');

export function startOf({ id, name }: Pick<AnswerEvent, 'id' | 'name'>): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: `);
}

/** Streams that end once their client has read everything, faults included. */
const following = new WeakSet<Response>();

/** Whether everything there is to say has been handed over: nobody else need end the response. */
export function endsByItself(response: Response): boolean {
  return response.writableEnded || following.has(response);
}

/**
 * Answers with what a log has beyond a position, as server-sent events (WHATWG HTML, 9.2), until the log ends. The status
 * is 200 from the first byte, so call it only once the hold stands. Nothing waits here but the event under way: the log
 * keeps the rest, and a client that stops reading is closed on (`stalled-sockets.ts`).
 */
export function followWithEvents(response: Response, log: AnswerLog, position: Position): void {
  response.status(200).set(HEADERS);
  response.flushHeaders();
  let slices: Iterator<Uint8Array> | undefined;
  let isEnded = false;
  /** Hands the event under way to the socket as far as that takes it. */
  const write = (): void => {
    while (slices !== undefined && !response.writableNeedDrain) {
      const { done, value } = slices.next();
      if (done === true) slices = undefined;
      else response.write(value);
    }
    if (isEnded && slices === undefined && !response.writableEnded) response.end();
  };
  const isReady = (): boolean => slices === undefined && !response.writableNeedDrain && !response.destroyed;
  const heartbeat = setInterval(() => {
    if (isReady()) response.write(HEARTBEAT);
  }, HEARTBEAT_MS);
  const reader = log.follow(position, {
    get isReady() {
      return isReady();
    },
    send(event) {
      slices = slicesOf([startOf(event), ...event.json, EVENT_END]);
      write();
    },
    end() {
      isEnded = true;
      clearInterval(heartbeat);
      write();
    },
  });
  following.add(response);
  response.on('drain', () => {
    write();
    if (isReady()) reader.resume();
  });
  whenClosed(response, () => {
    clearInterval(heartbeat);
    reader.stop();
    slices = undefined;
  });
}

/**
 * Answers with a stream of one event, whose data is read no faster than the client reads it.
 * @param json one line, in pieces. @throws what the pieces throw; the event is then incomplete, so close the connection.
 */
export async function sendOneEvent(
  response: Response,
  event: AnswerEventName,
  json: AsyncIterable<Uint8Array>,
): Promise<void> {
  await sendEvents(response, eventOf({ id: '1', name: event }, json));
}

/** Answers with the bytes of some events, which come no faster than the client reads. @throws as `sendOneEvent`. */
export async function sendEvents(response: Response, events: AsyncIterable<Uint8Array>): Promise<void> {
  response.status(200).set(HEADERS);
  // Their head may be out long before the first of them.
  response.flushHeaders();
  await writePieces(response, events);
}

async function* eventOf(
  event: Pick<AnswerEvent, 'id' | 'name'>,
  json: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield startOf(event);
  yield* json;
  yield EVENT_END;
}
