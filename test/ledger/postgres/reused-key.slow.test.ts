import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../core/ledger/ledger.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { sampleHold, settlement, texts } from '../../contract/ledgers/samples.ts';
import { eventually } from '../../support/eventually.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';

const IDEMPOTENCY = { key: 'k', fingerprint: '0'.repeat(64) };

await describePostgres('An idempotency key that has expired', (administrator) => {
  let database: TemporaryDatabase;
  let ledger: StoredLedger;
  let other: Client;
  let account: Account;

  beforeEach(async () => {
    database = await temporaryDatabase(administrator);
    ledger = await openPostgresLedger({ url: database.url, recover: true });
    account = await ledger.createAccount('someone', 1000);
    await reserve('first');
    await ledger.settle(settlement('first'));
    await ledger.keepTexts(texts('first'));
    await database.run('UPDATE idempotency SET created_ms = 1');
    other = new Client({ connectionString: database.url, options: '-c search_path=assay' });
    await other.connect();
    await other.query('BEGIN');
  });

  afterEach(async () => {
    await other.end();
    await ledger.close();
    await database.drop();
  });

  async function reserve(requestId: string): Promise<unknown> {
    return await ledger.hold(sampleHold(requestId, { accountId: account.id, idempotency: IDEMPOTENCY }));
  }

  async function someoneWaits(): Promise<void> {
    await eventually(async () => {
      const waiting = await database.run(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    });
  }

  test('is claimed anew while another session deletes what is left of it', async () => {
    await other.query('DELETE FROM idempotency');
    const claiming = reserve('second');
    await someoneWaits();
    await other.query('COMMIT');
    expect(await claiming).toEqual({ outcome: 'held' });
    expect(await reserve('third')).toEqual({ outcome: 'in_flight', requestId: 'second' });
  });

  test('is forgotten before old texts are deleted, not with them', async () => {
    await other.query('SELECT 1 FROM prompt_log FOR UPDATE');
    const pruning = ledger.prunePrompts(new Date(Date.now() + 60_000).toISOString());
    await someoneWaits();
    expect(await database.run('SELECT key FROM idempotency')).toEqual([]);
    await other.query('COMMIT');
    expect(await pruning).toBe(1);
  });
});
