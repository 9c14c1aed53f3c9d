import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenConnections } from './cap-connections.ts';

/** How a server ends without cutting anybody off. */
export interface Drain {
  /** From now on every answer closes its connection, so that its client goes elsewhere. Whatever comes is served. */
  announce(): void;
  /** Announces, stops accepting, and resolves when the last answer is out and the last connection closed. */
  finish(): Promise<void>;
}

/** A connection that was accepted just before the end has so long for its first bytes, milliseconds. */
export const FIRST_BYTES_MS = 1_000;

/** @param firstBytesMs after which a drain closes connections that have never sent a byte, milliseconds. */
export function createDrain(server: Server, connections: OpenConnections, firstBytesMs: number): Drain {
  let isAnnounced = false;
  const announce = (): void => {
    if (isAnnounced) return;
    isAnnounced = true;
    // Before the app, which may answer at once.
    for (const event of ['request', 'checkContinue', 'checkExpectation'])
      server.prependListener(event, (_request, response: ServerResponse) => closeAfter(response));
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
      server.closeIdleConnections();
      // An event stream that was open before the drain leaves its connection idle; nothing else would close it.
      for (const answers of connections.values())
        for (const answer of answers) answer.once('close', () => server.closeIdleConnections());
      // To Node a connection that never sent a byte is not idle but busy with its first request. That may be on its way:
      // a client that connected a moment ago would lose it if it were closed now.
      const silent = setTimeout(() => void closeSilent(connections), firstBytesMs);
      await closed;
      clearTimeout(silent);
      // It has nothing left to close but the timer of those checks.
      server.close(() => {});
    },
  };
}

async function closeSilent(connections: OpenConnections): Promise<void> {
  // What has arrived by now is read first.
  await nextTurn();
  for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
}

function closeAfter(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.setHeader('Connection', 'close');
}
