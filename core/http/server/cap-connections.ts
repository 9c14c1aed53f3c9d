import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connections } from './serve-in-order.ts';
import type { FindLongestStall } from './stalled-sockets.ts';

/** Upper bound of the busy connections that are checked to find one that may be closed. */
const MAX_CHECKED = 16;

/**
 * Bounds a server's open connections. At the cap, a new connection replaces the first one of this list, in each step the
 * one that has been in this state for the longest:
 * 1. without a key (none was accepted on it so far), and its answer has begun and is not read;
 * 2. without a key, and idle (it has no request under way);
 * 3. with a key, and idle;
 * 4. its client has stopped reading.
 *
 * If every connection is busy with a request, the new one is closed. So connections without a key are closed first.
 * Clients that connect at the same moment, and are idle until their first request arrives, do not replace each other while
 * another client leaves its answer unread. Node's own `maxConnections` would close every new connection until a timeout.
 */
export function capConnections(
  server: Server,
  maxConnections: number,
  findLongestStall: FindLongestStall,
): Connections {
  const connections = new Connections();
  server.on('connection', (socket: Socket) => {
    connections.open.add(socket);
    socket.on('close', () => {
      connections.open.delete(socket);
      connections.forget(socket);
    });
    if (connections.open.size > maxConnections) {
      const leaving = nextToClose(connections) ?? findLongestStall() ?? socket;
      connections.forget(leaving);
      leaving.destroy();
      if (leaving === socket) return;
    }
    connections.markIdle(socket);
  });
  return connections;
}

/** @returns undefined if none of the checked connections may be closed. */
function nextToClose({ busy, idle: [idle], idleWithKey: [idleWithKey] }: Connections): Socket | undefined {
  return unreadOf(busy) ?? idle ?? idleWithKey;
}

/** Finds a connection without a key whose answer has begun and is not read. Others move to the end. */
function unreadOf(busy: Set<Socket>): Socket | undefined {
  for (const socket of busy.values().take(MAX_CHECKED).toArray()) {
    if (socket.hasValidKey !== true && isUnread(socket)) return socket;
    busy.delete(socket);
    if (socket.hasValidKey !== true) busy.add(socket);
  }
  return undefined;
}

/** True also if the rest of the answer waits for its turn and the system has taken everything so far. */
function isUnread(socket: Socket): boolean {
  return socket.writableLength > 0 || socket.requests?.answers[0]?.headersSent === true;
}
