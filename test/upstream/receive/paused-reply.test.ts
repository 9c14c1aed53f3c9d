import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createConnector } from '../../../core/upstream/connect/create-connector.ts';
import { StopSource } from '../../../core/upstream/stop-signal.ts';
import { type ReceivedReply, receiveReply } from '../../../core/upstream/receive/receive-reply.ts';
import { createReplyPace } from '../../../core/upstream/receive/reply-bounds.ts';
import { startHostileProvider, type HostileProvider } from '../../support/servers/hostile-provider.ts';
import { trickle } from '../../support/servers/hostile-replies.ts';
import { replyOptions } from '../../support/servers/reply-options.ts';

const TEXT = 'middle';
const BYTES = 100_000;
const CHUNK_EVENT = 'undici:request:bodyChunkReceived';

let provider: HostileProvider;
let pool: Pool;
beforeAll(async () => {
  provider = await startHostileProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  pool = new Pool(provider.url, {
    connections: 8,
    connect: createConnector(1_000, 10_000_000),
  });
});
afterEach(() => pool.destroy());

function trickleTo(response: ServerResponse): void {
  void trickle(response, { reply: { text: TEXT }, text: TEXT, bytes: BYTES });
}

function receive(signal = new StopSource(), nextTurn = createReplyPace()): Promise<ReceivedReply> {
  const request = { method: 'POST', path: '/', body: 'x' } as const;
  return receiveReply(pool, request, { ...replyOptions(1_000_000), signal, nextTurn });
}

/** The most chunks that came between two turns of the event loop. */
async function mostChunksInATurn(during: () => Promise<unknown>): Promise<number> {
  let chunks = 0;
  let most = 0;
  const count = (): void => void (most = Math.max(most, (chunks += 1)));
  const turn = (): void => {
    chunks = 0;
    timer = setImmediate(turn);
  };
  let timer = setImmediate(turn);
  subscribe(CHUNK_EVENT, count);
  await during();
  unsubscribe(CHUNK_EVENT, count);
  clearImmediate(timer);
  return most;
}

it('a reply in many chunks is read a stretch at a turn, and whole', async () => {
  provider.answer((_request, response) => trickleTo(response));
  let reply: ReceivedReply | undefined;
  const most = await mostChunksInATurn(async () => (reply = await receive()));
  expect(reply?.bytes.toString()).toBe(`{"text":"${'x'.repeat(BYTES)}"}`);
  expect(most).toBeLessThanOrEqual(2_000);
});

it('eight of them take no more of a turn, once all have begun', async () => {
  provider.answer((_request, response) => trickleTo(response));
  const pace = createReplyPace();
  const replies: ReceivedReply[] = [];
  const most = await mostChunksInATurn(async () => {
    replies.push(...(await Promise.all(Array.from({ length: 8 }, () => receive(undefined, pace)))));
  });
  expect(new Set(replies.map(({ bytes }) => bytes.byteLength))).toEqual(new Set([BYTES + 11]));
  // Each has its first stretch at once.
  expect(most).toBeLessThanOrEqual(8_000 + 2_000);
});

it('an end that comes while a reply is paused ends it and closes its connection', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  provider.answer((_request, response) => {
    response.once('close', resolve);
    trickleTo(response);
  });
  const signal = new StopSource();
  const paused = Promise.withResolvers<void>();
  const never = (): Promise<void> => {
    paused.resolve();
    return new Promise(() => {});
  };
  const reply = receive(signal, never);
  await paused.promise;
  signal.stop();
  await expect(reply).rejects.toMatchObject({ code: 'timeout' });
  await closed;
});

it.each([
  ['a length and a connection that stays', { 'content-length': '3000000' }],
  ['a length and a connection that closes', { 'content-length': '3000000', connection: 'close' }],
  ['chunks', {}],
  ['no length but its end', { connection: 'close', 'transfer-encoding': 'identity' }],
])('a long reply of %s is read whole', async (_what, headers) => {
  const body = Buffer.alloc(3_000_000, 'abcdefg');
  provider.answer((_request, response) => response.writeHead(200, headers).end(body));
  const request = { method: 'POST', path: '/', body: 'x' } as const;
  expect((await receiveReply(pool, request, replyOptions(4_000_000))).bytes.equals(body)).toBe(true);
});
