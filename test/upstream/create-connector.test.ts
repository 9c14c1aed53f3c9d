import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket, type TcpNetConnectOpts } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { errors } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ReplyTooLarge } from '../../core/upstream/fault.ts';
import type { WaitForTurn } from '../../core/workers/pace.ts';
import { createPool } from '../../core/upstream/connect/create-pool.ts';
import {
  createConnector,
  FIRST_SLICES,
  LONGEST_REST_MS,
  readInSlices,
  SLICE_BYTES,
  STRETCH_BYTES,
} from '../../core/upstream/connect/create-connector.ts';

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

async function open(maxBytes = 1e9, turn: WaitForTurn = async () => {}): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  readInSlices(socket, maxBytes, turn);
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
  const bufferedBytes = socket.readableLength;
  expect(bufferedBytes).toBeGreaterThan(SLICE_BYTES);
  socket.destroy();
  expect(socket.read()?.length).toBe(bufferedBytes);
});

it('gives nothing more of a head that is too long, and leaves out the stacks of what is parsed with it', async () => {
  const socket = await open();
  const { stackTraceLimit } = Error;
  expect(socket.read()?.length).toBe(SLICE_BYTES);
  socket.on('error', () => {}).destroy(new errors.HeadersOverflowError());
  // As undici makes one for each further header of the slice.
  const further = new errors.HeadersOverflowError();
  expect(further.stack?.split('\n')).toHaveLength(1);
  expect(socket.read()).toBeNull();
  await Promise.resolve();
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});

it('leaves a read of a named size as it is', async () => {
  const socket = await open();
  expect(socket.read(2 * SLICE_BYTES)?.length).toBe(2 * SLICE_BYTES);
  socket.destroy();
});

it('waits for its turn after each stretch, and then gives the rest', async () => {
  const turns: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => void turns.push(resolve));
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const socket = await open(undefined, turn);
  const parts: Buffer[] = [];
  const read = (): void => {
    for (let part = socket.read(); part !== null; part = socket.read()) parts.push(part);
  };
  socket.on('readable', read);
  read();
  await until(() => turns.length > 0);
  const { length } = Buffer.concat(parts);
  expect(length).toBeGreaterThanOrEqual(STRETCH_BYTES);
  expect(length).toBeLessThan(STRETCH_BYTES + SLICE_BYTES);
  now.mockRestore();
  const giveTurns = setInterval(() => turns.shift()?.(), 0);
  await once(socket, 'end');
  clearInterval(giveTurns);
  expect(Buffer.concat(parts).equals(sent)).toBe(true);
});

it('waits for its turn after a slice that took long to parse', async () => {
  const turns: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => void turns.push(resolve));
  const socket = await open(undefined, turn);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const lengths = [0, 0.5, 2, 2].map((at) => {
    now.mockReturnValue(at);
    return (socket.read() as Buffer | null)?.length;
  });
  now.mockRestore();
  expect([lengths, turns.length]).toEqual([[SLICE_BYTES, SLICE_BYTES, undefined, undefined], 1]);
  const readable = once(socket, 'readable');
  turns.shift()?.();
  await readable;
  expect(socket.read()?.length).toBe(SLICE_BYTES);
  socket.destroy();
});

it('has no turn to wait for where the reader has put a part back', async () => {
  const socket = await open(undefined, () => new Promise(() => {}));
  for (let bytes = 0; bytes <= STRETCH_BYTES;) {
    const part: Buffer | null = socket.read();
    bytes += part?.length ?? 0;
    socket.unshift(Buffer.alloc(0));
    // oxlint-disable-next-line eslint/no-await-in-loop
    if (part === null) await once(socket, 'readable');
  }
  socket.destroy();
});

it('cuts off a peer that sends more than the bound', async () => {
  const socket = await open(10 * SLICE_BYTES);
  socket.on('readable', () => {
    while (socket.read() !== null);
  });
  const [error] = await once(socket, 'error');
  expect(error).toBeInstanceOf(ReplyTooLarge);
  expect(socket.bytesRead).toBeLessThan(sent.length);
});

