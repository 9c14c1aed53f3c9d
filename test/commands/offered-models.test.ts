import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { offeredModels } from '../../core/commands/model/offered-models.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve).closeAllConnections())),
  );
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function json(value: unknown, status = 200): (request: IncomingMessage, response: ServerResponse) => void {
  return (_request, response) => response.writeHead(status).end(JSON.stringify(value));
}

const NO_KEY = { scheme: 'none' } as const;

describe('what a server calls its models', () => {
  it.each([
    ['a list of ids', { object: 'list', data: [{ id: 'b' }, { id: 'a' }, { id: 'a' }] }, ['a', 'b']],
    ['a list of resources', { models: [{ name: 'models/one', inputTokenLimit: 5 }] }, ['one']],
    [
      'a list with other things in it',
      { data: [{ id: 5 }, null, 'x', { id: 'a\u001B[2J' }, { id: 'x'.repeat(129) }, { id: 'ok' }] },
      ['ok'],
    ],
    ['something else', ['a'], []],
    ['nothing', null, []],
  ])('is read from %s', async (_name, reply, expected) => {
    const baseUrl = await serve(json(reply));
    expect(await offeredModels({}, { baseUrl, auth: NO_KEY })).toEqual(expected);
  });

  it('is asked for with the first key, where its manifest says', async () => {
    const seen: (string | undefined)[] = [];
    const baseUrl = await serve((request, response) => {
      seen.push(request.url, request.headers.authorization, request.headers['x-key']?.toString());
      json({ data: [{ id: 'a' }] })(request, response);
    });
    const environment = { AURORA_API_KEY: 'one,two' };
    const env = 'AURORA_API_KEY';
    expect(await offeredModels(environment, { baseUrl, auth: { scheme: 'bearer', env } })).toEqual(['a']);
    expect(
      await offeredModels(environment, { baseUrl, auth: { scheme: 'header', header: 'x-key', env } }),
    ).toEqual(['a']);
    expect(seen).toEqual(['/v1/models', 'Bearer one', undefined, '/v1/models', undefined, 'one']);
    // Without a key there is nobody to ask.
    expect(await offeredModels({}, { baseUrl, auth: { scheme: 'bearer', env } })).toEqual([]);
    expect(seen).toHaveLength(6);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['refuses', json({ data: [{ id: 'a' }] }, 401)],
    [
      'sends another way',
      (request, response) => {
        if (request.url === '/elsewhere') json({ data: [{ id: 'a' }] })(request, response);
        else response.writeHead(302, { location: '/elsewhere' }).end();
      },
    ],
    ['sends no JSON', (_request, response) => response.end('<html>')],
    ['cuts the connection', (request) => request.socket.destroy()],
    [
      'sends too much',
      (_request, response) =>
        response.end(JSON.stringify({ data: [{ id: 'a' }], pad: 'x'.repeat(5_000_000) })),
    ],
  ])('is nothing where the server %s', async (_name, answer) => {
    expect(await offeredModels({}, { baseUrl: await serve(answer), auth: NO_KEY })).toEqual([]);
  });

  it('is nothing where nobody listens', async () => {
    expect(await offeredModels({}, { baseUrl: 'http://127.0.0.1:1/v1', auth: NO_KEY })).toEqual([]);
  });
});
