import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '../errors.ts';
import { answerSocket } from './answer-socket.ts';
import { createWaitingRequests, MAX_RUNNING } from './pipelined-requests.ts';
import { isUnclear } from './unclear-request.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Serves an app's requests, and answers what is none. A client may send requests before the first is answered (RFC 9112,
 * 9.3.2). Node queues their answers; the rest is here. At most 16 of a connection run at once, and while more have
 * arrived the connection is not read. Behind an answer that closes, nothing more is run (9.6). And what the parser
 * refuses is answered in its turn: an error must not pass for the answer to a request that runs and is paid for.
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
  /** Nothing more is taken from these. */
  readonly #closing = new WeakSet<Socket>();

  constructor(app: RequestListener) {
    this.#app = app;
  }

  /** Begins it, or keeps it until its turn. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (this.#isClosing(socket)) return;
    const isWaiting = this.#waiting.has(socket) || this.#runningOf(socket).length >= MAX_RUNNING;
    if (isWaiting) this.#waiting.add(socket, () => this.#begin(request, response));
    else this.#begin(request, response);
  }

  /** Answers what is no request, behind those that wait. The connection takes nothing after it. */
  refuse(socket: Socket, code: ProblemCode): void {
    if (this.#closing.has(socket)) return;
    if (this.#waiting.has(socket)) this.#waiting.add(socket, () => this.#refuseNow(socket, code));
    else this.#refuseNow(socket, code);
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
      this.#beginWaiting(socket);
    });
    // A protocol nobody speaks here is not switched to, but Node (24) loses what was sent right behind such a request.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    this.#app(request, response);
    if (closesConnection(exchange)) this.#closing.add(socket);
  }

  #beginWaiting(socket: Socket): void {
    while (this.#waiting.has(socket) && this.#runningOf(socket).length < MAX_RUNNING) {
      if (this.#isClosing(socket)) return this.#waiting.drop(socket);
      this.#waiting.next(socket)?.();
    }
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

/** Also where a drain says so of an answer that is under way. */
function closesConnection({ response }: Exchange): boolean {
  return response.getHeader('connection') === 'close';
}

const CLIENT_ERRORS: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};
