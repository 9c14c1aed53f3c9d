import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../core/stores/api-key.ts';
import { createKeepAliveClient, type KeepAliveClient } from '../../support/clients/keep-alive-client.ts';
import { startLoadedGateway, type LoadedGateway } from '../../support/gateways/loaded-gateway.ts';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';

const INPUTS = 1_400;
/** Each of these costs a connection. */
const UNKNOWN_METHODS = 100;
const CONNECTIONS = 8;

interface Input {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const folder = folderOfFile('series');
let gateway: LoadedGateway;
let client: KeepAliveClient;
let key: string;

beforeAll(async () => {
  const databaseUrl = `file:${join(folder, 'assay.db')}`;
  key = await createUnlimitedAccount(databaseUrl);
  gateway = await startLoadedGateway({ databaseUrl });
  client = createKeepAliveClient({
    port: gateway.port,
    connections: CONNECTIONS,
  });
});
afterAll(async () => {
  client.close();
  await gateway.stop();
});

/** Node answers it itself. */
const methods = METHODS.filter((method) => method !== 'CONNECT');
const post = (body: unknown, headers = {}): Input => ({
  method: 'POST',
  path: '/api/v1/prompt',
  headers,
  body,
});
const models = ['gpt-4o'];

/** Each makes an input, to be refused with the status, out of a text that occurs once. */
const KINDS: readonly (readonly [number, (text: string, index: number) => Input])[] = [
  [404, (text) => ({ path: `/${text}` })],
  [404, (text) => ({ path: `/api/v1/${text}/${text}` })],
  [404, (text, index) => ({ path: `/${text}`, method: methods[index % methods.length] ?? 'GET' })],
  [404, (text) => ({ path: `/api/v1/prompts/${text}` })],
  [405, (text) => ({ path: `/api/v1/models?${text}=${text}`, method: 'DELETE' })],
  [401, (text) => ({ path: `/api/v1/balance?${text}`, headers: { authorization: `Basic ${text}` } })],
  [401, (text) => ({ path: '/api/v1/models', headers: { authorization: `Bearer ${text}` } })],
  [401, () => ({ path: '/api/v1/balance', headers: { authorization: `Bearer ${createApiKey().key}` } })],
  [415, (text) => post(undefined, { 'content-type': `text/${text}`, [`x-${text}`]: text })],
  [400, (text) => post({ [text]: text }, { accept: `text/${text}`, 'idempotency-key': text })],
  [400, (text) => post({ prompt: text, models: [text] })],
  [400, (text) => post({ prompt: text, models, judges: [text] })],
  [400, (text) => post({ prompt: text, models, model_tuning: { [text]: {} } })],
  [400, (text) => post({ prompt: text, models, attachments: [{ name: text, type: text, base64: text }] })],
];

async function ask({ method = 'GET', path, headers = {}, body }: Input): Promise<number> {
  const reply = await client.send({
    method,
    path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: Buffer.from(JSON.stringify(body) ?? '') }),
  });
  return reply.status;
}

/** @returns how often which kind was answered which status. */
async function askAll(from: number, to: number): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  let next = from;
  const one = async (): Promise<void> => {
    while (next < to) {
      const index = next++;
      const kind = index % KINDS.length;
      const status = await ask(KINDS[kind]?.[1](`q${index}z`, index) ?? { path: '/' });
      const name = `${kind}: ${status}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return seen;
}

async function askWith(method: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.end(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  return text.slice(0, 'HTTP/1.1 400'.length);
}

/** Node's own families with a series for each kind of collection and handle it has met so far. */
const BY_EVENT = /^nodejs_(gc_duration_seconds|active_handles|active_resources|active_requests)/;

async function series(): Promise<readonly string[]> {
  const text = await gateway.metrics();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = lines.map((line) => line.slice(0, line.lastIndexOf(' ')));
  return names.filter((name) => !BY_EVENT.test(name)).toSorted();
}

describe(`${INPUTS} bad inputs, no two alike`, () => {
  it('leave the number of metric series as it was', async () => {
    // One of each, so that whatever may exist does.
    const warmUp = KINDS.length * methods.length;
    await askAll(0, warmUp);
    await askWith('Q');
    const before = await series();

    const seen = await askAll(warmUp, warmUp + INPUTS);
    const expectedStatuses = KINDS.map(([status], kind) => `${kind}: ${status}`);
    expect([...seen.keys()].toSorted()).toEqual(expectedStatuses.toSorted());
    expect([...seen.values()].reduce((sum, times) => sum + times, 0)).toBe(INPUTS);
    for (let index = 0; index < UNKNOWN_METHODS; index += 1)
      expect(await askWith(`Q${index.toString(36).toUpperCase()}`)).toBe('HTTP/1.1 400');

    expect(await series()).toEqual(before);
    expect(before.length).toBeGreaterThan(100);
  });
});
