import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerSocket, endSocket, type UnreadRefusal } from './answer-socket.ts';
import { boundChunks, isUnclear } from './parser-gaps.ts';
import { createStagedClosing } from './close-in-stages.ts';
import { stopParsing } from './stop-parsing.ts';

/**
 * Serves an app's requests, and answers bytes that are no request. One request of a connection runs at a time. One may
 * wait behind it, as a client may send its next request before Node learns that the answer is out; with a further one the
 * connection closes behind the answer under way, and its client sends the others again (RFC 9112, 9.3.2). Behind an
 * answer that closes, nothing more is run (9.6). And what the parser refuses is answered in its turn: an error must not
 * pass for the answer to a request that runs and is paid for.
 */
export function serveInOrder(server: Server, app: RequestListener): void {
  const requests = new OrderedRequests(app);
  // Without a listener for the others Node would invite the body in before the key is checked.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) =>
      requests.take(request, response),
    );
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (!socket.writable && !requests.isClosing(socket)) socket.destroy();
    else requests.refuse(socket, refusalOf(error));
  });
}

/** The requests of a server's connections, each connection's in their order. */
class OrderedRequests {
  readonly #app: RequestListener;
  /** The answer under way on each connection. */
  readonly #current = new WeakMap<Socket, ServerResponse>();
  /** Begins the request that was read before its turn. */
  readonly #next = new WeakMap<Socket, () => void>();
  readonly #stagedClosing = createStagedClosing();
  /** Nothing more is taken from these. */
  readonly #closing = new WeakSet<Socket>();

  constructor(app: RequestListener) {
    this.#app = app;
  }

  /** Begins it, or keeps it until its turn. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (request.headers['transfer-encoding'] !== undefined)
      boundChunks(request, () => {
        stopParsing(socket);
        // Not while the parser is at work.
        setImmediate(() => this.#refuseNow(socket, { code: 'small-chunks' }, request));
      });
    if (this.isClosing(socket)) {
      this.#closing.add(socket);
      stopParsing(socket);
    } else if (!this.#current.has(socket)) this.#begin(request, response);
    else if (!this.#next.has(socket)) this.#next.set(socket, () => this.#begin(request, response));
    else this.#endBehindCurrent(socket);
  }

  /** Answers what is no request, behind the one that runs. The connection takes nothing after it. */
  refuse(socket: Socket, refusal: UnreadRefusal): void {
    if (this.#closing.has(socket)) return;
    if (this.#next.has(socket)) this.#endBehindCurrent(socket);
    else this.#refuseNow(socket, refusal);
  }

  /** The answer under way is the connection's last. */
  #endBehindCurrent(socket: Socket): void {
    this.#closing.add(socket);
    this.#next.delete(socket);
    stopParsing(socket);
    const current = this.#current.get(socket);
    if (current?.headersSent === false) current.setHeader('Connection', 'close');
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (isUnclear(request)) return this.#refuseNow(socket, { code: 'malformed-http' });
    this.#current.set(socket, response);
    response.once('prefinish', () => {
      // Node would close the connection for reading too.
      if (!request.complete && isStillSent(request)) socket.destroySoon = () => socket.end();
    });
    response.once('close', () => {
      this.#current.delete(socket);
      if (closesConnection(response)) this.#closing.add(socket);
      // Node would read on, and throw away, a body that nobody waits for, however long it is.
      if (!request.complete || (this.#closing.has(socket) && socket.writable)) this.#close(socket, request);
      const next = this.#next.get(socket);
      this.#next.delete(socket);
      if (!this.isClosing(socket)) next?.();
    });
    // A protocol nobody speaks here is not switched to, but Node (24) loses what was sent right behind such a request.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    this.#app(request, response);
    if (closesConnection(response)) this.#closing.add(socket);
  }

  /** Behind the answer that was given; what the client still sends of the request's body is not parsed. */
  #close(socket: Socket, request: IncomingMessage): void {
    this.#closing.add(socket);
    if (isStillSent(request) && !socket.destroyed && this.#stagedClosing.close(socket)) return;
    stopParsing(socket);
    endSocket(socket);
  }

  /** @param refused a request of which the parser may have seen the end, but nobody the whole body. */
  #refuseNow(socket: Socket, refusal: UnreadRefusal, refused?: IncomingMessage): void {
    this.#closing.add(socket);
    this.#next.delete(socket);
    const current = this.#current.get(socket);
    const answer = (): void => {
      if (socket.writable) answerSocket(socket, refusal);
    };
    if (current === undefined) answer();
    else if (current.req.complete && current.req !== refused) current.once('finish', answer);
    // It was answered while its body still came.
    else if (current.headersSent) current.once('close', () => this.#close(socket, current.req));
    else answer();
  }

  /** Whether nothing more is taken from it: it ends by itself, or lingers for its client to read. */
  isClosing(socket: Socket): boolean {
    if (this.#closing.has(socket) || socket.destroyed) return true;
    const current = this.#current.get(socket);
    return current !== undefined && closesConnection(current);
  }
}

/** Chunks (RFC 9112, 7.1) do not count: the parser would work on each, however small, of what is thrown away. */
function isStillSent({ complete, headers }: IncomingMessage): boolean {
  return !complete && headers['content-length'] !== undefined;
}

/** Also where a drain says so of an answer that is under way. */
function closesConnection(response: ServerResponse): boolean {
  return response.getHeader('connection') === 'close';
}

/** As Node's parser tells it. */
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
