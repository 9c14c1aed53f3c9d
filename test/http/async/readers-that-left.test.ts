import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_READERS } from '../../../core/pipeline/follow/answer-log.ts';
import { openRaw, postBytes } from '../../support/clients/raw-connection.ts';
import { eventually } from '../../support/eventually.ts';
import { changedLedger } from '../../support/gateways/changed-ledger.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { asyncClient, type AsyncClient } from './async-client.ts';
import { holdUpstream, type HeldUpstream } from './held-upstream.ts';

const ONE = { prompt: 'hi', models: ['gpt-4o'] };
const EVENTS = 'Accept: text/event-stream';

let upstream: HeldUpstream;
let gateway: TestGateway;
let client: AsyncClient;
let key: string;
/** The ledger's method that waits for the test. */
let held: 'hold' | 'findRequest' | undefined;
let letOn: PromiseWithResolvers<void>;
let asked: boolean;

async function waitIfHeld(method: typeof held): Promise<void> {
  if (held !== method) return;
  asked = true;
  await letOn.promise;
}

beforeEach(async () => {
  upstream = holdUpstream();
  held = undefined;
  letOn = Promise.withResolvers();
  asked = false;
  gateway = await startTestGateway({
    sandbox: upstream.sandbox,
    aroundLedger: (ledger) =>
      changedLedger(ledger, {
        async hold(reservation) {
          await waitIfHeld('hold');
          return ledger.hold(reservation);
        },
        async findRequest(accountId, requestId) {
          await waitIfHeld('findRequest');
          return ledger.findRequest(accountId, requestId);
        },
      }),
  });
  ({ key } = await gateway.account(1_000, { requestsInFlight: 2 * MAX_READERS }));
  client = asyncClient(gateway.url, key);
});
afterEach(async () => {
  upstream.letAll();
  await gateway.stop();
});

/** Sends a request, and leaves while the ledger's method waits. */
async function leaveDuring(method: 'hold' | 'findRequest', bytes: string): Promise<void> {
  held = method;
  const leaving = await openRaw(gateway.url);
  leaving.send(bytes);
  await eventually(() => expect(asked).toBe(true));
  const before = await inFlight();
  leaving.socket.destroy();
  await eventually(async () => expect(await inFlight()).toBe(before - 1));
  held = undefined;
  letOn.resolve();
}

const inFlight = (): Promise<number> => readMetric(gateway.operationsUrl, 'assay_requests_in_flight');

/** @returns the statuses of as many readers as one request may have. */
async function fillReaders(promptLogId: string): Promise<readonly number[]> {
  const readers = await Promise.all(Array.from({ length: MAX_READERS }, () => client.follow(promptLogId)));
  return readers.map(({ status }) => status);
}

it('a client that goes before its stream begins is no reader of its request', async () => {
  const fields = [EVENTS, 'Idempotency-Key: left-early'];
  await leaveDuring('hold', postBytes({ key, body: JSON.stringify(ONE), fields }));
  await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(1));
  const repeated = await gateway.post(key, ONE, { 'idempotency-key': 'left-early' });
  expect(repeated.status).toBe(409);
  const readers = await fillReaders(repeated.headers.get('x-prompt-log-id') ?? '');
  expect(new Set(readers)).toEqual(new Set([200]));
});

it('a client that goes while a running request is looked up is no reader of it', async () => {
  const id = await client.start(ONE);
  const head = `GET /api/v1/prompts/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${EVENTS}\r\n\r\n`;
  await leaveDuring('findRequest', head);
  expect(new Set(await fillReaders(id))).toEqual(new Set([200]));
});
