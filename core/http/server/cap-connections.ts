import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StalledSockets } from './stalled-sockets.ts';

/** How many busy connections are looked at to find one that may be closed. */
const LOOKED_AT = 16;

/**
 * The connections, each with its unfinished answers, the oldest first. Pipelined requests have several. A set would keep
 * finished answers in memory: see `RunningRequests`.
 */
export type OpenConnections = ReadonlyMap<Socket, readonly ServerResponse[]>;

/**
 * Bounds a server's open connections. At the cap, a new connection takes the place of the first that is found in this
 * order, in each step the one that has been so for the longest:
 * 1. without a key (none was accepted on it so far), and its answer has begun and is not read;
 * 2. without a key, and idle (it has no request under way);
 * 3. with a key, and idle;
 * 4. its client has stopped reading.
 *
 * If every connection is busy with a request, the new one is closed. So connections without a key make way first. Clients
 * that connect at the same moment, idle until their first request arrives, do not replace each other while another client
 * leaves its answer unread. Node's own `maxConnections` would close every new one until the timeouts free a place.
 */
export function capConnections(
  server: Server,
  maxConnections: number,
  stalled: StalledSockets,
): OpenConnections {
  const crowd = new Crowd();
  server.on('connection', (socket: Socket) => {
    crowd.open.set(socket, []);
    // Then only the first of several pipelined answers emits `close`.
    socket.once('close', () => {
      crowd.open.delete(socket);
      crowd.forget(socket);
    });
    if (crowd.open.size > maxConnections) {
      const leaving = crowd.leastNeeded() ?? stalled.longest() ?? socket;
      crowd.forget(leaving);
      leaving.destroy();
      if (leaving === socket) return;
    }
    crowd.rest(socket);
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, ({ socket }: IncomingMessage, response: ServerResponse) => {
      const answers = crowd.open.get(socket);
      if (answers === undefined) return;
      if (answers.push(response) === 1) crowd.work(socket);
      response.once('close', () => {
        answers.splice(answers.indexOf(response), 1);
        if (answers.length === 0 && !socket.destroyed) crowd.rest(socket);
      });
    });
  return crowd.open;
}

/** The connections by kind, each kind in the order in which they came to it. */
class Crowd {
  readonly #idle = new Set<Socket>();
  readonly #idleKnown = new Set<Socket>();
  /** Connections with a request that had no accepted key when the request came. */
  readonly #busy = new Set<Socket>();
  readonly open = new Map<Socket, ServerResponse[]>();

  /** The connection has no request. */
  rest(socket: Socket): void {
    this.#busy.delete(socket);
    (socket.isKnown === true ? this.#idleKnown : this.#idle).add(socket);
  }

  /** The connection has its first request. */
  work(socket: Socket): void {
    this.forget(socket);
    if (socket.isKnown !== true) this.#busy.add(socket);
  }

  forget(socket: Socket): void {
    this.#idle.delete(socket);
    this.#idleKnown.delete(socket);
    this.#busy.delete(socket);
  }

  /** @returns undefined if none of the connections that it looked at may be closed. */
  leastNeeded(): Socket | undefined {
    const [idle] = this.#idle;
    const [idleKnown] = this.#idleKnown;
    return this.#unread() ?? idle ?? idleKnown;
  }

  /** Finds a connection without a key whose answer has begun and is not read. Others move to the end. */
  #unread(): Socket | undefined {
    for (const socket of this.#busy.values().take(LOOKED_AT).toArray()) {
      if (socket.isKnown === true) {
        this.#busy.delete(socket);
        continue;
      }
      if (this.#isUnread(socket)) return socket;
      this.#busy.delete(socket);
      this.#busy.add(socket);
    }
    return undefined;
  }

  /** True also if the rest of the answer waits for its turn and the system has taken everything so far. */
  #isUnread(socket: Socket): boolean {
    const [answer] = this.open.get(socket) ?? [];
    return socket.writableLength > 0 || answer?.headersSent === true;
  }
}

declare module 'node:net' {
  interface Socket {
    /** A key was accepted on this connection, so an account is accountable for it. */
    isKnown?: true;
  }
}
