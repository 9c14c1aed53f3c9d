import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { pageParameters, requestPageSql } from '../../core/ledger/requests/page-report.ts';
import { openPostgresLedger } from '../../core/ledger/postgres/postgres-ledger.ts';
import { prepareSchema } from '../../core/ledger/sqlite/schema.ts';
import { describePostgres } from './postgres/describe-postgres.ts';
import { temporaryDatabase } from './postgres/temporary-database.ts';

const QUERY = { accountId: 1, limit: 20, after: { createdMs: 1_000, requestId: 'a' } };

test('a page of a SQLite ledger is read from the index alone, in its order', () => {
  const database = new DatabaseSync(':memory:');
  prepareSchema(database);
  const sql = requestPageSql({ parameter: '?', jsonArray: 'json_group_array' });
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...pageParameters(QUERY));
  const steps = plan.map(({ detail }) => String(detail));
  expect(steps).toContain(
    'SEARCH request USING INDEX request_created (account_id=? AND (created_ms,id)<(?,?))',
  );
  expect(steps).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  database.close();
});

await describePostgres('A page of a PostgreSQL ledger', (administrator) => {
  test('is read from the index alone, in its order', async () => {
    const database = await temporaryDatabase(administrator);
    try {
      const ledger = await openPostgresLedger({ url: database.url, recover: false });
      await ledger.createAccount('someone', 0);
      await ledger.close();
      await database.run(`INSERT INTO request (id, account_id, state, hold, charge, owner, zero_data_retention,
          created_ms, finished_ms) SELECT n, 1, 'voided', 0, 0, 'x', false, n, n FROM generate_series(1, 5000) n`);
      await database.run('ANALYZE request');
      const values = pageParameters(QUERY).map((value) => (typeof value === 'string' ? `'${value}'` : value));
      const sql = requestPageSql({ parameter: '$', jsonArray: 'json_agg' }).replaceAll(
        /\$(\d)/g,
        (_parameter, number) => String(values[Number(number) - 1]),
      );
      const plan = (await database.run(`EXPLAIN ${sql}`)).map((row) => String(row['QUERY PLAN'])).join('\n');
      expect(plan).toMatch(/Scan Backward using request_created on request/);
      expect(plan).toMatch(/Index Cond: \(\(account_id = 1\) AND \(ROW\(created_ms, id\) < ROW/);
      expect(plan.split('Limit')[1]?.split('SubPlan')[0]).not.toContain('Sort');
    } finally {
      await database.drop();
    }
  });
});
