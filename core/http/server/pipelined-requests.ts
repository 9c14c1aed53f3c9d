import type { Socket } from 'node:net';

/** Requests of one connection that run at once; those behind them wait for their turn. */
export const MAX_RUNNING = 16;
/**
 * So many requests may wait of one connection, and of all connections together (3 kB each). One read brings up to
 * 64 KiB, 1,700 short ones, before a connection can be left unread; whoever sends more than may wait is closed on.
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
