import { beforeEach, describe, expect, test } from 'vitest';
import type { SqlValue } from '../../../core/ledger/sql/database.ts';
import { describeTables } from './databases.ts';
import { accountRow, budgetRow, callRow, keyRow, openRow, requestRow } from './rows.ts';

const claimRow = {
  key: 'k'.repeat(64),
  fingerprint: 'f'.repeat(64),
  account_id: 1,
  posted: 1,
  reserved: 0,
  created_ms: 1,
};
const claimedRow = {
  account_id: 1,
  key: 'once',
  fingerprint: 'f'.repeat(64),
  request_id: 'a',
  created_ms: 1,
};
const logRow = {
  request_id: 'a',
  account_id: 1,
  request: Buffer.from('{}'),
  response: Buffer.from('{}'),
  bytes: 4,
  judged_with: null,
  finished_ms: 1,
};
const noteRow = {
  change_id: 'one',
  at_ms: 1,
  via: 'api',
  actor: 'ops',
  origin: null,
  action: 'a',
  subject: null,
  detail: '{}',
};
/** A row of each table whose rows never change, and the columns that name it. */
const IMMUTABLE: Readonly<Record<string, Readonly<Record<string, SqlValue>>>> = {
  request: { ...requestRow() },
  call: { ...callRow() },
  credit: { id: 1, account_id: 1, amount: 5, note: null, created_ms: 1 },
  credit_claim: claimRow,
  audit_entry: noteRow,
};

await describeTables('The database itself', (tables) => {
  beforeEach(async () => {
    await tables.insert('account', { ...accountRow() });
    for (const [table, row] of Object.entries(IMMUTABLE)) await tables.insert(table, row);
    await tables.insert('idempotency', claimedRow);
    await tables.insert('prompt_log', logRow);
    await tables.insert('api_key', { ...keyRow() });
  });

  describe.each(Object.entries(IMMUTABLE))('keeps rows of %s as they are: it refuses', (table, row) => {
    test.each(Object.keys(row).filter((column) => `${table}.${column}` !== 'request.zero_data_retention'))(
      'to change their %s',
      async (column) => {
        const changing = tables.query(`UPDATE ${table} SET ${column} = ${column}`);
        await expect(changing).rejects.toThrow(/never change/);
      },
    );

    test('to delete them', async () => {
      await expect(tables.query(`DELETE FROM ${table}`)).rejects.toThrow(/never/);
    });

    test('to put another in the place of one', async () => {
      await expect(tables.insert(table, row)).rejects.toThrow();
    });

    // SQLite has no statement that empties a table without its triggers; where every request fills it, replacing is unguarded.
    test.skipIf(tables.isSqlite && ['request', 'call'].includes(table))(
      'to empty the table, or to replace a row',
      async () => {
        const columns = Object.keys(row);
        const values = columns.map((_column, index) => `$${index + 1}`);
        const emptying = tables.isSqlite
          ? tables.query(
              `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`,
              Object.values(row),
            )
          : tables.query(`TRUNCATE ${table}`);
        await expect(emptying).rejects.toThrow(/never/);
      },
    );
  });

  test('lets a request be put under zero data retention', async () => {
    await tables.query('UPDATE request SET zero_data_retention = 1');
    expect(await tables.column('SELECT zero_data_retention FROM request')).toEqual([1]);
  });

  test.each<[string, string, Readonly<Record<string, SqlValue>>]>([
    ['less than nothing reserved', 'account', { ...accountRow({ id: 2, reserved: -1 }) }],
    ['a balance that is not exact', 'account', { ...accountRow({ id: 2, posted: 2 ** 53 }) }],
    ['text for an amount', 'account', { ...accountRow({ id: 2 }), posted: 'much' }],
    ['half a micro-credit', 'account', { ...accountRow({ id: 2, posted: 0.5 }) }],
    ['an account of a taken name', 'account', { ...accountRow({ id: 2 }), name: 'account 1' }],
    ['an unknown state', 'request', { ...requestRow({ id: 'b', state: 'lost' }) }],
    ['a voided request with a charge', 'request', { ...requestRow({ id: 'b', state: 'voided', charge: 1 }) }],
    ['a negative charge', 'request', { ...requestRow({ id: 'b', charge: -1 }) }],
    ['a second end of a request', 'request', { ...requestRow({ charge: 1 }) }],
    ['a negative hold', 'open_request', { ...openRow({ hold: -1 }) }],
    ['a call that costs less than nothing', 'call', { ...callRow({ sequence: 1, cost: -1 }) }],
    ['less than nothing held of a budget', 'budget', { ...budgetRow({ held: -1 }) }],
    ['another period', 'budget', { ...budgetRow({ period: 'week' }) }],
    ['a payment that is credited twice', 'credit_claim', claimRow],
    ['a second request for one idempotency key', 'idempotency', { ...claimedRow, request_id: 'b' }],
    ['a second log of one request', 'prompt_log', logRow],
    ['a second key of one hash', 'api_key', { ...keyRow(), id: 2, prefix: 'another' }],
    ['a hash of another length', 'api_key', { ...keyRow({ id: 2 }), prefix: 'another', hash: Buffer.of(1) }],
    ['a credit of nothing', 'credit', { id: 2, account_id: 1, amount: 0, note: null, created_ms: 1 }],
  ])('refuses %s', async (_what, table, row) => {
    await expect(tables.insert(table, row)).rejects.toThrow();
  });
});
