import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { undocumentedIn } from './documented-answer.ts';
import { reportUndocumented } from './undocumented-answers.ts';

const watched = new Set<number>();
let isSubscribed = false;

/** Holds whatever a gateway of this process answers on that port to openapi.json, whoever asked and however. */
export function watchAnswers(port: number): void {
  if (!isSubscribed) subscribe('http.server.request.start', onRequest);
  isSubscribed = true;
  watched.add(port);
}

/** The gateway has stopped: another server of this process may be given its port. */
export function forgetAnswers(port: number): void {
  watched.delete(port);
}

function onRequest(message: unknown): void {
  const { request, response } = message as {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
  };
  if (watched.has(request.socket.localPort ?? 0)) watch(request, response);
}

/** Before the end is sent, so that the report is there before the client can have read the answer. */
function watch(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown, encoding?: unknown): void => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding as BufferEncoding));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const { write, end } = response;
  response.write = function (this: ServerResponse, ...args: unknown[]) {
    keep(args[0], typeof args[1] === 'string' ? args[1] : undefined);
    return Reflect.apply(write, this, args) as boolean;
  } as ServerResponse['write'];
  response.end = function (this: ServerResponse, ...args: unknown[]) {
    if (!this.writableEnded) {
      keep(args[0], typeof args[1] === 'string' ? args[1] : undefined);
      reportUndocumented(
        undocumentedIn(answerOf(request, response, decoded(response, Buffer.concat(chunks)))),
      );
    }
    return Reflect.apply(end, this, args) as ServerResponse;
  } as ServerResponse['end'];
}

function decoded(response: ServerResponse, body: Buffer): string {
  if (body.byteLength === 0) return '';
  const encoding = response.getHeader('content-encoding');
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}

function answerOf(request: IncomingMessage, response: ServerResponse, text: string) {
  return {
    method: request.method ?? '',
    // A client may send an address whole, host and all (RFC 9112, 3.2.2).
    path: (request.url ?? '').replace(/^https?:\/\/[^/?]*/i, '').split('?')[0] ?? '',
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
    ),
    text: request.method === 'HEAD' ? '' : text,
  };
}