it('rests after a short slice, and is then given at once what has come meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, peer, received } = await openLetters();
  for (const letter of 'a'.repeat(FIRST_SLICES + 1)) {
    const { length } = received;
    peer.write(letter);
    await until(() => received.length > length);
    // Slices that follow one another at once are no stream.
    await wait(5);
  }
  peer.write('b');
  peer.write('c');
  await turns(20);
  expect(received.join('')).toBe('a'.repeat(FIRST_SLICES + 1));
  vi.advanceTimersByTime(LONGEST_REST_MS);
  await until(() => received.at(-1) !== 'a');
  expect(received.at(-1)).toBe('bc');

  socket.destroy();
  vi.useRealTimers();
});

it('sees what a peer sends after a reply, before the next request goes out', async () => {
  const peers = new Set<Socket>();
  let replies = 0;
  const streamServer = createServer((peer) => {
    peers.add(peer.on('error', () => {}));
    peer.on(
      'data',
      (bytes) => void (String(bytes).startsWith('POST /endless') ? writeEndlessly(peer) : reply(peer)),
    );
  }).listen(0, '127.0.0.1');
  const writeEndlessly = (peer: Socket): void => {
    peer.write(STREAM_HEAD);
    const timer = setInterval(() => peer.write(chunkOf('x')), 6);
    peer.once('close', () => clearInterval(timer));
  };
  const reply = async (peer: Socket): Promise<void> => {
    const number = (replies += 1);
    peer.write(STREAM_HEAD);
    // Longer than a rest, so that each chunk is a slice.
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      peer.write(chunkOf(`${number}`));
      await wait(LONGEST_REST_MS + 10);
    }
    peer.write('0\r\n\r\n');
    await wait(5);
    peer.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nstray');
  };
  await once(streamServer, 'listening');
  const { port: streamPort } = streamServer.address() as AddressInfo;
  const pool = createPool(`http://127.0.0.1:${streamPort}`, {
    connections: 64,
    connect: createConnector(5_000, 1e9),
  });
  const ask = async (path: string): Promise<string> => {
    const { body } = await pool.request({ path, method: 'POST' });
    if (path !== '/endless') return await body.text();
    body.on('error', () => {}).resume();
    return '';
  };
  // Rests are long while many connections rest.
  await Promise.all(Array.from({ length: 40 }, () => ask('/endless')));
  await wait(50);
  for (let number = 1; number <= 3; number += 1) {
    expect(await ask('/')).toBe(`${number}`.repeat(CHUNKS));
    await wait(20);
  }
  for (const peer of peers) peer.destroy();
  streamServer.close();
  await pool.destroy();
});

const CHUNKS = FIRST_SLICES + 1;
const STREAM_HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

function chunkOf(letter: string): string {
  return `1\r\n${letter}\r\n`;
}

/** A socket from which everything is read as it comes. */
async function openLetters(): Promise<{ socket: Socket; peer: Socket; received: string[] }> {
  const letterServer = createServer().listen(0, '127.0.0.1');
  await once(letterServer, 'listening');
  const { port: letterPort } = letterServer.address() as AddressInfo;
  const socket = connect({ port: letterPort, host: '127.0.0.1', highWaterMark: 0 } as TcpNetConnectOpts);
  const [peer] = (await once(letterServer, 'connection')) as [Socket];
  letterServer.close();
  readInSlices(socket, 1e9, async () => {});
  const received: string[] = [];
  socket.on('readable', () => {
    for (let part = socket.read(); part !== null; part = socket.read()) received.push(String(part));
  });
  return { socket, peer, received };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1)
    // oxlint-disable-next-line eslint/no-await-in-loop
    await new Promise((resolve) => void setImmediate(resolve));
}

async function until(isSo: () => boolean): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop
  while (!isSo()) await turns(1);
}
