import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import { changedLedger } from '../../support/gateways/changed-ledger.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { asyncClient, type AsyncClient } from './async-client.ts';
import { holdUpstream, type HeldUpstream } from './held-upstream.ts';

const ONE = { prompt: 'hi', models: ['gpt-4o'] };
const POLL_MS = 5;

let upstream: HeldUpstream;
let gateway: TestGateway;
let client: AsyncClient;
let key: string;
let isSlow: boolean;

beforeEach(async () => {
  upstream = holdUpstream();
  isSlow = false;
  gateway = await startTestGateway({ sandbox: upstream.sandbox, aroundLedger: slowToFind });
  ({ key } = await gateway.account(1_000));
  client = asyncClient(gateway.url, key);
});
afterEach(async () => {
  upstream.letAll();
  await gateway.stop();
});

/** Returns one record only after the request has ended. */
function slowToFind<Whole extends Ledger & LedgerAdmin>(ledger: Whole): Whole {
  return changedLedger(ledger, {
    findRequest: async (accountId, requestId) => {
      const record = await ledger.findRequest(accountId, requestId);
      if (!isSlow) return record;
      isSlow = false;
      expect(record?.state).toBe('reserved');
      upstream.letAll();
      do await wait(POLL_MS);
      while ((await ledger.findRequest(accountId, requestId))?.state === 'reserved');
      await wait(POLL_MS);
      return record;
    },
  });
}

it('a request that ends while its record is read is told of as ended', async () => {
  const id = await client.start(ONE);
  isSlow = true;
  const { body } = await client.record(id);
  expect(body).toMatchObject({ state: 'settled', response: { promptLogId: id } });
  expect(isSlow).toBe(false);
});
