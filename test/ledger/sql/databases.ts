import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { Client } from 'pg';
import { connect, SESSION_LIMITS } from '../../../core/ledger/postgres/connection.ts';
import { createPostgresTables } from '../../../core/ledger/postgres/schema.ts';
import {
  type Database,
  type Dialect,
  POSTGRES,
  type Query,
  type Row,
  SQLITE,
  type SqlValue,
} from '../../../core/ledger/sql/database.ts';
import { createSqliteTables } from '../../../core/ledger/sqlite/schema.ts';
import { sqliteQuery } from '../../../core/ledger/sqlite/sqlite-query.ts';
import { addPromptSearch } from '../../../core/ledger/sqlite/prompt-search.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../postgres/temporary-database.ts';

/** A ledger's tables, empty for each test. */
export interface TestTables {
  readonly database: Database;
  readonly query: Query;
  readonly isSqlite: boolean;
  /** @param row values by column. */
  insert(table: string, row: Readonly<Record<string, SqlValue>>): Promise<void>;
  /** How the database would look for rows, for each statement that the work runs. */
  plans(work: (database: Database) => Promise<unknown>): Promise<string>;
  /** The values of one column, in the order of the statement. */
  column(sql: string, values?: readonly SqlValue[]): Promise<readonly unknown[]>;
}

function tablesOf(dialect: Dialect, query: () => Query): TestTables {
  const run: Query = (sql, values) => query()(sql, values);
  return {
    database: { ...dialect, query: run },
    query: run,
    isSqlite: dialect === SQLITE,
    async insert(table, row) {
      const columns = Object.keys(row);
      const places = columns.map((_column, index) => `$${index + 1}`);
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`;
      await run(sql, Object.values(row));
    },
    async plans(work) {
      const statements: { readonly sql: string; readonly values: readonly SqlValue[] | undefined }[] = [];
      if (dialect !== SQLITE) await run('ANALYZE');
      const recorded: Query = async (sql, values) => {
        statements.push({ sql, values });
        return await run(sql, values);
      };
      await work({ ...dialect, query: recorded });
      const plans: string[] = [];
      for (const { sql, values } of statements) {
        const lines = await run(`${dialect === SQLITE ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${sql}`, values);
        plans.push(...lines.map((row) => String(row['detail'] ?? row['QUERY PLAN'])));
      }
      return plans.join('\n');
    },
    async column(sql, values) {
      return (await run(sql, values)).map((row) => Object.values(row)[0]);
    },
  };
}

/** Defines the same tests over the tables of both databases. */
export async function describeTables(name: string, define: (tables: TestTables) => void): Promise<void> {
  describe(`${name} (SQLite)`, () => {
    let database: DatabaseSync;
    let query: Query;
    beforeEach(() => {
      database = new DatabaseSync(':memory:');
      createSqliteTables(database);
      addPromptSearch(database);
      query = sqliteQuery(database);
    });
    afterEach(() => database.close());
    define(tablesOf(SQLITE, () => query));
  });
  await describePostgres(`${name} (PostgreSQL)`, (administrator) => {
    let place: TemporaryDatabase;
    let client: Client;
    beforeAll(async () => {
      place = await temporaryDatabase(administrator);
      client = await connect(place.url, SESSION_LIMITS);
      await createPostgresTables(client);
    });
    afterAll(async () => {
      await client.end();
      await place.drop();
    });
    // Every test in a transaction that is undone.
    beforeEach(async () => {
      await client.query('BEGIN');
    });
    afterEach(async () => {
      await client.query('ROLLBACK');
    });
    define(tablesOf(
      POSTGRES,
      () =>
        async (sql, values = []) =>
          (await client.query<Row>(sql, [...values])).rows,
    ));
  });
}
