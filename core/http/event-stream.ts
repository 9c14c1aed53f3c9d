import type { Request, Response } from 'express';

/** Keeps proxies from ending a quiet connection. */
const HEARTBEAT_MS = 15_000;
/** A client that reads slower than this much behind is cut off; its request is settled all the same. */
const MAX_BUFFERED_BYTES = 8_388_608;

export interface EventStream {
  /** @param json as `JSON.stringify` writes it: it escapes line breaks, so the data is always one line. */
  send(event: string, json: string): void;
  end(): void;
}

export function wantsEventStream(request: Request): boolean {
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

/** Server-sent events (WHATWG HTML, 9.2). The status is 200 from the first byte, so open it only once the hold stands. */
export function openEventStream(response: Response): EventStream {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
  };
  const heartbeat = setInterval(() => write(': still running\n\n'), HEARTBEAT_MS);
  response.on('close', () => clearInterval(heartbeat));
  return {
    send: (event, json) => write(`event: ${event}\ndata: ${json}\n\n`),
    end() {
      clearInterval(heartbeat);
      response.end();
    },
  };
}
