import { afterEach, expect, it } from 'vitest';
import { FIRST_BYTES_MS } from '../../../core/http/server/drain.ts';
import { openRaw, postBytes, type RawConnection } from '../../support/clients/raw-connection.ts';
import type { Environment } from '../../../core/config.ts';
import type { SandboxReply } from '../../../core/sandbox/upstream.ts';
import { eventually } from '../../support/eventually.ts';
import { holdTimers } from '../../support/held-timers.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';

const GET = 'GET /openapi.json HTTP/1.1\r\nHost: gateway\r\n\r\n';
const BODY = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });
/** Far longer than the actions within it. */
const DELAY = { ASSAY_DRAIN_DELAY_MS: '2000' };

let gateway: TestGateway;
let connections: RawConnection[] = [];
/** Upstream calls that wait for the test. */
let waiting: ((reply: SandboxReply) => void)[] = [];
let onArrival = (): void => {};

afterEach(() => {
  for (const { socket } of connections) socket.destroy();
  connections = [];
  waiting = [];
});

async function start(environment: Environment = {}): Promise<string> {
  const reply = (): Promise<SandboxReply> => {
    const { promise, resolve } = Promise.withResolvers<SandboxReply>();
    waiting.push(resolve);
    onArrival();
    return promise;
  };
  gateway = await startTestGateway({ environment, sandbox: { reply } });
  return (await gateway.account(1_000)).key;
}

async function open(): Promise<RawConnection> {
  const connection = await openRaw(gateway.url);
  connections.push(connection);
  return connection;
}

function untilWaiting(): Promise<void> {
  return new Promise((resolve) => {
    onArrival = resolve;
  });
}

it('still serves what comes before the balancer has looked away, and ends each connection with its answer', async () => {
  await start(DELAY);
  const keptOpen = await open();
  keptOpen.send(GET);
  const [first] = await keptOpen.replies(1);
  expect([first?.status, first?.headers.get('connection')]).toEqual([200, 'keep-alive']);

  const stopped = gateway.stop();
  const ready = await fetch(`${gateway.operationsUrl}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'draining' }]);
  const fresh = await open();
  for (const connection of [keptOpen, fresh]) {
    connection.send(GET);
    const last = (await connection.closed()).at(-1);
    expect([last?.status, last?.headers.get('connection')]).toEqual([200, 'close']);
  }
  expect(await keptOpen.closed()).toHaveLength(2);
  await stopped;
});

it('waits neither for a connection that says nothing nor for half a request', async () => {
  await start({ ASSAY_HEADERS_TIMEOUT_MS: '500' });
  const [silent, half, idle] = [await open(), await open(), await open()];
  idle.send(GET);
  await idle.replies(1);
  half.send(GET.slice(0, 30));
  // A turn of its own for the bytes to arrive.
  await fetch(`${gateway.operationsUrl}/healthz`);
  await gateway.stop();
  await silent.closed();
  expect(await idle.closed()).toHaveLength(1);
  expect((await half.closed()).map(({ status }) => status)).toEqual([408]);
});

it('still serves a connection that was accepted just before, and then closes those that say nothing', async () => {
  await start();
  const timers = holdTimers(FIRST_BYTES_MS);
  try {
    const [first, silent] = [await open(), await open()];
    // A turn of its own in which they are accepted.
    await fetch(`${gateway.operationsUrl}/healthz`);
    const stopped = gateway.stop();
    // From now on nothing is accepted, and idle connections are closed.
    await eventually(() => expect(timers.waiting(FIRST_BYTES_MS)).toBe(1));
    first.send(GET);
    const [answer] = await first.closed();
    expect([answer?.status, answer?.headers.get('connection')]).toEqual([200, 'close']);
    timers.expire(FIRST_BYTES_MS);
    expect(await silent.closed()).toEqual([]);
    await stopped;
  } finally {
    timers.release();
  }
});

it('closes after the last answer that was under way, and runs nothing that was sent behind it', async () => {
  const key = await start();
  const connection = await open();
  connection.send(postBytes({ key, body: BODY }));
  await eventually(() => expect(waiting).toHaveLength(1));
  const stopped = gateway.stop();
  connection.send(postBytes({ key, body: BODY }));
  await fetch(`${gateway.operationsUrl}/healthz`);
  for (const answer of waiting) answer({ content: 'ok' });
  const replies = await connection.closed();
  expect(replies.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([[200, 'close']]);
  await stopped;
  expect(waiting).toHaveLength(1);
});

it('ends with an event stream that was open, and with a body that was invited', async () => {
  const key = await start(DELAY);
  const arrived = untilWaiting();
  const stream = await open();
  stream.send(postBytes({ key, body: BODY, fields: ['Accept: text/event-stream'] }));
  await arrived;
  const inviting = await open();
  const bytes = postBytes({ key, body: BODY, fields: ['Expect: 100-continue'] });
  const head = bytes.length - BODY.length;
  inviting.send(bytes.slice(0, head));
  while (!inviting.text().includes('100 Continue')) await fetch(`${gateway.operationsUrl}/healthz`);

  const stopped = gateway.stop();
  const second = untilWaiting();
  inviting.send(bytes.slice(head));
  await second;
  for (const answer of waiting) answer({ content: 'ok' });
  await stream.closed();
  expect(stream.text()).toContain('event: done');
  await inviting.closed();
  expect(inviting.text()).toMatch(/HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)*Connection: close\r\n/);
  await stopped;
});
