import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const BASELINE = join(import.meta.dirname, 'conformance-baseline.yaml');

let gateway: TestGateway;
let key: string;
let host: string;

/** The suite sends no key. What it sends as its own address becomes the gateway's, as if it had asked that. */
const withKey = createServer((incoming: IncomingMessage, answer: ServerResponse) => {
  const target = new URL(gateway.url);
  const own = (value: string | undefined): string | undefined => value?.replace(host, target.host);
  const { origin } = incoming.headers;
  const headers = {
    ...incoming.headers,
    host: own(incoming.headers.host),
    ...(origin !== undefined && { origin: own(origin) }),
    authorization: `Bearer ${key}`,
  };
  const { method, url: path } = incoming;
  const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 500, reply.headers);
    reply.pipe(answer);
  });
  incoming.pipe(onward);
});

beforeAll(async () => {
  gateway = await startTestGateway();
  ({ key } = await gateway.account(10));
  withKey.listen(0, '127.0.0.1');
  await once(withKey, 'listening');
  host = `127.0.0.1:${(withKey.address() as AddressInfo).port}`;
});
afterAll(async () => {
  withKey.closeAllConnections();
  withKey.close();
  await gateway.stop();
});

it('passes every scenario of the protocol’s suite that any server with tools can pass', async () => {
  const words = ['server', '--url', `http://${host}/mcp`, '--suite', 'all', '--expected-failures', BASELINE];
  const child = spawn(process.execPath, [SUITE, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const passed = [...output.matchAll(/^✓ ([\w-]+): /gm)].map(([, name]) => name);
  expect(passed, output).toEqual([
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-polling',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ]);
  expect(code, output).toBe(0);
});
