import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, SESSION_LIMITS } from '../../../core/ledger/postgres/connection.ts';
import { createPostgresTables } from '../../../core/ledger/postgres/schema.ts';
import { createSqliteTables } from '../../../core/ledger/sqlite/schema.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../postgres/temporary-database.ts';

/** What SQLite calls the kinds of PostgreSQL. */
const KINDS = new Map([
  ['bigint', 'INTEGER'],
  ['smallint', 'INT'],
  ['double precision', 'REAL'],
  ['text', 'TEXT'],
  ['bytea', 'BLOB'],
]);

/** For gateways that share a ledger; SQLite keeps its version in the file's head. */
const OF_POSTGRES_ALONE = new Set(['gateway', 'schema_version']);

/** Every column as `table.column KIND`, with `?` where it may be null; in the order of their names. */
function inSqlite(): readonly string[] {
  const database = new DatabaseSync(':memory:');
  createSqliteTables(database);
  const columns = database
    .prepare(
      `SELECT t.name || '.' || c.name || ' ' || c.type || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN '' ELSE '?' END AS line
        FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .all();
  database.close();
  return columns.map(({ line }) => String(line)).toSorted();
}

await describePostgres('The schemas of both databases', (administrator) => {
  let database: TemporaryDatabase;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    const client = await connect(database.url, SESSION_LIMITS);
    await createPostgresTables(client);
    await client.end();
  });
  afterAll(async () => await database.drop());

  test('have the same tables, of the same columns', async () => {
    const columns = await database.run(
      `SELECT c.table_name, c.column_name, c.data_type, c.is_nullable
        FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE table_schema = 'assay' AND t.table_type = 'BASE TABLE'`,
    );
    const inPostgres = columns
      .filter(({ table_name }) => !OF_POSTGRES_ALONE.has(String(table_name)))
      .map(
        ({ table_name, column_name, data_type, is_nullable }) =>
          `${String(table_name)}.${String(column_name)} ${KINDS.get(String(data_type))}${is_nullable === 'YES' ? '?' : ''}`,
      );
    expect(inPostgres.toSorted()).toEqual(inSqlite());
  });
});
