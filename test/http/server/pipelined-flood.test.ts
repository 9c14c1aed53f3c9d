import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { serveInOrder } from '../../../core/http/server/serve-in-order.ts';

/** Requests that may be under way or wait; the next closes the connection. */
const BOUND = 101;
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
  serveInOrder(server, app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume().write(bytes);
  return socket;
}

it('of thousands in one read no more is parsed than may wait, and the connection is closed', async () => {
  let begun = 0;
  const socket = await send(REQUEST.repeat(2_000), () => (begun += 1));
  await once(socket, 'close');
  expect(begun).toBe(1);
  // The one too many, and the one at which the parser ends.
  expect(parsed).toBe(BOUND + 2);
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

it('those that wait are begun one in a turn of the event loop, and all are answered', async () => {
  let turn = 0;
  const count = (): void => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const turns: number[] = [];
  try {
    const socket = await send(REQUEST.repeat(BOUND), (_request, response) => {
      turns.push(turn);
      response.end('answered');
    });
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    while (text.match(/answered/g)?.length !== BOUND) await once(socket, 'data');
    socket.destroy();
  } finally {
    clearImmediate(counting);
  }
  expect(turns).toHaveLength(BOUND);
  expect(new Set(turns).size).toBe(BOUND);
});
