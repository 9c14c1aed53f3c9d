import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Connections, serveInOrder } from '../../../core/http/server/serve-in-order.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const END = '0\r\n\r\n';
const chunks = (count: number, bytes: number): string =>
  `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`.repeat(count);

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** How many chunks and bytes the app got, and the answer that the client received. */
async function send(text: string, app: RequestListener): Promise<{ socket: Socket; answer: () => string }> {
  server = createServer({ requireHostHeader: false });
  serveInOrder(server, app, new Connections());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.write(text);
  return { socket, answer: () => received };
}

describe('a body in chunks', () => {
  const reading = () => {
    const counts = { chunks: 0, bytes: 0 };
    const app: RequestListener = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        counts.chunks += 1;
        counts.bytes += chunk.byteLength;
      });
      request.once('end', () => response.end('read'));
    };
    return { seen: counts, app };
  };

  it('of one byte each is refused at the 257th, and nothing behind it is parsed', async () => {
    const { seen, app } = reading();
    const { socket, answer } = await send(HEAD + chunks(10_000, 1) + END, app);
    await once(socket, 'close');
    expect(seen.chunks).toBeLessThanOrEqual(257);
    expect(answer()).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer()).toContain('small-chunks');
  });

  it('of 256 bytes each passes, however many there are', async () => {
    const { seen, app } = reading();
    const { socket, answer } = await send(HEAD + chunks(4_000, 256) + END, app);
    await expect.poll(answer).toContain('read');
    expect(seen.bytes).toBe(1_024_000);
    socket.destroy();
  });

  it('of 256 small ones passes', async () => {
    const { seen, app } = reading();
    const { socket, answer } = await send(HEAD + chunks(256, 1) + END, app);
    await expect.poll(answer).toContain('read');
    expect(seen.bytes).toBe(256);
    socket.destroy();
  });
});

it('a body that is not read ends its connection once the answer is sent', async () => {
  let bytesRead = 0;
  const { socket, answer } = await send(
    `GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n`,
    (request, response) => {
      request.socket.on('close', () => (bytesRead = request.socket.bytesRead));
      response.end('at once');
    },
  );
  const piece = Buffer.alloc(65_536);
  const pour = setInterval(() => socket.write(piece), 1);
  await once(socket, 'close');
  clearInterval(pour);
  expect(answer()).toContain('at once');
  await expect.poll(() => bytesRead).toBeGreaterThan(0);
  expect(bytesRead).toBeLessThan(9_999_999);
});
