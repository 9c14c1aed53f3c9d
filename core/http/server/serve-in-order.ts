import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerSocket, endSocket, type UnreadRefusal } from './answer-socket.ts';
import { type CloseInStages, createStagedClosing } from './close-in-stages.ts';
import { stopParsing } from './stop-parsing.ts';

/**
 * Serves an app's requests, and answers bytes that are not a request. One request of a connection runs at a time. One
 * more may wait, because a client may send its next request before Node knows that the answer has left. With a third
 * one, the connection closes after the present answer, and the client sends the others again (RFC 9112, 9.3.2). After an
 * answer that closes the connection, nothing more runs (9.6). The answer to bytes that the parser refuses waits for its
 * turn too, because a client must not take it for the answer to a request that runs and is paid for.
 * @param connections gets whether a connection has a request.
 */
export function serveInOrder(server: Server, app: RequestListener, connections: Connections): void {
  const parts: ServerParts = { app, connections, closeInStages: createStagedClosing() };
  server.on('connection', (socket: Socket) => {
    socket.requests = new ConnectionRequests(socket, parts);
  });
  // Without listeners for the other events, Node would accept the body before the key is checked.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) =>
      request.socket.requests?.take(request, response),
    );
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (!socket.writable && socket.requests?.isClosing !== true) socket.destroy();
    else socket.requests?.refuse(refusalOf(error));
  });
}

declare module 'node:net' {
  interface Socket {
    requests?: ConnectionRequests;
    /** A key was accepted on this connection, so an account is accountable for it. */
    hasValidKey?: true;
  }
}

/** The connections of a server by state; in each state, the one that has been in it for the longest comes first. */
export class Connections {
  readonly open = new Set<Socket>();
  readonly idle = new Set<Socket>();
  readonly idleWithKey = new Set<Socket>();
  /** Connections with a request that had no accepted key when the request came. */
  readonly busy = new Set<Socket>();

  /** Call it when the connection has no request. */
  markIdle(socket: Socket): void {
    this.busy.delete(socket);
    (socket.hasValidKey === true ? this.idleWithKey : this.idle).add(socket);
  }

  /** Call it when the connection has a request. */
  markBusy(socket: Socket): void {
    this.idle.delete(socket);
    this.idleWithKey.delete(socket);
    if (socket.hasValidKey !== true) this.busy.add(socket);
  }

  forget(socket: Socket): void {
    this.idle.delete(socket);
    this.idleWithKey.delete(socket);
    this.busy.delete(socket);
  }
}

/** The parts of a server that all its connections share. */
interface ServerParts {
  readonly app: RequestListener;
  readonly connections: Connections;
  readonly closeInStages: CloseInStages;
}

/** Runs the requests of one connection in their order. */
class ConnectionRequests {
  readonly #socket: Socket;
  readonly #server: ServerParts;
  /** The present answer. */
  #current: ServerResponse | undefined;
  /** The request that was read before its turn. */
  #next: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** Whether the present answer is the last, whatever its headers say. */
  #isLast = false;

  constructor(socket: Socket, server: ServerParts) {
    this.#socket = socket;
    this.#server = server;
  }

