import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import { LOG_PIECE_BYTES } from '../../../core/ledger/texts/log-piece.ts';
import { openUnread, postBytes } from '../../support/clients/raw-connection.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { storeLongAnswer } from '../../support/gateways/store-long-answer.ts';
import { changedLedger } from '../../support/gateways/changed-ledger.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import type { TestAccount, TestReply } from '../../support/gateways/test-gateway.ts';

const REPLAYS = 5;
/** Far more than two sockets’ buffers take. */
const LONG = 'a€'.repeat(8_000_000);
const BODY = { prompt: 'hi', models: ['gpt-4o'] };
const EVENTS = { accept: 'text/event-stream' };

let account: TestAccount;
let key: string;
let answer: TestReply['body'];
let pieces = 0;
/** Stands in for the next pieces. */
let reading: Ledger['readLog'] | undefined;
/** What the ledger said of the key. */
let uses: unknown[] = [];
const sockets: Socket[] = [];

const noteUse = <T>(use: T): T => {
  uses.push(use);
  return use;
};
const gateway = gatewayOfFile({
  aroundLedger: (ledger) =>
    changedLedger(ledger, {
      readLog: (piece) => {
        pieces += 1;
        return reading === undefined ? ledger.readLog(piece) : reading(piece);
      },
      hold: async (request) => noteUse(await ledger.hold(request)),
      findReply: async (...asked) => noteUse(await ledger.findReply(...asked)),
    }),
});
const inFlight = (): Promise<number> => readMetric(gateway.operationsUrl, 'assay_requests_in_flight');

beforeEach(async () => {
  pieces = 0;
  reading = undefined;
  uses = [];
  key = randomUUID();
  account = await gateway.account(1_000, { requestsInFlight: REPLAYS });
  answer = (await gateway.post(account.key, BODY, { 'idempotency-key': key })).body;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  // Until then what was asked for is still read.
  await eventually(async () => expect(await inFlight()).toBe(0));
});

async function repeat(
  headers: Readonly<Record<string, string>> = {},
  body: unknown = BODY,
): Promise<Response> {
  return fetch(`${gateway.url}/api/v1/prompt`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${account.key}`,
      'idempotency-key': key,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

async function repeatUnread(): Promise<Socket> {
  const fields = ['Connection: close', `Idempotency-Key: ${key}`];
  const bytes = postBytes({ key: account.key, body: JSON.stringify(BODY), fields });
  const socket = await openUnread(gateway.url, bytes);
  sockets.push(socket);
  return socket;
}

describe('a long answer that is repeated', () => {
  it('is read from the ledger no faster than by its clients', async () => {
    const stored = await storeLongAnswer(gateway, answer, LONG);
    const whole = Math.ceil(Buffer.byteLength(stored) / LOG_PIECE_BYTES);
    const first = await repeatUnread();
    await Promise.all(Array.from({ length: REPLAYS - 1 }, repeatUnread));
    await eventually(async () => {
      expect(await inFlight()).toBe(REPLAYS);
      const before = pieces;
      // Every one of these waits behind whatever the replays still want of the ledger.
      for (let index = 0; index < 20; index += 1) await account.balance();
      expect(pieces).toBeGreaterThan(REPLAYS);
      expect(pieces).toBe(before);
    });
    expect(pieces).toBeLessThan((REPLAYS * whole) / 2);
    expect((await repeat()).status).toBe(429);
    const received: Buffer[] = [];
    first.on('data', (chunk: Buffer) => received.push(chunk));
    first.resume();
    await once(first, 'end');
    const text = Buffer.concat(received).toString();
    expect(text.slice(text.indexOf('\r\n\r\n') + 4) === stored).toBe(true);
  });

  it('is byte for byte the stored one, whole and as events', async () => {
    const stored = await storeLongAnswer(gateway, answer, LONG);
    const whole = await repeat();
    expect([whole.status, whole.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(whole.headers.get('content-length')).toBe(String(Buffer.byteLength(stored)));
    expect((await whole.text()) === stored).toBe(true);
    const events = await repeat(EVENTS);
    expect([events.status, events.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect((await events.text()) === `id: 1\nevent: done\ndata: ${stored}\n\n`).toBe(true);
    expect(pieces).toBe(2 * Math.ceil(Buffer.byteLength(stored) / LOG_PIECE_BYTES));
  });

  it('does not pass through the lookup of its key', async () => {
    const stored = await storeLongAnswer(gateway, answer, LONG);
    await (await repeat()).body?.cancel();
    const settled = {
      outcome: 'settled',
      requestId: answer.promptLogId,
      chargeMicroCredits: expect.any(Number),
      responseBytes: Buffer.byteLength(stored),
    };
    expect(uses).toEqual([{ outcome: 'held' }, settled]);
  });

  it('is not read for a body that is refused', async () => {
    await storeLongAnswer(gateway, answer, LONG);
    const refused = await repeat({}, { ...BODY, models: ['no-such-model'] });
    expect([refused.status, uses.at(-1), pieces]).toEqual([400, { outcome: 'key_mismatch' }, 0]);
  });
});

describe.each([
  ['whole', {}],
  ['as events', EVENTS],
])('an answer that is repeated %s', (_, headers) => {
  it('is a 409 where its text is pruned after the lookup', async () => {
    reading = async () => undefined;
    const reply = await repeat(headers);
    expect([reply.status, reply.headers.get('idempotency-replayed')]).toEqual([409, null]);
    expect(await reply.json()).toMatchObject({
      type: 'urn:assay:problem:result-not-retained',
      promptLogId: answer.promptLogId,
    });
  });

  it('is a 503 where nothing of it can be read', async () => {
    reading = () => Promise.reject(new Error('the disk is gone'));
    const reply = await repeat(headers);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('is cut off where the rest cannot be read', async () => {
    await storeLongAnswer(gateway, answer, LONG);
    const reply = await repeat(headers);
    expect(reply.status).toBe(200);
    reading = async () => undefined;
    await expect(reply.text()).rejects.toThrow();
  });
});
