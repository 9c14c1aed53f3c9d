import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { listenToOperators } from '../../../core/http/operators/create-operations.ts';
import { STALL_TIMEOUT_MS } from '../../../core/http/server/stalled-sockets.ts';
import { eventually } from '../../support/eventually.ts';
import { openRaw, openUnread as rawUnread, postBytes } from '../../support/clients/raw-connection.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';

const CAP = 12;
const SCRIPT = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n';
const DOCUMENT = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
/** More than may wait on a connection: it closes behind the first answer. */
const MANY = 16;
/** Bytes of an output: no socket's buffers hold eight. */
const LONG = 3_000_000;
/** How often the gateway looks for stalled clients. */
const LOOK_MS = STALL_TIMEOUT_MS / 10;

let gateway: TestGateway | undefined;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway?.stop();
  gateway = undefined;
});

async function start(options: Parameters<typeof startTestGateway>[0]): Promise<TestGateway> {
  gateway = await startTestGateway(options);
  return gateway;
}

async function openUnread(url: string, bytes: string): Promise<Socket> {
  const socket = await rawUnread(url, bytes);
  sockets.push(socket);
  return socket;
}

const MODELS = ['gpt-5.5', 'gpt-5.4', 'gpt-5.2', 'gpt-5.1', 'gpt-5', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4o'];

/** Its models answer with more than any buffer between takes. */
const startLong = (options: Parameters<typeof startTestGateway>[0]): Promise<TestGateway> =>
  start({ ...options, sandbox: { reply: () => ({ content: 'x'.repeat(LONG) }) } });

/** Asks for such an answer, and for nothing after it. */
const postLong = (key: string): string =>
  postBytes({
    key,
    body: JSON.stringify({ prompt: 'hi', models: MODELS }),
    fields: ['Connection: close'],
  });

const balance = (key: string): string =>
  `GET /api/v1/balance HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

const inFlight = ({ operationsUrl }: TestGateway): Promise<number> =>
  readMetric(operationsUrl, 'assay_requests_in_flight');

describe('clients that ask for scripts and never read', () => {
  it('have one answer made at a time, however many they asked for', async () => {
    const started = await start({});
    for (let index = 0; index < CAP; index += 1) await openUnread(started.url, SCRIPT.repeat(MANY));
    await eventually(async () => expect(await inFlight(started)).toBe(CAP));
    const labels = { route: '/docs/swagger-ui-bundle.js', status: '200' };
    // What the system keeps for a socket is a few of them.
    expect(await readMetric(started.operationsUrl, 'assay_requests_total', labels)).toBeLessThan(
      (CAP * MANY) / 2,
    );
  });

  it('lock nobody out, though every connection is theirs and has a key', async () => {
    const started = await start({ environment: { ASSAY_MAX_CONNECTIONS: String(CAP) } });
    const { url } = started;
    const { key } = await started.account(1_000);
    for (let index = 0; index < CAP; index += 1) await openUnread(url, balance(key) + SCRIPT);
    await eventually(async () => expect(await inFlight(started)).toBe(CAP));
    await eventually(async () => {
      const reply = await fetch(`${url}/docs`, { headers: { connection: 'close' } });
      expect(reply.status).toBe(200);
      await reply.arrayBuffer();
    });
  });

  it('make way at once for clients that connect at the same moment', async () => {
    const started = await start({ environment: { ASSAY_MAX_CONNECTIONS: String(CAP) } });
    const { url } = started;
    for (let index = 0; index < CAP; index += 1) await openUnread(url, SCRIPT.repeat(MANY));
    await eventually(async () => expect(await inFlight(started)).toBe(CAP));
    const requests = Array.from({ length: CAP / 2 }, async () => {
      const reply = await fetch(`${url}/docs`, { headers: { connection: 'close' } });
      await reply.arrayBuffer();
      return reply.status;
    });
    expect(await Promise.all(requests)).toEqual(requests.map(() => 200));
  });

  it('are closed on, and their requests end', async () => {
    const started = await start({ stallTimeoutMs: 1_000 });
    for (let index = 0; index < CAP; index += 1) await openUnread(started.url, SCRIPT.repeat(MANY));
    await eventually(async () => expect(await inFlight(started)).toBe(CAP));
    await eventually(async () => expect(await inFlight(started)).toBe(0));
  });

  it('are closed on although they go on sending', async () => {
    const started = await start({ stallTimeoutMs: 1_000 });
    const socket = await openUnread(started.url, SCRIPT.repeat(MANY));
    await eventually(async () => expect(await inFlight(started)).toBeGreaterThan(0));
    const timer = setInterval(() => socket.write('G'), 50);
    try {
      await eventually(async () => expect(await inFlight(started)).toBe(0));
    } finally {
      clearInterval(timer);
    }
  });

  it('do not take with them one that reads slowly but reads', async () => {
    const { url, account } = await startLong({ stallTimeoutMs: 2_000 });
    const { key } = await account(1_000_000);
    const socket = await openUnread(url, postLong(key));
    let bytes = 0;
    let end = '';
    while (!socket.readableEnded && !socket.destroyed) {
      const chunk: Buffer | null = socket.read();
      bytes += chunk?.length ?? 0;
      end = chunk?.toString('latin1') ?? end;
      await wait(10);
    }
    expect(bytes).toBeGreaterThan(MODELS.length * LONG);
    expect(end).toMatch(/"judgingCredits":0\}$/);
  });

  it('are closed on by the operators’ listener too', async () => {
    const text = 'x'.repeat(4_000_000);
    let scrapes = 0;
    const listening = await listenToOperators(
      {
        readiness: () => ({ status: 'ready', detail: {} }),
        register: {
          contentType: 'text/plain',
          async metrics() {
            scrapes += 1;
            return text;
          },
        },
        reload: async () => ({ outcome: 'unchanged' }),
        administration: (_request, _response, next) => next(),
      },
      {
        host: '127.0.0.1',
        metricsPort: 0,
        headersTimeoutMs: 10_000,
        receiveTimeoutMs: 30_000,
        stallTimeoutMs: 1_000,
        drainTimeoutMs: 30_000,
      },
    );
    const url = `http://127.0.0.1:${listening.port}`;
    const socket = await openUnread(url, 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(MANY));
    await eventually(() => expect(scrapes).toBeGreaterThan(0));
    await eventually(() => {
      // It does not read, so only a write detects the closed connection.
      socket.write('G');
      expect(socket.destroyed).toBe(true);
    });
    expect(scrapes).toBeLessThan(MANY);
    await listening.drain.finish();
  });
});

describe('a client with a key that pauses inside an answer', () => {
  it('keeps its connection when idle ones take all the others', async () => {
    const { url, account } = await startLong({ environment: { ASSAY_MAX_CONNECTIONS: String(CAP) } });
    const { key } = await account(1_000_000);
    const pausing = await openUnread(url, postLong(key));
    await wait(2.5 * LOOK_MS);
    for (let index = 0; index < 2 * CAP; index += 1) await openUnread(url, '');
    let bytes = 0;
    pausing.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
    await once(pausing, 'close');
    expect(bytes).toBeGreaterThan(MODELS.length * LONG);
  });
});

describe('what comes behind a request', () => {
  it('is read to its end although its body comes in several pieces', async () => {
    const { url, account } = await start({});
    const { key } = await account(10_000);
    const body = JSON.stringify({ prompt: 'x'.repeat(300_000), models: ['gpt-4o'] });
    const connection = await openRaw(url);
    connection.send(DOCUMENT + postBytes({ key, body }));
    const replies = await connection.replies(2);
    connection.socket.destroy();
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(JSON.parse(replies[1]?.body ?? '').results[0].status).toBe('completed');
  });
});
