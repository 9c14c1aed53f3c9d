import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgresLedger, migratePostgres } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { SCHEMA_STEPS, versionAfter, type SchemaStep } from '../../../core/ledger/sql/schema.ts';
import { createSqliteTables, migrateSqlite } from '../../../core/ledger/sqlite/schema.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { carryOutCommand } from '../../commands/run-command.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../postgres/temporary-database.ts';
import { meddle, temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

/** A fingerprint of each step, comments and spacing aside. */
const FROZEN: readonly string[] = ['9749b7e284a2126d', '0dfc3e72eee2f9e9'];

const NEXT: readonly SchemaStep[] = [
  ...SCHEMA_STEPS,
  {
    tables: `ALTER TABLE account ADD COLUMN motto TEXT;
      UPDATE account SET motto = 'of ' || name;`,
    sqlite: 'CREATE TABLE of_sqlite (a INT NOT NULL) STRICT;',
    postgres: 'CREATE TABLE of_postgres (a smallint NOT NULL);',
  },
];
const BROKEN: readonly SchemaStep[] = [...NEXT, { tables: 'ALTER TABLE nowhere ADD COLUMN a TEXT' }];
const VERSION = versionAfter(SCHEMA_STEPS);

test('a step that ledgers have taken never changes: what they need beside it is a step of its own', () => {
  const fingerprints = SCHEMA_STEPS.map(({ tables, sqlite = '', postgres = '' }) => {
    const statements = [tables, sqlite, postgres].map((sql) =>
      sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim(),
    );
    return createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
  });
  expect(fingerprints).toEqual(FROZEN);
});

test('a new ledger takes every step; one that lacks a step is refused until it is migrated', () => {
  const tables = (make: (database: DatabaseSync) => void): unknown => {
    const database = new DatabaseSync(':memory:');
    try {
      make(database);
      return database.prepare('SELECT name, sql FROM sqlite_schema').all();
    } finally {
      database.close();
    }
  };
  const made = tables((database) => createSqliteTables(database, { steps: NEXT }));
  const migrated = tables((database) => {
    createSqliteTables(database);
    expect(() => createSqliteTables(database, { steps: NEXT })).toThrow('run `assay ledger migrate`');
    createSqliteTables(database, { steps: NEXT, mayMigrate: true });
  });
  expect(migrated).toEqual(made);
});

test('the command names the versions, and makes no ledger where there is none', async () => {
  const place = temporaryPlace();
  const migrate = async (): Promise<string> => {
    const environment = { ASSAY_DATABASE_URL: `file:${place.path}` };
    return (await carryOutCommand(['ledger', 'migrate'], environment)).stdout;
  };
  try {
    await expect(migrate()).rejects.toThrow('There is no ledger at');
    await (await openSqliteLedger({ path: place.path, recover: false })).close();
    expect(await migrate()).toBe(
      `The ledger has schema version ${VERSION}, which this program needs. Nothing was changed.\n`,
    );
  } finally {
    place.remove();
  }
});

describe('An SQLite ledger', () => {
  let place: TemporaryPlace;
  beforeEach(() => {
    place = temporaryPlace();
  });
  afterEach(() => place.remove());

  const version = (): unknown =>
    meddle(place.path, (database) => database.prepare('PRAGMA user_version').get()?.['user_version']);

  test('is migrated in one transaction or not at all, by nobody but its operator', async () => {
    const gateway = await openSqliteLedger({ path: place.path, recover: true });
    await gateway.createAccount('someone', 100);
    expect(() => migrateSqlite(place.path, { steps: NEXT })).toThrow('Another gateway');
    await gateway.close();
    expect(() => migrateSqlite(place.path, { steps: BROKEN })).toThrow('no such table: nowhere');
    expect(version()).toBe(VERSION);

    expect(migrateSqlite(place.path)).toBe(VERSION);
    expect(migrateSqlite(place.path, { steps: NEXT })).toBe(VERSION);
    expect(migrateSqlite(place.path, { steps: NEXT })).toBe(VERSION + 1);
    expect(version()).toBe(VERSION + 1);
    meddle(place.path, (database) => {
      expect(database.prepare('SELECT name, motto FROM account').all()).toEqual([
        { name: 'someone', motto: 'of someone' },
      ]);
      expect(database.prepare('SELECT * FROM of_sqlite').all()).toEqual([]);
    });
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining(`schema version ${VERSION + 1}`),
    });
  });
});

await describePostgres('A PostgreSQL ledger', (administrator) => {
  let database: TemporaryDatabase;
  beforeEach(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterEach(async () => await database.drop());

  const version = async (): Promise<unknown> => await database.run('SELECT version FROM schema_version');

  test('is migrated in one transaction or not at all, while nobody uses it', async () => {
    const gateway = await openPostgresLedger({ url: database.url, recover: true });
    await gateway.createAccount('someone', 100);
    await expect(migratePostgres(database.url, { steps: NEXT })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('Stop every gateway first'),
    });
    await gateway.adjustCredits('someone', 1);
    await gateway.close();
    await expect(migratePostgres(database.url, { steps: BROKEN })).rejects.toThrow('nowhere');
    expect(await version()).toEqual([{ version: VERSION }]);

    expect(await migratePostgres(database.url, { steps: NEXT })).toBe(VERSION);
    expect(await migratePostgres(database.url, { steps: NEXT })).toBe(VERSION + 1);
    expect(await version()).toEqual([{ version: VERSION + 1 }]);
    expect(await database.run('SELECT name, posted, motto FROM account')).toEqual([
      { name: 'someone', posted: '101', motto: 'of someone' },
    ]);
    expect(await database.run('SELECT * FROM of_postgres')).toEqual([]);
    await expect(openPostgresLedger({ url: database.url, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining(`schema version ${VERSION + 1}`),
    });
  });

  test('that was migrated is used no more by who opened it before', async () => {
    const gateway = await openPostgresLedger({ url: database.url, recover: true });
    await gateway.createAccount('someone', 100);
    const command = await openPostgresLedger({ url: database.url, recover: false });
    await database.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'assay%' AND datname = current_database()",
    );
    await migratePostgres(database.url, { steps: NEXT });

    for (const ledger of [gateway, command]) {
      const attempts = await Promise.allSettled([
        ledger.adjustCredits('someone', 1),
        ledger.eraseAccount('someone'),
        ledger.prunePrompts('2026-01-01'),
        ledger.listAccounts(),
      ]);
      const refused = expect.objectContaining({
        code: 'unavailable',
        message: expect.stringContaining('was migrated to another schema version'),
      });
      expect(attempts).toEqual(attempts.map(() => ({ status: 'rejected', reason: refused })));
      await ledger.close();
    }
    expect(await database.run('SELECT posted, erased_ms FROM account')).toEqual([
      { posted: '100', erased_ms: '0' },
    ]);
  });
});
