import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import type { KeyHolder, Hold, HoldResult } from '../../../core/ledger/ledger.ts';
import { eventually } from '../../support/eventually.ts';
import { openRaw, postBytes } from '../../support/clients/raw-connection.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { changedLedger } from '../../support/gateways/changed-ledger.ts';
import { png } from '../../support/samples/sample-files.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { slowIt } from '../../support/whole-run.ts';

const BODY = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });

let gateway: TestGateway;
afterEach(() => gateway.stop());

const inFlight = (): Promise<number> => readMetric(gateway.operationsUrl, 'assay_requests_in_flight');

/** The next look-up of a key waits until it is let on. */
async function startWithSlowKeys(): Promise<{ hold(): { letOn(): void; readonly asked: () => boolean } }> {
  let heldLookup: Promise<void> | undefined;
  let asked = false;
  gateway = await startTestGateway({
    aroundLedger: (ledger) =>
      changedLedger(ledger, {
        async authenticate(hash: Uint8Array): Promise<KeyHolder | undefined> {
          asked = true;
          await heldLookup;
          return ledger.authenticate(hash);
        },
      }),
  });
  return {
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldLookup = promise;
      asked = false;
      return { letOn: resolve, asked: () => asked };
    },
  };
}

it.each([
  ['its headers', (bytes: string) => bytes.slice(0, bytes.indexOf('\r\n\r\n') + 4)],
  ['part of its body', (bytes: string) => bytes.slice(0, -5)],
  ['all of its body', (bytes: string) => bytes],
])('a client that goes after %s, while its key is looked up, frees its place', async (_name, part) => {
  const keys = await startWithSlowKeys();
  const account = await gateway.account(1_000, { requestsInFlight: 1 });
  const lookUp = keys.hold();
  const leaving = await openRaw(gateway.url);
  leaving.send(part(postBytes({ key: account.key, body: BODY })));
  await eventually(() => expect(lookUp.asked()).toBe(true));
  leaving.socket.destroy();
  await eventually(async () => expect(await inFlight()).toBe(0));
  gateway.upstream.clear();
  lookUp.letOn();
  await eventually(async () => expect((await gateway.post(account.key, BODY)).status).toBe(200));
  expect(gateway.upstream.requests()).toHaveLength(1);
});

slowIt('a client that goes while its large body is parsed is neither run nor charged', async () => {
  gateway = await startTestGateway();
  const [account, other] = [await gateway.account(100_000), await gateway.account(100_000)];
  const picture = png({ width: 1, height: 1 }, Buffer.alloc(9_000_000));
  const attachments = [picture, picture].map((file) => ({
    name: 'picture.png',
    type: 'image/png',
    base64: file.toString('base64'),
  }));
  // One thread parses, so later bodies wait for these files.
  const busy = gateway.post(other.key, { prompt: 'hi', models: ['gpt-4o'], attachments });
  await eventually(async () => expect(await inFlight()).toBe(1));
  const text = 'the prompt of somebody who leaves. '.repeat(3_000);
  const leaving = await openRaw(gateway.url);
  leaving.send(postBytes({ key: account.key, body: JSON.stringify({ prompt: text, models: ['gpt-4o'] }) }));
  if (leaving.socket.writableLength > 0) await once(leaving.socket, 'drain');
  leaving.socket.destroy();
  expect((await busy).status).toBe(200);
  const gone = { route: '/api/v1/prompt', status: '499' };
  await eventually(async () =>
    expect(await readMetric(gateway.operationsUrl, 'assay_requests_total', gone)).toBe(1),
  );
  const stays = await gateway.post(account.key, { prompt: text, models: ['gpt-4o'] });
  expect(stays.status).toBe(200);
  expect(gateway.upstream.requests()).toHaveLength(2);
  expect(await account.balance()).toEqual({
    posted: 100_000_000_000 - Math.round(stays.body.creditsUsed * 1e6),
    reserved: 0,
  });
});

it('a client that goes before it is told the ID finds its asynchronous request by its key', async () => {
  const { promise: held, resolve: letOn } = Promise.withResolvers<void>();
  let asked = false;
  gateway = await startTestGateway({
    aroundLedger: (ledger) =>
      changedLedger(ledger, {
        async hold(reservation: Hold): Promise<HoldResult> {
          asked = true;
          await held;
          return ledger.hold(reservation);
        },
      }),
  });
  const account = await gateway.account(1_000);
  const headers = { prefer: 'respond-async', 'idempotency-key': 'left-early' };
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const leaving = await openRaw(gateway.url);
  leaving.send(postBytes({ key: account.key, body: BODY, fields }));
  await eventually(() => expect(asked).toBe(true));
  leaving.socket.destroy();
  await eventually(async () => expect(await inFlight()).toBe(0));
  letOn();
  await eventually(async () => {
    const { status, body } = await gateway.post(account.key, BODY, headers);
    expect([status, body.state]).toEqual([202, 'settled']);
  });
  const { 'idempotency-key': key } = headers;
  const { body } = await gateway.post(account.key, BODY, { 'idempotency-key': key });
  expect(body.results[0].status).toBe('completed');
  expect(gateway.upstream.requests()).toHaveLength(1);
});
