import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresLedger } from '../../core/ledger/postgres/postgres-ledger.ts';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import type { Ledger, LedgerAdmin } from '../../core/ledger/ledger.ts';
import { describePostgres } from '../ledger/postgres/describe-postgres.ts';
import { meddle, temporaryPlace } from '../ledger/temporary-ledger.ts';
import { temporaryDatabase } from '../ledger/postgres/temporary-database.ts';
import { reservation, settlement, texts } from '../contract/ledgers/samples.ts';

interface Tables {
  open(): Promise<Ledger & LedgerAdmin>;
  /** Past every program. @throws what the database says. */
  run(sql: string): Promise<unknown>;
  remove(): Promise<void>;
}

const FINGERPRINT = 'f'.repeat(64);

/** The programs look before they write, so these last walls are only ever met by a program that forgot to. */
function describeUniqueRows(name: string, make: () => Promise<Tables>): void {
  describe(name, () => {
    let tables: Tables;
    beforeAll(async () => {
      tables = await make();
      const ledger = await tables.open();
      const { id: accountId } = await ledger.createAccount('acme', 1_000);
      for (const requestId of ['first', 'second']) {
        const idempotency = { key: `key of ${requestId}`, fingerprint: FINGERPRINT };
        await ledger.reserve(reservation(requestId, { accountId, idempotency }));
        await ledger.settle(settlement(requestId, { chargeMicroCredits: 1 }));
        await ledger.keepTexts(texts(requestId, '{}', '{"creditsUsed":0.000001}'));
      }
      await ledger.close();
    });
    afterAll(async () => {
      await tables.remove();
    });

    it.each([
      [
        'a second request for one idempotency key',
        `INSERT INTO idempotency VALUES (1, 'key of first', '${FINGERPRINT}', 'second', 0)`,
      ],
      [
        'a second key for one request',
        `INSERT INTO idempotency VALUES (1, 'another key', '${FINGERPRINT}', 'first', 0)`,
      ],
      ['a second request of one id', "INSERT INTO request SELECT * FROM request WHERE id = 'first'"],
      [
        'a second charge',
        "INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (1, 'first', 'charge', 0, 0)",
      ],
      [
        'a second release',
        "INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (1, 'first', 'release', 0, 0)",
      ],
      [
        'a second log',
        "INSERT INTO prompt_log (request_id, request, response, finished_ms) VALUES ('first', '', '', 0)",
      ],
      [
        'a second account of one name',
        'INSERT INTO account (name, posted, reserved, markup_milli, zero_data_retention, requests_per_minute, requests_in_flight, created_ms) SELECT name, 0, 0, markup_milli, zero_data_retention, requests_per_minute, requests_in_flight, created_ms FROM account',
      ],
    ])('refuses %s', async (_, sql) => {
      await expect(tables.run(sql)).rejects.toThrow(/unique/i);
    });
  });
}

describeUniqueRows('The SQLite ledger', async () => {
  const place = temporaryPlace();
  return {
    open: async () => await openSqliteLedger({ path: place.path, recover: true }),
    // Without the trigger that refuses a second entry before the index does.
    run: async (sql) =>
      meddle(place.path, (database) => {
        database.exec('DROP TRIGGER IF EXISTS entry_is_not_replaced');
        database.exec(sql);
      }),
    remove: async () => place.remove(),
  };
});
await describePostgres('The unique rows of a PostgreSQL ledger', (administrator) => {
  describeUniqueRows('The PostgreSQL ledger', async () => {
    const database = await temporaryDatabase(administrator);
    return {
      open: async () => await openPostgresLedger({ url: database.url, recover: true }),
      run: database.run,
      remove: database.drop,
    };
  });
});
