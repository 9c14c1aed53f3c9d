import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import helmet from 'helmet';
import { beforeAll, describe, expect, it } from 'vitest';
import { secureAnswers, secureHeaders } from '../../../core/http/server/secure-headers.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const PROMPT = { prompt: 'Say hello.', models: ['gpt-4o'] };
const NOTHING = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

let promptLogId: string;
/** What helmet itself would set, were nobody to choose. */
let helmetNames: readonly string[];

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 50);
beforeAll(async () => {
  const { body } = await gateway.post(account.key, PROMPT);
  promptLogId = body.promptLogId;
  helmetNames = await namesByHelmet();
});

interface Ask {
  readonly path: string;
  readonly status: number;
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isOperators?: boolean;
}

const post = { method: 'POST', path: '/api/v1/prompt', body: JSON.stringify(PROMPT) };

/** One of each kind of answer. `ID` is replaced by the ID of a request of the account. */
const ASKS: readonly Ask[] = [
  { ...post, status: 200 },
  { ...post, status: 200, headers: { accept: 'text/event-stream' } },
  { ...post, status: 200, path: '/api/v1/prompt/quote' },
  { ...post, status: 400, body: '{' },
  { ...post, status: 401, headers: { authorization: 'Bearer nobody' } },
  { ...post, status: 402, body: JSON.stringify({ ...PROMPT, models: Array(64).fill('o3') }) },
  { ...post, status: 413, body: ' '.repeat(31_457_281) },
  { ...post, status: 415, headers: { 'content-type': 'text/html' } },
  { method: 'GET', path: '/api/v1/prompt', status: 405 },
  { method: 'GET', path: '/api/v1/prompts/ID', status: 200 },
  { method: 'GET', path: '/api/v1/prompts/other', status: 404 },
  { method: 'GET', path: '/api/v1/balance', status: 200 },
  { method: 'GET', path: '/api/v1/models', status: 200 },
  { method: 'GET', path: '/openapi.json', status: 200 },
  { method: 'GET', path: '/', status: 404 },
  { method: 'GET', path: '/metrics', status: 200, isOperators: true },
  { method: 'GET', path: '/healthz', status: 200, isOperators: true },
  { method: 'GET', path: '/readyz', status: 200, isOperators: true },
  { method: 'GET', path: '/', status: 404, isOperators: true },
];

const ask = async ({ path, method, body, headers = {}, isOperators = false }: Ask) => {
  const reply = await fetch(
    (isOperators ? gateway.operationsUrl : gateway.url) + path.replace('ID', promptLogId),
    {
      method,
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    },
  );
  await reply.arrayBuffer();
  return reply;
};

async function namesByHelmet(): Promise<readonly string[]> {
  const { headers } = await fromApp(express().use(helmet()), '/');
  return [...headers.keys()].filter(
    (name) => !['date', 'connection', 'keep-alive', 'content-length', 'content-type'].includes(name),
  );
}

async function fromApp(app: express.Express, path: string): Promise<Response> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    await reply.arrayBuffer();
    return reply;
  } finally {
    server.close();
  }
}

describe('whatever a browser may open', () => {
  it.each(ASKS)('$method $path as $status has every header helmet sets', async (one) => {
    const reply = await ask(one);
    expect(reply.status).toBe(one.status);
    for (const name of helmetNames) expect(reply.headers.has(name), name).toBe(true);
    expect(reply.headers.get('content-security-policy')).toBe(NOTHING);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('x-frame-options')).toBe('DENY');
    expect(reply.headers.has('x-powered-by')).toBe(false);
    // The registry is the same for everybody.
    const isShared = ['/openapi.json', '/api/v1/models'].includes(one.path) && one.status === 200;
    expect(reply.headers.get('cache-control')).toMatch(isShared ? /no-cache/ : /^no-store$/);
  });

  it('as 431, written on the bare socket, has them too', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(helmetNames).toContain('x-frame-options');
    const [head = ''] = text.toLowerCase().split('\r\n\r\n');
    expect(head).toMatch(/^http\/1\.1 431 /);
    expect(head).toContain(`content-security-policy: ${NOTHING}`);
    expect(head).toContain('cache-control: no-store');
    for (const name of helmetNames) expect(head).toContain(`\r\n${name}: `);
  });
});

describe('a router with pages', () => {
  it('has a policy of its own, and leaves the others theirs', async () => {
    const pages = express.Router();
    pages.use(secureHeaders({ scriptSrc: ["'self'"], styleSrc: ["'self'"], connectSrc: ["'self'"] }));
    pages.get('/', (_request, response) => void response.send('a page'));
    const app = express().use('/pages', pages);
    secureAnswers(app);
    app.get('/api', (_request, response) => void response.json({}));
    expect((await fromApp(app, '/pages')).headers.get('content-security-policy')).toBe(
      `${NOTHING};script-src 'self';style-src 'self';connect-src 'self'`,
    );
    expect((await fromApp(app, '/api')).headers.get('content-security-policy')).toBe(NOTHING);
  });
});
