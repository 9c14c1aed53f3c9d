import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { startProxy, type PostgresProxy } from '../../ledger/postgres/postgres-proxy.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { eventually } from '../../support/eventually.ts';
import { changedLedger } from '../../support/gateways/changed-ledger.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { asyncClient } from './async-client.ts';
import { namesOf } from './event-reader.ts';
import { holdUpstream, type HeldUpstream } from './held-upstream.ts';

const TWO = { prompt: 'hi', models: ['gpt-4o', 'ministral-3b-2512'] };
/** As short as a busy machine allows. */
const LEASE_MS = 3_000;

await describePostgres('A gateway that is cut off from the ledger', (administrator) => {
  let database: TemporaryDatabase;
  let proxy: PostgresProxy;
  let upstream: HeldUpstream;
  let lost: TestGateway;
  let stays: TestGateway;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    proxy = await startProxy(database.url);
    upstream = holdUpstream();
    lost = await start(proxy.url, upstream);
    stays = await start(database.url);
  });
  afterAll(async () => {
    upstream.letAll();
    proxy.refuse(false);
    await Promise.all([lost.stop(), stays.stop()]);
    await proxy.close();
    await database.drop();
  });

  /** With a lease that is over soon. */
  async function start(url: string, held?: HeldUpstream): Promise<TestGateway> {
    const ledger = await openPostgresLedger({ url, recover: true, leaseMs: LEASE_MS, patienceMs: 500 });
    return await startTestGateway({
      environment: { ASSAY_DATABASE_URL: database.url },
      ...(held !== undefined && { sandbox: held.sandbox }),
      aroundLedger: (ownLedger: Ledger) =>
        changedLedger(ledger, {
          close: async () => void (await Promise.all([ownLedger.close(), ledger.close()])),
        }),
    });
  }

  it('has its runs voided, or charged for what was read, and their followers told', async () => {
    const { key } = await stays.account(100_000);
    const [here, there] = [asyncClient(lost.url, key), asyncClient(stays.url, key)];
    const [unread, read] = [await here.start(TWO), await here.start(TWO)];
    await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(2));
    const reader = await there.follow(read);
    upstream.let('gpt-4o');
    await eventually(() => expect(namesOf(reader.events)).toEqual(['started', 'result']));

    proxy.refuse(true);
    proxy.cutAll();
    // No gateway can report their state until the lease has expired.
    await eventually(async () => expect((await there.record(unread)).body.state).toBe('voided'));
    await reader.ended;
    expect(namesOf(reader.events)).toEqual(['started', 'result', 'error']);
    expect(reader.events.at(-1)?.data.type).toBe('urn:assay:problem:result-not-retained');
    expect((await there.record(read)).body).toMatchObject({
      state: 'settled',
      creditsUsed: 0.35,
      response: null,
    });
    expect((await there.cancel(unread)).status).toBe(204);
    const follower = await there.follow(unread);
    expect(JSON.parse(await follower.ended).type).toBe('urn:assay:problem:request-voided');
  });
});
