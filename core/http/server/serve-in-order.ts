import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerSocket, endSocket, type UnreadRefusal } from './answer-socket.ts';
import { boundChunks, isUnclear } from './parser-gaps.ts';
import { createStagedClosing } from './close-in-stages.ts';
import { stopParsing } from './stop-parsing.ts';
import { createTurns } from './turns.ts';

/** Requests begun behind others, and connections closed, in one turn of the event loop, of all connections together. */
const DONE_PER_TURN = 4;

/**
 * Serves an app's requests, and answers bytes that are no request. A client may send requests before the first is answered (RFC 9112,
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
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (!socket.writable && !requests.isClosing(socket)) socket.destroy();
    else requests.refuse(socket, refusalOf(error));
  });
}

/** The requests of a server's connections, each connection's in their order. */
class OrderedRequests {
  readonly #app: RequestListener;
  /** Answers to requests that were begun, the oldest first; at most `MAX_RUNNING` of each, in no set: see `RunningRequests`. */
  readonly #running = new WeakMap<Socket, ServerResponse[]>();
  readonly #waiting = createWaitingRequests();
  readonly #inTurn = createTurns(DONE_PER_TURN);
  readonly #stagedClosing = createStagedClosing();
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
    if (request.headers['transfer-encoding'] !== undefined)
      boundChunks(request, () => {
        stopParsing(socket);
        // Not while the parser is at work.
        setImmediate(() => this.#refuseNow(socket, { code: 'small-chunks' }, request));
      });
    if (this.isClosing(socket)) {
      this.#closing.add(socket);
      stopParsing(socket);
    } else if (this.#waiting.has(socket) || this.#runningOf(socket).length > 0) {
      this.#keep(socket, () => this.#begin(request, response));
    } else this.#begin(request, response);
  }

  /** Answers what is no request, behind those that wait. The connection takes nothing after it. */
  refuse(socket: Socket, refusal: UnreadRefusal): void {
    if (this.#closing.has(socket)) return;
    if (this.#waiting.has(socket)) this.#keep(socket, () => this.#refuseNow(socket, refusal));
    else this.#refuseNow(socket, refusal);
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
    if (isUnclear(request)) return this.#refuseNow(socket, { code: 'malformed-http' });
    const running = this.#running.get(socket) ?? [];
    if (running.push(response) === 1) this.#running.set(socket, running);
    response.once('prefinish', () => {
      // Node would close the connection for reading too.
      if (isStillSent(request)) socket.destroySoon = () => socket.end();
    });
    response.once('close', () => {
      running.splice(running.indexOf(response), 1);
      if (closesConnection(response)) this.#closing.add(socket);
      // Node would read on, and throw away, a body that nobody waits for, however long it is.
      if (!request.complete) this.#close(socket, request);
      if (this.#waiting.has(socket)) this.#plan(socket);
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

  /** Has the next that waits begun in a later turn. Call it whenever there may be room for one more. */
  #plan(socket: Socket): void {
    if (this.#planned.has(socket) || !this.#hasRoom(socket)) return;
    this.#planned.add(socket);
    const begin = (): void => {
      this.#planned.delete(socket);
      if (this.isClosing(socket)) this.#waiting.drop(socket);
      else if (this.#hasRoom(socket) && !socket.writableNeedDrain) this.#waiting.next(socket)?.();
      this.#plan(socket);
    };
    if (socket.writableNeedDrain) socket.once('drain', () => this.#inTurn(begin));
    else this.#inTurn(begin);
  }

  #hasRoom(socket: Socket): boolean {
    if (!this.#waiting.has(socket)) return false;
    const running = this.#runningOf(socket);
    return running.length < MAX_RUNNING && !isBeingRead(running[0]);
  }

  /** @param refused a request of which the parser may have seen the end, but nobody the whole body. */
  #refuseNow(socket: Socket, refusal: UnreadRefusal, refused?: IncomingMessage): void {
    this.#closing.add(socket);
    this.#waiting.drop(socket);
    const running = [...this.#runningOf(socket)];
    const isWhole = ({ req }: ServerResponse): boolean => req.complete && req !== refused;
    const answer = (): void => {
      // Its own request was answered while its body still came.
      const answered = running.find((response) => !isWhole(response) && response.headersSent);
      if (answered !== undefined) answered.once('close', () => this.#close(socket, answered.req));
      else if (socket.writable) answerSocket(socket, refusal);
    };
    const before = running.findLast(isWhole);
    if (before === undefined) answer();
    else before.once('finish', answer);
  }

  #runningOf(socket: Socket): readonly ServerResponse[] {
    return this.#running.get(socket) ?? [];
  }

  /** Whether nothing more is taken from it: it ends by itself, or lingers for its client to read. */
  isClosing(socket: Socket): boolean {
    if (this.#closing.has(socket) || socket.destroyed) return true;
    return this.#runningOf(socket).some(closesConnection);
  }
}

/** Whether its client has taken only a part of a whole answer so far. A stream of events has no length, and is none. */
function isBeingRead(oldest: ServerResponse | undefined): boolean {
  return oldest?.headersSent === true && oldest.hasHeader('content-length');
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

/** Requests of one connection that run at once; those behind them wait for their turn. */
export const MAX_RUNNING = 16;
/**
 * So many requests may wait of one connection, and of all connections together (3 kB each). One read brings up to
 * 64 KiB, 1,700 short ones, before a connection can be left unread; a client that sends more than may wait is disconnected.
 */
const MAX_WAITING_OF_ONE = 100;
const MAX_WAITING_OF_ALL = 10_000;

/** Requests that were read before their turn, by connection. While one waits, its socket is not read. */
export interface WaitingRequests {
  has(socket: Socket): boolean;
  /** Puts it behind the others of its connection. @returns false, and does not, where too many wait. */
  add(socket: Socket, begin: () => void): boolean;
  /** Takes the one whose turn it is, and reads on where it was the last. */
  next(socket: Socket): (() => void) | undefined;
  /** Forgets them: their connection takes nothing more. */
  drop(socket: Socket): void;
}

export function createWaitingRequests(): WaitingRequests {
  const queues = new Map<Socket, (() => void)[]>();
  const watched = new WeakSet<Socket>();
  let waiting = 0;

  const forget = (socket: Socket): void => {
    waiting -= queues.get(socket)?.length ?? 0;
    queues.delete(socket);
  };
  const open = (socket: Socket): (() => void)[] => {
    const queue: (() => void)[] = [];
    queues.set(socket, queue);
    socket.pause();
    if (watched.has(socket)) return queue;
    watched.add(socket);
    // Node resumes a socket whenever it takes a body to be wanted, or output has drained.
    socket.on('resume', () => void (queues.has(socket) && socket.pause()));
    socket.once('close', () => forget(socket));
    return queue;
  };
  return {
    has: (socket) => queues.has(socket),
    add(socket, begin) {
      const queue = queues.get(socket) ?? open(socket);
      if (queue.length >= MAX_WAITING_OF_ONE || waiting >= MAX_WAITING_OF_ALL) return false;
      queue.push(begin);
      waiting += 1;
      return true;
    },
    next(socket) {
      const queue = queues.get(socket);
      const begin = queue?.shift();
      if (queue === undefined || begin === undefined) return undefined;
      waiting -= 1;
      if (queue.length === 0) {
        queues.delete(socket);
        socket.resume();
      }
      return begin;
    },
    drop(socket) {
      if (!queues.has(socket)) return;
      forget(socket);
      // What still comes is read and ignored: a connection that closes over unread bytes resets, answers and all.
      socket.resume();
    },
  };
}
