import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInSlices } from '../../core/upstream/connect/read-in-slices.ts';

const SLICE_BYTES = 1_000;
const sent = Buffer.from(Array.from({ length: 1_000_500 }, (_, index) => index % 251));
const server = createServer((socket) => void socket.on('error', () => {}).end(sent));
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server.close());

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  readInSlices(socket, SLICE_BYTES);
  await once(socket, 'readable');
  return socket;
}

it('gives all that was sent, in order, a slice at a time', async () => {
  const socket = await open();
  const parts: Buffer[] = [];
  const read = (): void => {
    for (let part = socket.read(); part !== null; part = socket.read()) parts.push(part);
  };
  socket.on('readable', read);
  read();
  await once(socket, 'end');
  expect(Math.max(...parts.map((part) => part.length))).toBe(SLICE_BYTES);
  expect(Buffer.concat(parts).equals(sent)).toBe(true);
});

it('takes in no more than the buffer holds, however often a part is read and put back', async () => {
  const socket = await open();
  let most = 0;
  for (let turn = 0; turn < 50; turn += 1) {
    const part: Buffer = socket.read();
    socket.unshift(part.subarray(1));
    most = Math.max(most, socket.readableLength);
    // oxlint-disable-next-line eslint/no-await-in-loop
    await new Promise((resolve) => void setImmediate(resolve));
  }
  socket.destroy();
  expect(most).toBeLessThanOrEqual(2 * 65_536);
});

it('gives what a lost connection leaves behind in one go', async () => {
  const socket = await open();
  const held = socket.readableLength;
  expect(held).toBeGreaterThan(SLICE_BYTES);
  socket.destroy();
  expect(socket.read()?.length).toBe(held);
});

it('leaves a read of a named size as it is', async () => {
  const socket = await open();
  expect(socket.read(2 * SLICE_BYTES)?.length).toBe(2 * SLICE_BYTES);
  socket.destroy();
});
