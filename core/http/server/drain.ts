import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How a server ends without cutting anybody off. */
export interface Drain {
  /** From now on every answer closes its connection, so that its client goes elsewhere. Whatever comes is served. */
  announce(): void;
  /** Announces, stops accepting, and resolves when the last answer is out and the last connection closed. */
  finish(): Promise<void>;
}

/** Call it before whatever answers requests is attached: it has to see each one first. */
export function createDrain(server: Server): Drain {
  /** Each with its answers under way, the oldest first. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  let isAnnounced = false;
  let isFinishing = false;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    // Not all of its answers tell of their end then: of pipelined ones only the first does.
    socket.once('close', () => connections.delete(socket));
  });
  const track = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const answers = connections.get(socket);
    answers?.add(response);
    response.once('close', () => {
      answers?.delete(response);
      // An event stream that was open before the drain leaves its connection idle; nothing else would close it.
      if (isFinishing) server.closeIdleConnections();
    });
    if (isAnnounced) closeAfter(response);
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, track);

  const announce = (): void => {
    isAnnounced = true;
    for (const answers of connections.values()) closeAfter([...answers].at(-1));
  };
  return {
    announce,
    async finish() {
      announce();
      // Not http's own `close`: it also ends the checks of what takes too long to arrive, and half a request would keep
      // the drain waiting for ever.
      const closed = new Promise<void>((resolve) => {
        TcpServer.prototype.close.call(server, () => resolve());
      });
      // What has arrived by now is read first: its connection is not idle.
      await nextTurn();
      isFinishing = true;
      server.closeIdleConnections();
      // To Node a connection that never sent a byte is not idle but busy with its first request.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
      await closed;
      // It has nothing left to close but the timer of those checks.
      server.close(() => {});
    },
  };
}

function closeAfter(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.setHeader('Connection', 'close');
}
