import type { Server, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connections } from './serve-in-order.ts';

/** Stops a server without interrupting a request. */
export interface Drain {
  /** Makes every answer close its connection, so that clients switch to another gateway. New requests are still served. */
  announce(): void;
  /** Announces, stops accepting, and resolves when the last connection has closed after its answer. */
  finish(): Promise<void>;
}

/** The time in which a connection that was accepted just before the end must send its first bytes, in milliseconds. */
export const FIRST_BYTES_MS = 1_000;

/** @param firstBytesMs the time after which a drain closes connections that have never sent a byte, in milliseconds. */
export function createDrain(server: Server, { open }: Connections, firstBytesMs: number): Drain {
  let isAnnounced = false;
  const announce = (): void => {
    if (isAnnounced) return;
    isAnnounced = true;
    // Prepended, because the app may answer at once.
    for (const event of ['request', 'checkContinue', 'checkExpectation'])
      server.prependListener(event, (_request, response: ServerResponse) => closeAfter(response));
    for (const { requests } of open) closeAfter(requests?.answers.at(-1));
  };
  return {
    announce,
    async finish() {
      announce();
      // Not http's own `close`, which also ends the checks of slow requests, so that half a request would block the drain
      // for ever.
      const closed = new Promise<void>((resolve) => {
        TcpServer.prototype.close.call(server, () => resolve());
      });
      // Bytes that have arrived are read first, because their connection is not idle.
      await nextTurn();
      server.closeIdleConnections();
      // An event stream that began before the drain leaves its connection idle, and nothing else would close it.
      for (const { requests } of open)
        for (const answer of requests?.answers ?? [])
          answer.once('close', () => server.closeIdleConnections());
      // Node does not consider a connection idle that has never sent a byte. Its first request may be on its way, and would
      // be lost if the connection were closed now.
      const silent = setTimeout(() => void closeSilentConnections(open), firstBytesMs);
      await closed;
      clearTimeout(silent);
      // Only the timer of those checks is left to close.
      server.close(() => {});
    },
  };
}

async function closeSilentConnections(open: ReadonlySet<Socket>): Promise<void> {
  // Bytes that have arrived are read first.
  await nextTurn();
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
}

function closeAfter(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.setHeader('Connection', 'close');
}
