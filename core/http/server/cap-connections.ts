import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StalledSockets } from './stalled-sockets.ts';

/** Busy connections that are looked at for a place. */
const LOOKED_AT = 16;

/**
 * Each with its answers under way, the oldest first: pipelined requests are under way together. A set
 * would keep answers that are out: see `RunningRequests`.
 */
export type OpenConnections = ReadonlyMap<Socket, readonly ServerResponse[]>;

/**
 * Bounds a server's open connections. At the cap a new connection takes the place of another, of these in this order,
 * the longest first: one without a key (none was accepted on it so far) that has not read its answer; one without a key
 * that is idle (has no request under way); an idle one with a key; one with a key that has stopped reading. Where every
 * connection is busy with a request, the new one is closed. So connections without a key make way first,
 * and clients that connect at the same moment, idle until their first request arrives, do not replace each other while
 * somebody reads nothing. Node's own `maxConnections` would close every new one until the timeouts free a place.
 */
export function capConnections(
  server: Server,
  maxConnections: number,
  stalled: StalledSockets,
): OpenConnections {
  const crowd = new Crowd();
  server.on('connection', (socket: Socket) => {
    crowd.open.set(socket, []);
    // Not all of its answers tell of their end then: of pipelined ones only the first does.
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

/** Connections by how much they are needed; each kind in the order in which they became it. */
class Crowd {
  readonly #idle = new Set<Socket>();
  readonly #idleKnown = new Set<Socket>();
  /** With a request, and without a key when it came. */
  readonly #busy = new Set<Socket>();
  readonly open = new Map<Socket, ServerResponse[]>();

  /** It has no request. */
  rest(socket: Socket): void {
    this.#busy.delete(socket);
    (known.has(socket) ? this.#idleKnown : this.#idle).add(socket);
  }

  /** It has its first request. */
  work(socket: Socket): void {
    this.forget(socket);
    if (!known.has(socket)) this.#busy.add(socket);
  }

  forget(socket: Socket): void {
    this.#idle.delete(socket);
    this.#idleKnown.delete(socket);
    this.#busy.delete(socket);
  }

  /** @returns undefined where none of those it looked at can be spared. */
  leastNeeded(): Socket | undefined {
    const [idle] = this.#idle;
    const [idleKnown] = this.#idleKnown;
    return this.#unread() ?? idle ?? idleKnown;
  }

  /** One without a key whose answer has been begun and is not out. Those without are put behind the others. */
  #unread(): Socket | undefined {
    for (const socket of this.#busy.values().take(LOOKED_AT).toArray()) {
      if (known.has(socket)) {
        this.#busy.delete(socket);
        continue;
      }
      if (this.#isUnread(socket)) return socket;
      this.#busy.delete(socket);
      this.#busy.add(socket);
    }
    return undefined;
  }

  /** Also where the rest of the answer waits for its turn, and the system has taken all it was given. */
  #isUnread(socket: Socket): boolean {
    const [answer] = this.open.get(socket) ?? [];
    return socket.writableLength > 0 || answer?.headersSent === true;
  }
}

/** Those on which a key was accepted: somebody answers for what they hold. */
const known = new WeakSet<Socket>();

/** Remembers that a key was accepted on this connection. */
export function markKnown(connection: Socket): void {
  known.add(connection);
}
