import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '../../errors.ts';
import { answerSocket } from './answer-socket.ts';
import { createWaitingRequests, MAX_RUNNING } from './pipelined-requests.ts';
import { stopParsing } from './stop-parsing.ts';
import { createTurns } from './turns.ts';
import { isUnclear } from './unclear-request.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests begun behind others, and connections closed, in one turn of the event loop, of all connections together. */
const DONE_PER_TURN = 4;

/**
 * Serves an app's requests, and answers what is none. A client may send requests before the first is answered (RFC 9112,
 * 9.3.2). Node queues their answers; the rest is here. One of a connection is begun in a turn of the event loop, none
 * while the client leaves answers unread, and at most 16 run at once; while more have arrived the connection is not
 * read. Behind an answer that closes, nothing more is run (9.6). And what the parser refuses is answered in its turn: an
 * error must not pass for the answer to a request that runs and is paid for.
 */
export function serveInOrder(server: Server, app: RequestListener): void {
  const requests = new OrderedRequests(app);
  // Without a listener for the others Node would invite the body in before the key is checked.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) =>
      requests.take(request, response),
    );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) socket.destroy();
    else requests.refuse(socket, CLIENT_ERRORS[error.code ?? ''] ?? 'malformed-http');
  });
}

/** The requests of a server's connections, each connection's in their order. */
class OrderedRequests {
  readonly #app: RequestListener;
  /** Begun and unanswered, the oldest first. */
  readonly #running = new WeakMap<Socket, Set<Exchange>>();
  readonly #waiting = createWaitingRequests();
  readonly #inTurn = createTurns(DONE_PER_TURN);
  /** Their next request is begun in a later turn. */
  readonly #planned = new WeakSet<Socket>();
  /** Nothing more is taken from these. */
  readonly #closing = new WeakSet<Socket>();

  constructor(app: RequestListener) {
    this.#app = app;
  }

  /** Begins it, or keeps it until its turn. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (this.#isClosing(socket)) {
      this.#closing.add(socket);
      stopParsing(socket);
    } else if (this.#waiting.has(socket) || this.#runningOf(socket).length > 0) {
      this.#keep(socket, () => this.#begin(request, response));
    } else this.#begin(request, response);
  }

  /** Answers what is no request, behind those that wait. The connection takes nothing after it. */
  refuse(socket: Socket, code: ProblemCode): void {
    if (this.#closing.has(socket)) return;
    if (this.#waiting.has(socket)) this.#keep(socket, () => this.#refuseNow(socket, code));
    else this.#refuseNow(socket, code);
  }

  /** Closes the connection where too much waits. That is much work, an error for each request: it has its turn too. */
  #keep(socket: Socket, begin: () => void): void {
    if (this.#waiting.add(socket, begin)) return this.#plan(socket);
    this.#closing.add(socket);
    stopParsing(socket);
    this.#inTurn(() => socket.destroy());
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (isUnclear(request)) return this.#refuseNow(socket, 'malformed-http');
    const exchanges = this.#running.get(socket) ?? new Set<Exchange>();
    this.#running.set(socket, exchanges);
    const exchange = { request, response };
    exchanges.add(exchange);
    response.once('close', () => {
      exchanges.delete(exchange);
      if (closesConnection(exchange)) this.#closing.add(socket);
      this.#plan(socket);
    });
    // A protocol nobody speaks here is not switched to, but Node (24) loses what was sent right behind such a request.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    this.#app(request, response);
    if (closesConnection(exchange)) this.#closing.add(socket);
  }

  /** Has the next that waits begun in a later turn. Call it whenever there may be room for one more. */
  #plan(socket: Socket): void {
    if (this.#planned.has(socket) || !this.#hasRoom(socket)) return;
    this.#planned.add(socket);
    const begin = (): void => {
      this.#planned.delete(socket);
      if (this.#isClosing(socket)) this.#waiting.drop(socket);
      else if (this.#hasRoom(socket) && !socket.writableNeedDrain) this.#waiting.next(socket)?.();
      this.#plan(socket);
    };
    if (socket.writableNeedDrain) socket.once('drain', () => this.#inTurn(begin));
    else this.#inTurn(begin);
  }

  #hasRoom(socket: Socket): boolean {
    const running = this.#runningOf(socket);
    return this.#waiting.has(socket) && running.length < MAX_RUNNING && !isBeingRead(running[0]);
  }

  #refuseNow(socket: Socket, code: ProblemCode): void {
    this.#closing.add(socket);
    this.#waiting.drop(socket);
    const exchanges = this.#runningOf(socket);
    const answer = (): void => {
      // Its own request was answered while its body still came: that answer closes the connection by itself.
      const isAnswered = exchanges.some(({ request, response }) => !request.complete && response.headersSent);
      if (!isAnswered && socket.writable) answerSocket(socket, code);
    };
    const before = exchanges.findLast(({ request }) => request.complete);
    if (before === undefined) answer();
    else before.response.once('finish', answer);
  }

  #runningOf(socket: Socket): readonly Exchange[] {
    return [...(this.#running.get(socket) ?? [])];
  }

  #isClosing(socket: Socket): boolean {
    return this.#closing.has(socket) || socket.destroyed || this.#runningOf(socket).some(closesConnection);
  }
}

/** A whole answer that is on its way out, of which its client has taken only a part; a stream of events is none. */
function isBeingRead(oldest: Exchange | undefined): boolean {
  return oldest?.response.headersSent === true && oldest.response.hasHeader('content-length');
}

/** Also where a drain says so of an answer that is under way. */
function closesConnection({ response }: Exchange): boolean {
  return response.getHeader('connection') === 'close';
}

const CLIENT_ERRORS: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};
