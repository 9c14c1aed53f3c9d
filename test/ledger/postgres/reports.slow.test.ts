import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { END_OF_TIME_MS } from '../../../core/ledger/usage/usage.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';

/** More than the ledger has sessions for reading. */
const REPORTS = 6;

await describePostgres('Reports of a PostgreSQL ledger', (administrator) => {
  test('keep nobody waiting, however long they take', async () => {
    const database = await temporaryDatabase(administrator);
    const ledger = await openPostgresLedger({ url: database.url, recover: true });
    const { id: accountId } = await ledger.createAccount('someone', 100);
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    try {
      // Whoever reads the calls now waits for this transaction.
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE assay.call');
      const reports = Array.from({ length: REPORTS }, async () => [
        await ledger.outputsByModel(1),
        await ledger.usage({ by: 'day', accountId, fromMs: 0, toMs: END_OF_TIME_MS }),
        (await ledger.listRequests({ accountId, limit: 1 })).requests,
      ]);
      const ended = Promise.allSettled(reports);
      expect(await ledger.balance(accountId)).toMatchObject({ postedMicroCredits: 100 });
      await locker.query('COMMIT');
      expect(await ended).toEqual(reports.map(() => ({ status: 'fulfilled', value: [[], [], []] })));
    } finally {
      await locker.end();
      await ledger.close();
      await database.drop();
    }
  });

  test('of one account keep nobody from listing requests', async () => {
    const database = await temporaryDatabase(administrator);
    const ledger = await openPostgresLedger({ url: database.url, recover: true });
    const { id: reporter } = await ledger.createAccount('reporter', 100);
    const { id: lister } = await ledger.createAccount('lister', 100);
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    try {
      // The report names keys; lists do not.
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE assay.api_key');
      let isReported = false;
      const period = { fromMs: 0, toMs: END_OF_TIME_MS };
      const report = ledger
        .usage({ by: 'key', accountId: reporter, ...period })
        .finally(() => (isReported = true));
      const reported = Promise.allSettled([report]);
      const { requests } = await ledger.listRequests({ accountId: lister, limit: 1 });
      expect([requests, isReported]).toEqual([[], false]);
      await locker.query('COMMIT');
      expect(await reported).toEqual([{ status: 'fulfilled', value: [] }]);
    } finally {
      await locker.end();
      await ledger.close();
      await database.drop();
    }
  });
});
