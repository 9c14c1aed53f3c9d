import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import { LOG_PIECE_BYTES } from '../../../core/ledger/texts/log-piece.ts';
import { openUnread as rawUnread, postBytes } from '../../support/clients/raw-connection.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { storeLongAnswer } from '../../support/gateways/store-long-answer.ts';
import { changedLedger } from '../../support/gateways/changed-ledger.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import type { TestAccount, TestReply } from '../../support/gateways/test-gateway.ts';

const IN_FLIGHT = 3;
/** Far more than two sockets’ buffers take. */
const LONG = 'a€'.repeat(8_000_000);

let account: TestAccount;
let answer: TestReply['body'];
let pieces = 0;
/** Thrown in place of the next piece. */
let failing: Error | undefined;
const sockets: Socket[] = [];

const gateway = gatewayOfFile({
  aroundLedger: (ledger) =>
    changedLedger(ledger, {
      readLog: async (...asked: Parameters<Ledger['readLog']>) => {
        pieces += 1;
        if (failing !== undefined) throw failing;
        return ledger.readLog(...asked);
      },
    }),
});
const inFlight = (): Promise<number> => readMetric(gateway.operationsUrl, 'assay_requests_in_flight');

beforeEach(async () => {
  pieces = 0;
  failing = undefined;
  account = await gateway.account(1_000, { requestsInFlight: IN_FLIGHT });
  answer = (await gateway.post(account.key, { prompt: 'hi', models: ['gpt-4o'] })).body;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  // Until then what was asked for is still read.
  await eventually(async () => expect(await inFlight()).toBe(0));
});

async function openUnread(): Promise<Socket> {
  const line = `GET /api/v1/prompts/${answer.promptLogId} HTTP/1.1`;
  const bytes = postBytes({ key: account.key, line, body: '', fields: ['Connection: close'] });
  const socket = await rawUnread(gateway.url, bytes);
  sockets.push(socket);
  return socket;
}

async function readRecord(): Promise<Response> {
  return fetch(`${gateway.url}/api/v1/prompts/${answer.promptLogId}`, {
    headers: { authorization: `Bearer ${account.key}` },
  });
}

describe('long records that nobody reads', () => {
  it('are in flight until they are read or their client has gone', async () => {
    await storeLongAnswer(gateway, answer, LONG);
    for (let index = 0; index < IN_FLIGHT; index += 1) await openUnread();
    await eventually(async () => expect(await inFlight()).toBe(IN_FLIGHT));
    await eventually(async () => {
      const reply = await readRecord();
      await reply.body?.cancel();
      expect(reply.status).toBe(429);
    });
    sockets.shift()?.destroy();
    await eventually(async () => {
      const reply = await readRecord();
      await reply.body?.cancel();
      expect(reply.status).toBe(200);
    });
  });

  it('are read from the ledger no faster than by their client', async () => {
    const response = await storeLongAnswer(gateway, answer, LONG);
    const whole = Math.ceil(Buffer.byteLength(response) / LOG_PIECE_BYTES);
    const socket = await openUnread();
    await eventually(async () => {
      const before = pieces;
      // Every one of these waits behind whatever the record still wants of the ledger.
      for (let index = 0; index < 20; index += 1) await gateway.get(account.key, `/api/v1/balance`);
      expect(pieces).toBeGreaterThan(1);
      expect(pieces).toBe(before);
    });
    expect(pieces).toBeLessThan(whole / 2);
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.resume();
    await once(socket, 'end');
    const text = Buffer.concat(received).toString();
    expect(text.endsWith(`,"response":${response}}`)).toBe(true);
    const length = Buffer.byteLength(text.slice(text.indexOf('\r\n\r\n') + 4));
    expect(text).toContain(`Content-Length: ${length}`);
    expect(pieces).toBe(whole + 1);
  });
});

describe('a record whose text cannot be read', () => {
  it('is a 503 where nothing has been sent of it', async () => {
    failing = new Error('the disk is gone');
    const reply = await readRecord();
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('is cut off where some has, and never ends as if it were whole', async () => {
    await storeLongAnswer(gateway, answer, LONG);
    const reply = await readRecord();
    expect(reply.status).toBe(200);
    failing = new Error('the disk is gone');
    await expect(reply.text()).rejects.toThrow();
  });
});
