import { afterAll, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { answersTo, inOneChunk, openRaw, postBytes } from '../../support/clients/raw-connection.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

/** Holds back the answer to the prompt `wait`. */
let answered = Promise.withResolvers<void>();
const BODY = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });

const gateway = gatewayOfFile({
  sandbox: {
    reply: async ({ user }) => {
      if (user === 'wait') await answered.promise;
      return { content: user };
    },
  },
});
const account = accountOfFile(gateway, 1_000, { requestsInFlight: 1_000, requestsPerMinute: 10_000 });
afterAll(() => answered.resolve());

/** A valid request for an address that no other test here uses. */
const BEHIND = 'GET /openapi.json HTTP/1.1\r\nHost: gateway\r\n\r\n';
const LENGTH = `Content-Length: ${BODY.length}`;
const CHUNKS = inOneChunk(BODY);

/** Two readers could disagree where each of these ends; a second request follows it. */
const shapes: readonly (readonly [name: string, fields: readonly string[], body: string])[] = [
  ['a length beside chunks', [LENGTH, 'Transfer-Encoding: chunked'], CHUNKS],
  ['chunks beside a length', ['Transfer-Encoding: chunked', LENGTH], CHUNKS],
  ['two lengths', [LENGTH, 'Content-Length: 3'], BODY],
  ['the same length twice', [LENGTH, LENGTH], BODY],
  ['a list of lengths', [`Content-Length: ${BODY.length}, ${BODY.length}`], BODY],
  ['a length with a sign', [`Content-Length: +${BODY.length}`], BODY],
  ['a length in hexadecimal', ['Content-Length: 0x23'], BODY],
  ['a length below zero', ['Content-Length: -1'], BODY],
  ['a length past every integer', ['Content-Length: 99999999999999999999'], BODY],
  ['chunked, then identity', ['Transfer-Encoding: chunked, identity'], CHUNKS],
  ['identity, then chunked', ['Transfer-Encoding: identity, chunked'], CHUNKS],
  ['gzip, then chunked', ['Transfer-Encoding: gzip, chunked'], CHUNKS],
  ['chunked twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKS],
  ['a coding nobody knows', ['Transfer-Encoding: xchunked'], CHUNKS],
  ['a vertical tab before chunked', ['Transfer-Encoding:\u000bchunked'], CHUNKS],
  ['a space before the colon', ['Transfer-Encoding : chunked'], CHUNKS],
  ['a space before the colon of a length', [`Content-Length : ${BODY.length}`], BODY],
  ['a folded line', ['Transfer-Encoding:', ' chunked'], CHUNKS],
  ['a folded line elsewhere', ['X-Folded: a', ' b', LENGTH], BODY],
  ['a bare line feed', [`X-Line: a\n${LENGTH}`], BODY],
  ['a bare carriage return', [`X-Line: a\r${LENGTH}`], BODY],
  ['a bare line feed in the chunks', ['Transfer-Encoding: chunked'], CHUNKS.replaceAll('\r\n', '\n')],
  ['a chunk with no size', ['Transfer-Encoding: chunked'], `zz\r\n${BODY}\r\n0\r\n\r\n`],
  ['a chunk past every integer', ['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`],
  ['a chunk longer than its size', ['Transfer-Encoding: chunked'], `5\r\n${BODY}\r\n0\r\n\r\n`],
  ['NUL in a header', [LENGTH, 'X-Nul: a\u0000b'], BODY],
  ['a space in a name', [LENGTH, 'X Space: a'], BODY],
  ['two hosts', [LENGTH, 'Host: other'], BODY],
];

it.each(shapes)(
  '4 %s is a 400 that closes the connection, and nothing behind it is parsed',
  async (_name, fields, body) => {
    gateway.upstream.clear();
    const bytes = postBytes({ key: account.key, fields, body, declares: false }) + BEHIND;
    const [reply, ...others] = await answersTo(gateway.url, bytes);
    expect(reply?.status).toBe(400);
    expect(reply?.headers.get('connection')).toBe('close');
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ type: 'urn:assay:problem:malformed-http' });
    expect(others).toEqual([]);
    expect(gateway.upstream.requests()).toEqual([]);
  },
);

it.each([
  ['a carriage return', '\r'],
  ['a line feed', '\n'],
  ['NUL', '\u0000'],
])('a key with %s behind it is told so', async (_name, end) => {
  const bytes = postBytes({ key: `${account.key}${end}`, body: BODY });
  const [reply] = await answersTo(gateway.url, bytes);
  expect(reply?.status).toBe(400);
  expect(JSON.parse(reply?.body ?? '')).toMatchObject({
    type: 'urn:assay:problem:malformed-http',
    detail: expect.stringContaining('A header holds a control character'),
  });
});

it.each([
  ['a line feed alone behind every line', postBytes({ body: BODY }).replaceAll('\r\n', '\n')],
  ['HTTP/0.9', 'GET /openapi.json\r\n\r\n'],
  ['HTTP/1.2', postBytes({ body: BODY, line: 'POST /api/v1/prompt HTTP/1.2' })],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS handshake', '\u0016\u0003\u0001\u0000\u0005\u0001\u0000\u0000\u0001\u0000'],
  ['chunks in HTTP/1.0', `POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`],
  ['no host', 'GET /openapi.json HTTP/1.1\r\n\r\n'],
  ['a host that is none', 'GET /openapi.json HTTP/1.1\r\nHost: a b/@c\r\n\r\n'],
])('4 %s is a 400 that closes the connection', async (_name, bytes) => {
  const replies = await answersTo(gateway.url, Buffer.from(bytes, 'latin1'));
  expect(replies.map(({ status }) => status)).toEqual([400]);
});

it('3 bytes behind a whole body do not disturb the request before them', async () => {
  answered = Promise.withResolvers();
  gateway.upstream.clear();
  const body = JSON.stringify({ prompt: 'wait', models: ['gpt-4o'] });
  const connection = await openRaw(gateway.url);
  connection.send(`${postBytes({ key: account.key, body })}garbage\r\n\r\n`);
  await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
  answered.resolve();
  const [first, second, ...others] = await connection.closed();
  expect([first?.status, JSON.parse(first?.body ?? '').results[0].status]).toEqual([200, 'completed']);
  expect([second?.status, others]).toEqual([400, []]);
});

it('5 headers of 17 KiB, as one line or thousands, are a 431', async () => {
  for (const fields of [[`X-Long: ${'x'.repeat(17_000)}`], Array.from({ length: 4_000 }, () => 'A: b')]) {
    const replies = await answersTo(gateway.url, postBytes({ key: account.key, body: BODY, fields }));
    expect(replies.map(({ status }) => status)).toEqual([431]);
  }
});

it('10 a prompt behind another one is answered after it, and each is charged once', async () => {
  const { key, balance } = await gateway.account(10_000);
  const prompts = ['first', 'second'];
  const connection = await openRaw(gateway.url);
  const bytes = prompts.map((prompt) =>
    postBytes({ key, body: JSON.stringify({ prompt, models: ['gpt-4o'] }) }),
  );
  connection.send(bytes.join(''));
  const replies = (await connection.replies(2)).map(({ status, body }) => ({ status, ...JSON.parse(body) }));
  connection.socket.destroy();
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies.map(({ results }) => results[0].output)).toEqual(prompts);
  const charged = replies.reduce((sum, { creditsUsed }) => sum + Math.round(creditsUsed * 1e6), 0);
  expect(await balance()).toEqual({ posted: 10_000_000_000 - charged, reserved: 0 });
});

