import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { reservation, settlement } from '../../contract/ledgers/samples.ts';
import { eventually } from '../../support/eventually.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';

await describePostgres('An idempotency key that has expired', (administrator) => {
  test('is claimed anew while another session deletes what is left of it', async () => {
    const database = await temporaryDatabase(administrator);
    const pruning = new Client({ connectionString: database.url, options: '-c search_path=assay' });
    const ledger = await openPostgresLedger({ url: database.url, recover: true });
    try {
      const { id: accountId } = await ledger.createAccount('someone', 1000);
      const idempotency = { key: 'k', fingerprint: '0'.repeat(64) };
      await ledger.reserve(reservation('first', { accountId, idempotency }));
      await ledger.settle(settlement('first'));
      await database.run('UPDATE idempotency SET created_ms = 1');

      await pruning.connect();
      await pruning.query('BEGIN');
      await pruning.query('DELETE FROM idempotency');
      const claiming = ledger.reserve(reservation('second', { accountId, idempotency }));
      await eventually(async () => {
        const waiting = await database.run(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(waiting).toHaveLength(1);
      });
      await pruning.query('COMMIT');

      expect(await claiming).toEqual({ outcome: 'reserved' });
      expect(await ledger.reserve(reservation('third', { accountId, idempotency }))).toEqual({
        outcome: 'in_flight',
        requestId: 'second',
      });
    } finally {
      await pruning.end();
      await ledger.close();
      await database.drop();
    }
  });
});
