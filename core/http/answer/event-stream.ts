import type { Response } from 'express';
import { slicesOf } from '../../text/slices-of.ts';
import type { JsonPieces } from '../../text/long-text.ts';
import { writePieces } from './write-pieces.ts';

/** Keeps proxies from ending a quiet connection. */
const HEARTBEAT_MS = 15_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** What ends an event. */
const END = Buffer.from('\n\n');
const startOf = (event: string): Buffer => Buffer.from(`event: ${event}\ndata: `);

export interface EventStream {
  /** @param json as `JSON.stringify` writes it: it escapes line breaks, so the data is always one line. */
  send(event: string, json: JsonPieces): void;
  /** Ends the stream behind what has been sent. */
  end(): void;
}

/** Streams that end once their client has read what waits. */
const ending = new WeakSet<Response>();

/** Whether everything there is to say has been handed over: nobody else need end the response. */
export function endsByItself(response: Response): boolean {
  return response.writableEnded || ending.has(response);
}

/**
 * Server-sent events (WHATWG HTML, 9.2). The status is 200 from the first byte, so open it only once the hold stands.
 * What the client has not read yet waits here, in memory the request holds anyway; one that stops reading is closed on.
 */
export function openEventStream(response: Response): EventStream {
  response.status(200).set(HEADERS);
  response.flushHeaders();
  let waiting: Uint8Array[] = [];
  let isEnded = false;
  const write = (): void => {
    let written = 0;
    while (written < waiting.length && !response.writableNeedDrain) {
      response.write(waiting[written]);
      written += 1;
    }
    waiting = waiting.slice(written);
    if (isEnded && waiting.length === 0) response.end();
  };
  const heartbeat = setInterval(() => {
    if (waiting.length === 0 && !response.writableNeedDrain) response.write(': still running\n\n');
  }, HEARTBEAT_MS);
  response.on('drain', write);
  response.on('close', () => {
    clearInterval(heartbeat);
    waiting = [];
  });
  return {
    send(event, json) {
      if (isEnded || response.destroyed) return;
      waiting.push(...slicesOf([startOf(event), ...json, END]));
      write();
    },
    end() {
      clearInterval(heartbeat);
      isEnded = true;
      ending.add(response);
      write();
    },
  };
}

/**
 * Answers with a stream of one event, whose data is read no faster than the client reads it.
 * @param json one line, in pieces. @throws what the pieces throw; the event is then incomplete, so close the connection.
 */
export async function sendOneEvent(
  response: Response,
  event: string,
  json: AsyncIterable<Uint8Array>,
): Promise<void> {
  response.status(200).set(HEADERS);
  await writePieces(response, eventOf(event, json));
}

async function* eventOf(event: string, json: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield startOf(event);
  yield* json;
  yield END;
}
