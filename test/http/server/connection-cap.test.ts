import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { eventually } from '../../support/eventually.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';

const CAP = 3;

/** Lets the upstream answer the prompt `wait`. */
let answer: () => void;
let held: Promise<void>;
const sockets: Socket[] = [];

const gateway = gatewayOfFile({
  environment: { ASSAY_MAX_CONNECTIONS: String(CAP) },
  sandbox: {
    reply: async ({ user }) => {
      if (user === 'wait') await held;
      return undefined;
    },
  },
});
const account = accountOfFile(gateway, 1_000);
beforeAll(async () => {
  hold();
});
afterEach(async () => {
  answer();
  const open = sockets.splice(0).filter(({ destroyed }) => !destroyed);
  await Promise.all(
    open.map(async (socket) => {
      const closed = once(socket, 'close');
      socket.destroy();
      await closed;
    }),
  );
  hold();
});

function hold(): void {
  ({ promise: held, resolve: answer } = Promise.withResolvers<void>());
}

interface Connection {
  send(text: string): void;
  /** Resolves with all received text once it contains the text so many times; rejects if the connection closes earlier. */
  until(text: string, times?: number): Promise<string>;
  readonly closed: Promise<string>;
  stopReading(): void;
  /** What is closed is only known once it is read. */
  readOn(): void;
  isOpen(): boolean;
}

async function open(): Promise<Connection> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // A reset is one way of being closed.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await Promise.race([once(socket, 'connect'), closed]);
  return {
    send: (bytes) => void socket.write(bytes),
    closed,
    stopReading: () => void socket.pause(),
    readOn: () => void socket.resume(),
    isOpen: () => !socket.destroyed,
    async until(expectedText, times = 1) {
      while (text.split(expectedText).length <= times) {
        if (socket.destroyed) throw new Error(`closed after ${text.length} characters`);
        await wait(5);
      }
      return text;
    },
  };
}

const balance = (): string =>
  `GET /api/v1/balance HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key}\r\n\r\n`;

const SCRIPT = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n';

/** Pipelines more than the system keeps for a socket, and reads nothing of it. */
async function openUnread(): Promise<Connection> {
  const connection = await open();
  connection.stopReading();
  connection.send(SCRIPT.repeat(16));
  await eventually(async () =>
    expect(await readMetric(gateway.operationsUrl, 'assay_requests_in_flight')).toBe(1),
  );
  return connection;
}

function prompt(text: string): string {
  const body = JSON.stringify({ prompt: text, models: ['gpt-4o'] });
  return `POST /api/v1/prompt HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A request that has its hold, so that its connection is busy for certain. */
async function openBusy(): Promise<Connection> {
  const calls = (): number => gateway.upstream.requests().length;
  const before = calls();
  const connection = await open();
  connection.send(prompt('wait'));
  while (calls() === before) await wait(5);
  return connection;
}

describe(`at ${CAP} connections of ${CAP}`, () => {
  it('a new one takes the place of the one that has asked nothing for the longest', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    first.send(balance());
    await first.until('"markup"');
    const fourth = await open();
    fourth.send(balance());
    expect(await fourth.until('"markup"')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await second.closed).toBe('');
    expect([first.isOpen(), third.isOpen()]).toEqual([true, true]);
    first.send(balance());
    await first.until('"markup"', 2);
  });

  it('whoever reads nothing goes first, then idle ones without a key, and those with a key last', async () => {
    const authenticated = await open();
    authenticated.send(balance());
    await authenticated.until('"markup"');
    const idle = await open();
    const unread = await openUnread();

    const second = await open();
    unread.readOn();
    await unread.closed;
    expect([authenticated.isOpen(), idle.isOpen(), second.isOpen()]).toEqual([true, true, true]);

    const third = await open();
    third.send(balance());
    await third.until('"markup"');
    expect(await idle.closed).toBe('');
    second.send(balance());
    await second.until('"markup"');
    // All have a key now; the one that asked first has been idle the longest.
    const fourth = await open();
    await authenticated.closed;
    expect([second.isOpen(), third.isOpen(), fourth.isOpen()]).toEqual([true, true, true]);
  });

  it('a crowd that reads nothing and comes again takes no place of a client with a key', async () => {
    const authenticated = await open();
    authenticated.send(balance());
    await authenticated.until('"markup"');
    const ask = async (): Promise<void> => {
      const unread = await open();
      unread.stopReading();
      unread.send(SCRIPT.repeat(16));
    };
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 4 * CAP }, ask));
    authenticated.send(balance());
    expect(await authenticated.until('"markup"', 2)).toMatch(/^HTTP\/1\.1 200 /);
    const newcomer = await open();
    newcomer.send(balance());
    expect(await newcomer.until('"markup"')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('half a head is no request: it makes way too', async () => {
    const first = await open();
    first.send('POST /api/v1/prompt HTTP/1.1\r\nHost: a\r\n');
    const others = [await openBusy(), await openBusy()];
    const late = await open();
    late.send(balance());
    expect(await late.until('"markup"')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await first.closed).toBe('');
    answer();
    for (const other of others) expect(await other.until('"promptLogId"')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('with a request under way on each a new one is closed at once, and the requests are answered', async () => {
    const busy = [await openBusy(), await openBusy(), await openBusy()];
    const refused = await open();
    refused.send(balance());
    expect(await refused.closed).toBe('');
    answer();
    for (const one of busy) expect(await one.until('"promptLogId"')).toMatch(/^HTTP\/1\.1 200 /);
    // A client may receive its answer before the gateway gets the event that it was sent.
    await eventually(async () => {
      const later = await open();
      later.send(balance());
      expect(await later.until('"markup"')).toMatch(/^HTTP\/1\.1 200 /);
    });
  });

  it('a connection stays busy until the last of its pipelined requests is answered', async () => {
    gateway.upstream.clear();
    const pipelined = await open();
    pipelined.send(balance() + prompt('wait'));
    await pipelined.until('"markup"');
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
    const others = [await openBusy(), await openBusy()];
    const refused = await open();
    expect(await refused.closed).toBe('');
    answer();
    for (const one of [pipelined, ...others]) await one.until('"promptLogId"');
  });
});
