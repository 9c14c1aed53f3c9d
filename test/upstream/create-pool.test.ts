import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Pool } from 'undici';
import { createPool } from '../../core/upstream/connect/create-pool.ts';
import { eventually } from '../support/eventually.ts';

let server: Server;
let port: number;
let pool: Pool;
let responses: ServerResponse[];
let connections: number;

beforeEach(async () => {
  responses = [];
  connections = 0;
  server = createServer((request, response) => {
    request.resume();
    responses.push(response);
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  await pool.destroy();
  server.closeAllConnections();
  server.close();
});

function ask(): Promise<number> {
  return pool.request({ method: 'POST', path: '/', body: 'x' }).then(async ({ statusCode, body }) => {
    await body.dump();
    return statusCode;
  });
}

const askAll = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, ask));
const answerAll = (): void => {
  for (const response of responses.splice(0)) response.end('fine');
};

it.each([100, 300])('has a socket for each of %i calls, and uses them again', async (count) => {
  pool = createPool(`http://127.0.0.1:${port}`, { connections: 1_000 });
  for (let round = 0; round < 3; round += 1) {
    const statuses = askAll(count);
    await eventually(() => expect(responses).toHaveLength(count));
    expect(connections).toBe(count);
    answerAll();
    expect(new Set(await statuses)).toEqual(new Set([200]));
    // undici takes a connection for idle a little after its reply.
    await wait(50);
  }
});

it('opens no more than it may, rounded up to whole pools: the others wait', async () => {
  pool = createPool(`http://127.0.0.1:${port}`, { connections: 130 });
  const statuses = askAll(300);
  await eventually(() => expect(responses).toHaveLength(256));
  answerAll();
  await eventually(() => expect(responses).toHaveLength(44));
  answerAll();
  expect(await statuses).toHaveLength(300);
  expect(connections).toBe(256);
});

it('goes on after connections that failed', async () => {
  pool = createPool(`http://127.0.0.1:${port}`, { connections: 1_000 });
  server.close();
  await once(server, 'close');
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const statuses = askAll(200);
  await eventually(() => expect(responses).toHaveLength(200));
  answerAll();
  expect(new Set(await statuses)).toEqual(new Set([200]));
});
