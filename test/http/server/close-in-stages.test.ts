import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createStagedClosing } from '../../../core/http/server/close-in-stages.ts';
import { Connections, serveInOrder } from '../../../core/http/server/serve-in-order.ts';

const MEGABYTE = 1_000_000;
const REFUSED = 'Not with this key.';
/** Answers before it reads anything of the body. */
const refuse: RequestListener = (_request, response) => {
  response.writeHead(401, { Connection: 'close', 'Content-Length': REFUSED.length }).end(REFUSED);
};

let server: Server;
/** The server's own end of each connection. */
let accepted: Socket[];
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function open(app: RequestListener): Promise<Socket> {
  accepted = [];
  server = createServer();
  serveInOrder(server, app, new Connections());
  server.on('connection', (socket: Socket) => accepted.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It continues to send after the server has closed its side, as most clients do.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

const head = (bytes: number): string => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`;

/** Sends everything before it reads, as some clients do. @returns the received text. */
async function sendThenRead(socket: Socket, parts: readonly (string | Buffer)[]): Promise<string> {
  let received = '';
  for (const part of parts) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.write(part, (error) => (error ? reject(error) : resolve()));
    await promise;
  }
  for await (const chunk of socket) received += String(chunk);
  socket.end();
  return received;
}

describe('a connection whose request is refused while its body still comes', () => {
  it('gives a client that sends everything first its whole answer', async () => {
    const socket = await open(refuse);
    const answer = await sendThenRead(socket, [head(20 * MEGABYTE), Buffer.alloc(20 * MEGABYTE)]);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(new RegExp(`${REFUSED}$`));
    await expect.poll(() => accepted[0]?.destroyed).toBe(true);
  });

  it('runs nothing that comes behind the body', async () => {
    const methods: string[] = [];
    const socket = await open((request, response) => {
      methods.push(request.method ?? '');
      refuse(request, response);
    });
    const second = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const answer = await sendThenRead(socket, [head(MEGABYTE), Buffer.alloc(MEGABYTE), second]);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(methods).toEqual(['POST']);
  });

  it('throws away 64 MiB and closes then', async () => {
    const socket = await open(refuse);
    // If the kernel reports an error, it comes first.
    const closed = new Promise((resolve) =>
      socket
        .resume()
        .on('error', () => {})
        .once('close', resolve),
    );
    socket.write(head(1_000 * MEGABYTE));
    const part = Buffer.alloc(MEGABYTE);
    const send = (error?: Error | null): void => {
      if (error === undefined || error === null) socket.write(part, send);
    };
    send();
    await closed;
    const bytesRead = accepted[0]?.bytesRead ?? 0;
    expect(bytesRead).toBeGreaterThan(67_108_864);
    // What comes between two looks of a tenth of a second.
    expect(socket.bytesWritten).toBeLessThan(1_000 * MEGABYTE);
  });
});

describe('closing in stages', () => {
  it('ends by itself where the client goes on too long, and closes so many at once', async () => {
    const closeInStages = createStagedClosing({ maxBytes: MEGABYTE, maxMs: 300, maxConnections: 1 });
    const accepts: boolean[] = [];
    const socket = await open((request) => {
      accepts.push(closeInStages(request.socket), closeInStages(request.socket));
    });
    const ended = once(socket.resume(), 'end');
    socket.write(head(MEGABYTE));
    await ended;
    expect(accepts).toEqual([true, false]);
    await once(accepted[0] as Socket, 'close');
  });
});
