import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '../errors.ts';
import { answerSocket } from './answer-socket.ts';
import { isUnclear } from './unclear-request.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Serves an app's requests, and answers what is none. A client may send requests before the first is answered (RFC 9112,
 * 9.3.2). Node queues their answers; the rest is here. Behind an answer that closes, nothing more is run (9.6). And what
 * the parser refuses is answered in its turn: an error must not pass for the answer to a request that runs and is paid
 * for.
 */
export function serveInOrder(server: Server, app: RequestListener): void {
  /** Unanswered, the oldest first. */
  const open = new WeakMap<Socket, Set<Exchange>>();
  /** Nothing more is taken from these. */
  const closing = new WeakSet<Socket>();

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (closing.has(socket) || [...(open.get(socket) ?? [])].some(closesConnection)) return;
    if (isUnclear(request)) return refuse(socket, 'malformed-http');
    const exchanges = open.get(socket) ?? new Set<Exchange>();
    open.set(socket, exchanges);
    const exchange = { request, response };
    exchanges.add(exchange);
    response.once('close', () => exchanges.delete(exchange));
    // A protocol nobody speaks here is not switched to, but Node (24) loses what was sent right behind such a request.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    app(request, response);
    if (closesConnection(exchange)) closing.add(socket);
  };

  const refuse = (socket: Socket, code: ProblemCode): void => {
    closing.add(socket);
    const exchanges = [...(open.get(socket) ?? [])];
    const answer = (): void => {
      // Its own request was answered while its body still came: that answer closes the connection by itself.
      const isAnswered = exchanges.some(({ request, response }) => !request.complete && response.headersSent);
      if (!isAnswered && socket.writable) answerSocket(socket, code);
    };
    const before = exchanges.findLast(({ request }) => request.complete);
    if (before === undefined) answer();
    else before.response.once('finish', answer);
  };

  server.on('request', serve);
  // Otherwise Node would invite the body in before the key is checked.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) socket.destroy();
    else if (!closing.has(socket)) refuse(socket, CLIENT_ERRORS[error.code ?? ''] ?? 'malformed-http');
  });
}

/** Also where a drain says so of an answer that is under way. */
function closesConnection({ response }: Exchange): boolean {
  return response.getHeader('connection') === 'close';
}

const CLIENT_ERRORS: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};
