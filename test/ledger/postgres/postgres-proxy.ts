import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/** How the next batch meets its end. */
export type Cut =
  /** It arrives and is committed; the answer is lost. */
  | 'answer'
  /** It never arrives. */
  | 'question'
  /** The sender loses its connection at once; the batch arrives when `deliver` is called. */
  | 'late';

/** Stands between a ledger and its PostgreSQL, and breaks connections at chosen moments. */
export interface PostgresProxy {
  readonly url: string;
  cutNext(cut: Cut): void;
  /** Sends the batch that a late cut held back. @returns what the server has said since, once it has closed the session. */
  deliver(): Promise<string>;
  /** Breaks every connection. */
  cutAll(): void;
  /** Takes no new connections, or takes them again. */
  refuse(refusing: boolean): void;
  close(): Promise<void>;
}

/** What a batch writes travels with its commit; this is the name of its prepared statement, as in the protocol's messages. */
const BATCH = /\0write-[^]*\0commit\0/;
/** The message that says that a commit took effect. */
const COMMITTED = 'COMMIT\0';

export async function startProxy(target: string): Promise<PostgresProxy> {
  const address = new URL(target);
  const { hostname, port } = { hostname: address.hostname, port: Number(address.port || 5432) };
  const sockets = new Set<Socket>();
  let cut: Cut | undefined;
  let refusing = false;
  let heldBack:
    | { readonly server: Socket; readonly message: Buffer; readonly answer: Promise<string> }
    | undefined;

  const server = createServer((client) => {
    if (refusing) {
      client.destroy();
      return;
    }
    const upstream = connect(port, hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // A broken connection is what this is for; its other half is broken where needed.
      socket.on('error', () => {});
    }
    let swallowing = false;
    client.on('data', (message) => {
      const now = cut !== undefined && BATCH.test(message.toString('latin1')) ? cut : undefined;
      if (now === undefined) {
        upstream.write(message);
        return;
      }
      cut = undefined;
      if (now === 'answer') {
        swallowing = true;
        upstream.write(message);
      } else {
        if (now === 'late') heldBack = { server: upstream, message, answer: answerOf(upstream) };
        else upstream.destroy();
        client.destroy();
      }
    });
    upstream.on('data', (answer) => {
      if (swallowing && answer.includes(COMMITTED)) client.destroy();
      else if (swallowing) return;
      else if (!client.destroyed) client.write(answer);
    });
    client.on('close', () => {
      if (heldBack?.server !== upstream) upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port.');
  address.hostname = '127.0.0.1';
  address.port = String(bound.port);

  return {
    url: address.href,
    cutNext: (next) => {
      cut = next;
    },
    deliver: async () => {
      if (heldBack === undefined) throw new Error('Nothing was held back.');
      const { server: upstream, message, answer } = heldBack;
      // The server may have closed the session meanwhile.
      if (!upstream.destroyed) upstream.end(message);
      return await answer;
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    refuse: (next) => {
      refusing = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerOf(server: Socket): Promise<string> {
  let answer = '';
  server.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  if (!server.closed) await once(server, 'close');
  return answer;
}
