import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StalledSockets } from './stalled-sockets.ts';

/**
 * Bounds a server's open connections. At the cap, a new connection replaces the one that has been idle (without a
 * request) the longest; where none is idle, the one that has read nothing of its pending answer for the longest. Where
 * most of these two kinds are stalled, a stalled one goes first: otherwise clients that connect at the same moment,
 * idle until their first request arrives, would replace each other. Where every connection is busy with a request, the
 * new one is closed. Node's own `maxConnections` would close every new one until the timeouts free a place.
 */
export function capConnections(server: Server, maximum: number, stalled: StalledSockets): void {
  /** Without a request, the longest first. */
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open > maximum) {
      const [longestIdle] = idle;
      const prefersIdle = idle.size >= stalled.count();
      const leaving = (prefersIdle ? longestIdle : undefined) ?? stalled.longest() ?? longestIdle ?? socket;
      idle.delete(leaving);
      leaving.destroy();
      if (leaving === socket) return;
    }
    idle.add(socket);
  });
  const underWay = new WeakMap<Socket, number>();
  const watch = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    idle.delete(socket);
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const others = (underWay.get(socket) ?? 1) - 1;
      underWay.set(socket, others);
      // Pipelined requests are under way together.
      if (others === 0 && !socket.destroyed) idle.add(socket);
    });
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, watch);
}