  /** The unfinished answers, the present one first. */
  get answers(): readonly ServerResponse[] {
    return [this.#current, this.#next?.response].filter((answer) => answer !== undefined);
  }

  /** Begins the request, or keeps it until its turn. */
  take(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers['transfer-encoding'] !== undefined)
      boundChunks(request, () => {
        stopParsing(this.#socket);
        // The parser still works on the chunk.
        setImmediate(() => this.#refuseNow({ code: 'small-chunks' }, request));
      });
    if (this.isClosing) {
      this.#isLast = true;
      stopParsing(this.#socket);
    } else if (this.#current === undefined) this.#begin(request, response);
    else if (this.#next === undefined) this.#next = { request, response };
    else this.#endAfterCurrent();
  }

  /** Answers bytes that are not a request, after the request that runs. The connection takes nothing more. */
  refuse(refusal: UnreadRefusal): void {
    if (this.#isLast) return;
    if (this.#next !== undefined) this.#endAfterCurrent();
    else this.#refuseNow(refusal);
  }

  /** Whether no further request is accepted: the connection ends, or stays open only for its client to read. */
  get isClosing(): boolean {
    // A drain may set the header of an answer that has not begun.
    return this.#isLast || this.#socket.destroyed || this.#current?.getHeader('connection') === 'close';
  }

  /** Makes the present answer the connection's last. */
  #endAfterCurrent(): void {
    this.#isLast = true;
    this.#next = undefined;
    stopParsing(this.#socket);
    if (this.#current?.headersSent === false) this.#current.setHeader('Connection', 'close');
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    if (isAmbiguous(request)) return this.#refuseNow({ code: 'malformed-http' });
    const socket = this.#socket;
    this.#current = response;
    this.#server.connections.markBusy(socket);
    // Both events come once. `once` would wrap each listener, and every waiting answer has these.
    response.on('prefinish', () => {
      // Node would also close the connection for reading.
      if (!request.complete && isStillSending(request)) socket.destroySoon = () => socket.end();
    });
    response.on('close', () => {
      this.#isLast = this.isClosing;
      this.#current = undefined;
      // Node would read and drop the rest of the body, however long it is.
      if (!request.complete || (this.#isLast && socket.writable)) this.#close(request);
      const next = this.#next;
      this.#next = undefined;
      if (next !== undefined && !this.isClosing) this.#begin(next.request, next.response);
      else if (!socket.destroyed) this.#server.connections.markIdle(socket);
    });
    // The gateway switches to no other protocol, and Node 24 loses the bytes after a request that asks for it.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    this.#server.app(request, response);
    this.#isLast = this.isClosing;
  }

  /** Closes the connection after its last answer. The rest of the request's body is not parsed. */
  #close(request: IncomingMessage): void {
    const socket = this.#socket;
    this.#isLast = true;
    if (isStillSending(request) && !socket.destroyed && this.#server.closeInStages(socket)) return;
    stopParsing(socket);
    endSocket(socket);
  }

  /** @param refused a request that the parser may have read to its end, although its handler does not get the whole body. */
  #refuseNow(refusal: UnreadRefusal, refused?: IncomingMessage): void {
    this.#isLast = true;
    this.#next = undefined;
    const current = this.#current;
    const answer = (): void => {
      if (this.#socket.writable) answerSocket(this.#socket, refusal);
    };
    if (current === undefined) answer();
    else if (current.req.complete && current.req !== refused) current.once('finish', answer);
    // The request was answered before its whole body had come.
    else if (current.headersSent) current.once('close', () => this.#close(current.req));
    else answer();
  }
}

/**
 * Whether the client still sends the body. Chunked bodies (RFC 9112, 7.1) do not count, because the parser would work
 * on each dropped chunk, however small.
 */
function isStillSending({ complete, headers }: IncomingMessage): boolean {
  return !complete && headers['content-length'] !== undefined;
}

/** An error of Node's parser. */
interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string;
}

function refusalOf({ code, reason = '' }: ParserError): UnreadRefusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { code: 'request-timeout' };
  if (code === 'HPE_HEADER_OVERFLOW') return { code: 'headers-too-large' };
  return { code: 'malformed-http', ...(/\bheader value\b/.test(reason) && { detail: CONTROL_CHARACTER }) };
}

const CONTROL_CHARACTER =
  'A header holds a control character. Often a key was copied with the end of its line: send the key without it.';

/** RFC 3986, 3.2: a name, an IPv4 or a bracketed IPv6 address, then a port; it may be empty. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i;

/**
 * Whether two parsers could understand the head of a request differently, which allows request smuggling. Node's parser
 * refuses most such heads (two lengths, a length beside chunks, folded lines, bare line feeds). This finds the others.
 * RFC 9112: 2.3 version, 3.2 Host, 6.1 Transfer-Encoding.
 */
function isAmbiguous({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true;
  const { host = [], 'transfer-encoding': codings } = headersDistinct;
  if (host.length > 1 || !HOST.test(host[0] ?? '')) return true;
  if (httpVersion === '1.1' && host.length === 0) return true;
  if (codings === undefined) return false;
  // Node decodes only the chunks, and would return a body in another coding as it is. HTTP/1.0 has no codings.
  return httpVersion === '1.0' || codings.join(',').trim().toLowerCase() !== 'chunked';
}

/** The first chunks may have any size, because a client that streams its body may send a few small ones. */
const FREE_CHUNKS = 256;
/** Beyond those, one chunk is allowed for this many received bytes. */
const MIN_MEAN_BYTES = 256;

/**
 * Bounds the chunks of a chunked body (RFC 9112, 7.1). Each takes a call of the parser and a buffer, so a megabyte in chunks
 * of one byte, six on the wire, would occupy the event loop for a second.
 * @param refuse is called once, during parsing, at the first chunk beyond the bound. It and later ones are dropped, so the
 *   body never ends.
 */
function boundChunks(request: IncomingMessage, refuse: () => void): void {
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  let isRefused = false;
  request.push = (chunk: Uint8Array | null, encoding?: BufferEncoding): boolean => {
    if (isRefused) return false;
    if (chunk === null) return push(chunk, encoding);
    chunks += 1;
    bytes += chunk.byteLength;
    if (chunks <= FREE_CHUNKS + bytes / MIN_MEAN_BYTES) return push(chunk, encoding);
    isRefused = true;
    refuse();
    return false;
  };
}
