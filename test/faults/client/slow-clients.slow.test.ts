import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../core/config.ts';
import { answerSocket } from '../../../core/http/server/answer-socket.ts';
import { eventually } from '../../support/eventually.ts';
import { openRaw, postBytes } from '../../support/clients/raw-connection.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const BODY = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });

/** Limits short enough to wait for. */
const gateway = gatewayOfFile({
  environment: { ASSAY_HEADERS_TIMEOUT_MS: '900', ASSAY_RECEIVE_TIMEOUT_MS: '900' },
});
const account = accountOfFile(gateway, 1_000);
/** Has a short limit for headers only. */
const patient = gatewayOfFile({ environment: { ASSAY_HEADERS_TIMEOUT_MS: '600' } });

it('1 the defaults are 10 s for headers, 30 s for a whole request, and 10,000 connections', () => {
  expect(loadConfig({})).toMatchObject({
    headersTimeoutMs: 10_000,
    receiveTimeoutMs: 30_000,
    maxConnections: 10_000,
  });
});

it('1 headers that arrive a byte at a time are cut off, and other clients are served meanwhile', async () => {
  const { key } = await patient.account(1_000);
  const slow = await openRaw(patient.url);
  const bytes = postBytes({ key, body: BODY });
  let sent = 0;
  const timer = setInterval(() => slow.send(bytes.charAt(sent++)), 20);
  expect((await patient.post(key, BODY)).status).toBe(200);
  const [reply, ...others] = await slow.closed().finally(() => clearInterval(timer));
  expect(reply?.status).toBe(408);
  expect(JSON.parse(reply?.body ?? '')).toMatchObject({ type: 'urn:assay:problem:request-timeout' });
  expect(others).toEqual([]);
});

it('1 a client that sends nothing is cut off', async () => {
  const silent = await openRaw(patient.url);
  expect((await silent.closed()).map(({ status }) => status)).toEqual([408]);
});

it('2 a body that arrives a byte at a time is a 408: no provider is called, nothing is held, and the next request runs', async () => {
  gateway.upstream.clear();
  const { key, balance } = await gateway.account(1_000, { requestsInFlight: 1 });
  const slow = await openRaw(gateway.url);
  slow.send(postBytes({ key, body: `${BODY}${' '.repeat(1_000)}` }).slice(0, -1_000));
  const timer = setInterval(() => slow.send(' '), 20);
  const [reply, ...others] = await slow.closed().finally(() => clearInterval(timer));
  expect([reply?.status, others]).toEqual([408, []]);
  expect(await balance()).toEqual({ posted: 1_000_000_000, reserved: 0 });
  expect(gateway.upstream.requests()).toEqual([]);
  await eventually(async () => expect((await gateway.post(key, BODY)).status).toBe(200));
});

it('2 without a key the answer is an immediate 401, before the body', async () => {
  const connection = await openRaw(gateway.url);
  connection.send(postBytes({ body: BODY }).slice(0, -BODY.length));
  const replies = await connection.closed();
  expect(replies.map(({ status }) => status)).toEqual([401]);
});

it('3 a request with a body shorter than its Content-Length is never run', async () => {
  gateway.upstream.clear();
  const waiting = await openRaw(gateway.url);
  waiting.send(postBytes({ key: account.key, body: `${BODY}     ` }).slice(0, -5));
  expect((await waiting.closed()).map(({ status }) => status)).toEqual([408]);
  const ended = await openRaw(gateway.url);
  ended.send(postBytes({ key: account.key, body: `${BODY}     ` }).slice(0, -5));
  ended.socket.end();
  expect((await ended.closed()).map(({ status }) => status)).toEqual([400]);
  expect(gateway.upstream.requests()).toEqual([]);
});

it('3 a client that keeps the connection open after a refusal is disconnected', async () => {
  const server = createServer((socket) => answerSocket(socket, { code: 'malformed-http' })).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const rude = await openRaw(`http://127.0.0.1:${port}`);
  expect((await rude.replies(1)).map(({ status }) => status)).toEqual([400]);
  const connections = promisify(server.getConnections.bind(server));
  await eventually(async () => expect(await connections()).toBe(0));
  // The client's half is still open.
  expect(rude.socket.writable).toBe(true);
  rude.socket.destroy();
  server.close();
});
