import { createServer } from 'node:net';

/** @returns the port where nobody listens on it, else 0, for which the system takes a free one. */
export async function portOrFree(port: number): Promise<number> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(0));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(port)));
  });
}
