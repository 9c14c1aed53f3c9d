import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** A provider that answers whatever a test wants, byte by byte if need be; its own, so that the sandbox stays polite. */
export interface HostileProvider {
  readonly url: string;
  /** Connections that were opened to it, ever. */
  connections(): number;
  /** From now on. */
  answer(listener: Answer): void;
  stop(): Promise<void>;
}

/** What it does at once, or bit by bit. */
export type Answer = (...exchange: Parameters<RequestListener>) => unknown;

export async function startHostileProvider(): Promise<HostileProvider> {
  let listener: Answer = (_request, response) => response.end();
  const sockets = new Set<Socket>();
  let connections = 0;
  // Else a connection that rests while the machine is busy is closed under the next request.
  const server: Server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    request.resume();
    listener(request, response);
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    answer: (next) => (listener = next),
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** A right answer on the chat-completions wire. */
export function chatAnswer(
  content: string,
  usage: unknown = { prompt_tokens: 1_000, completion_tokens: 100 },
): string {
  return JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }], usage });
}
