import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds a server's open connections. At the cap a new one takes the place of the one that has been without a request
 * the longest, so that idle connections, however many, lock nobody out; where all have a request under way, the new one
 * is closed. Node's own `maxConnections` would close every new one until the timeouts free a place.
 */
export function capConnections(server: Server, maximum: number): void {
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
      const [longestIdle = socket] = idle;
      idle.delete(longestIdle);
      longestIdle.destroy();
      if (longestIdle === socket) return;
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
