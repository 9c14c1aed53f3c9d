import { Pool } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createConnector } from '../../../core/upstream/connect/create-connector.ts';
import { receiveReply, type ReceivedReply } from '../../../core/upstream/receive/receive-reply.ts';
import { startHostileProvider, type HostileProvider } from '../../support/servers/hostile-provider.ts';
import { flood } from '../../support/servers/hostile-replies.ts';
import { replyOptions } from '../../support/servers/reply-options.ts';

const MAX_BYTES = 400_000;
const CHUNKED = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';

let provider: HostileProvider;
let pool: Pool;
beforeAll(async () => {
  provider = await startHostileProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  const connect = createConnector(1_000, MAX_BYTES);
  pool = new Pool(provider.url, { connections: 1, connect });
});
afterEach(() => pool.destroy());

function receive(): Promise<ReceivedReply> {
  const request = { method: 'POST', path: '/', body: 'x' } as const;
  return receiveReply(pool, request, { ...replyOptions(MAX_BYTES), nextTurn: async () => {} });
}

it.each([
  ['the extension of a chunk', `${CHUNKED}5;`, 'aaaaaaaa'],
  ['leading zeros of the length of a chunk', CHUNKED, '00000000'],
])('a reply is given up that never ends %s', async (_title, beginning, piece) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  provider.answer((_request, response) => {
    response.socket?.once('close', resolve);
    flood(response, beginning, piece);
  });
  await expect(receive()).rejects.toMatchObject({ fault: { retryable: false } });
  await closed;
});

it.each([
  ['headers', 'HTTP/1.1 200 OK\r\n'],
  ['trailers', `${CHUNKED}0\r\n`],
])('a reply is given up at its longest head that never ends its short %s', async (_title, beginning) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  provider.answer((_request, response) => {
    response.socket?.once('close', resolve);
    flood(response, beginning, 'a:\r\n');
  });
  await expect(receive()).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_OVERFLOW' } });
  await closed;
});

it('the count begins again with each request on a connection', async () => {
  const before = provider.connections();
  const body = 'a'.repeat(MAX_BYTES / 2);
  provider.answer((_request, response) => response.end(body));
  for (let sent = 0; sent < 4; sent += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    expect((await receive()).bytes.byteLength).toBe(body.length);
  }
  expect(provider.connections() - before).toBe(1);
});
