import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Connections, serveInOrder } from '../../../core/http/server/serve-in-order.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

let parsed = 0;
class CountedRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    parsed += 1;
  }
}

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
  parsed = 0;
});

async function send(bytes: string, app: RequestListener): Promise<Socket> {
  server = createServer({ IncomingMessage: CountedRequest, requireHostHeader: false });
  serveInOrder(server, app, new Connections());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume().write(bytes);
  return socket;
}

it('of thousands in one read one runs, and the connection closes behind its answer', async () => {
  let begun = 0;
  let answer = (): void => {};
  let text = '';
  const socket = await send(REQUEST.repeat(2_000), (_request, response) => {
    begun += 1;
    answer = () => void response.end('the only one');
  });
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await expect.poll(() => parsed).toBeGreaterThan(0);
  // The one that runs, the one that waited, the one too many, and the one at which the parser ends.
  expect(parsed).toBe(4);
  answer();
  await once(socket, 'close');
  expect(begun).toBe(1);
  expect(text.match(/^HTTP/gm)).toHaveLength(1);
  expect(text).toMatch(/^connection: close\r$/im);
  expect(text).toContain('the only one');
});

it('closes also behind an answer whose head is out already', async () => {
  let text = '';
  const socket = await send(REQUEST, (_request, response) => {
    response.write('first half, ');
    socket.write(REQUEST.repeat(2));
    void expect
      .poll(() => parsed)
      .toBeGreaterThan(2)
      .then(() => response.end('second half'));
  });
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  expect(text.match(/^HTTP/gm)).toHaveLength(1);
  expect(text).toContain('second half');
});

it('behind an answer that closes the connection nothing more is parsed', async () => {
  let text = '';
  const socket = await send(REQUEST.repeat(1_000), (_request, response) => {
    response.setHeader('Connection', 'close');
    response.end('last');
  });
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  expect(text.match(/^HTTP/gm)).toHaveLength(1);
  expect(text).toContain('last');
  expect(parsed).toBe(3);
});

it('one behind another is begun once that is answered, and the connection stays open', async () => {
  const answers: (() => void)[] = [];
  const socket = await send(REQUEST.repeat(2), (_request, response) => {
    answers.push(() => void response.end('answered'));
  });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  for (const count of [1, 2, 3]) {
    await expect.poll(() => answers.length).toBe(count);
    answers.at(-1)?.();
    await expect.poll(() => text.match(/answered/g)?.length).toBe(count);
    if (count === 2) socket.write(REQUEST);
  }
  expect(parsed).toBe(3);
  socket.destroy();
});