it('10 of a hundred pipelined prompts the first is answered and charged, and the connection closed', async () => {
  const { key, balance } = await gateway.account(10_000);
  const body = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });
  const replies = await answersTo(gateway.url, postBytes({ key, body }).repeat(100));
  expect(replies.map(({ status }) => status)).toEqual([200]);
  expect(replies[0]?.headers.get('connection')).toBe('close');
  const charged = Math.round(JSON.parse(replies[0]?.body ?? '').creditsUsed * 1e6);
  expect(await balance()).toEqual({ posted: 10_000_000_000 - charged, reserved: 0 });
});

it('10 nothing runs behind an answer that closes the connection', async () => {
  const post = (fields: readonly string[], line?: string): string =>
    postBytes({ key: account.key, body: BODY, fields, ...(line !== undefined && { line }) });
  const upgrading = [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ];
  for (const [first, status] of [
    [post(['Connection: close']), 200],
    [post(upgrading), 200],
    // Its body is not read, so what follows it cannot be told from it.
    [post([], 'POST /nowhere HTTP/1.1'), 404],
  ] as const) {
    const [reply] = await answersTo(gateway.url, first + BEHIND);
    expect([reply?.status, reply?.headers.get('connection')]).toEqual([status, 'close']);
  }
});

it('12 pipelined requests end when their client is gone, and the metrics show it', async () => {
  answered = Promise.withResolvers();
  gateway.upstream.clear();
  const body = JSON.stringify({ prompt: 'wait', models: ['gpt-4o'] });
  const connection = await openRaw(gateway.url);
  connection.send(postBytes({ key: account.key, body }).repeat(2));
  await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
  connection.socket.resetAndDestroy();
  await eventually(async () =>
    expect(await readMetric(gateway.operationsUrl, 'assay_requests_in_flight')).toBe(0),
  );
  answered.resolve();
  await eventually(async () => expect((await account.balance()).reserved).toBe(0));
});

it('4 and 10 no request behind any of these was begun', () => {
  expect(gateway.logs()).toContain('/api/v1/prompt');
  expect(gateway.logs()).not.toContain('/openapi.json');
});
