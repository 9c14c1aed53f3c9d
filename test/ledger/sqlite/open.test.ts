import { existsSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openForReading, openForWriting, truncateLog } from '../../../core/ledger/sqlite/files.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { createSqliteTables } from '../../../core/ledger/sqlite/schema.ts';
import { TABLES } from '../../../core/ledger/rules/tables.ts';
import { meddle, temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

let place: TemporaryPlace;
beforeEach(() => {
  place = temporaryPlace();
});
afterEach(() => place.remove());

async function make(): Promise<void> {
  const ledger = await openSqliteLedger({ path: place.path, recover: true });
  await ledger.createAccount('someone', 100);
  await ledger.close();
}

function version(): unknown {
  return meddle(place.path, (database) => database.prepare('PRAGMA user_version').get()?.['user_version']);
}

describe('opening', () => {
  test('makes folder and files for their owner alone', async () => {
    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    await ledger.createAccount('someone', 1);
    const folder = dirname(place.path);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).toSorted()).toEqual([
      'assay.db',
      'assay.db-shm',
      'assay.db-wal',
      'assay.db.gateway',
    ]);
    for (const file of readdirSync(folder)) {
      expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
    }
    await ledger.close();
    expect(existsSync(`${place.path}-wal`)).toBe(false);
  });

  test('writes durably: a log ahead of the file, synced at every commit, what is deleted overwritten', async () => {
    await make();
    const database = openForWriting(place.path);
    const pragmas = ['journal_mode', 'synchronous', 'secure_delete', 'busy_timeout'].map(
      (name) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0],
    );
    database.close();
    // synchronous 2 is FULL.
    expect(pragmas).toEqual(['wal', 2, 1, 5000]);
  });

  test('empties the log without a wait for whoever reads from it, and waits for other writers as before', async () => {
    await make();
    const writer = openForWriting(place.path);
    const reader = openForReading(place.path);
    const prepare = writer.prepare.bind(writer);
    const patience = (): unknown => prepare('PRAGMA busy_timeout').get()?.['timeout'];
    const whileFolding: unknown[] = [];
    vi.spyOn(writer, 'prepare').mockImplementation((sql) => {
      if (sql.includes('wal_checkpoint')) whileFolding.push(patience());
      return prepare(sql);
    });
    reader.exec('BEGIN; SELECT name FROM account');
    writer.exec("UPDATE account SET name = 'renamed'");
    truncateLog(writer);
    expect(statSync(`${place.path}-wal`).size).toBeGreaterThan(0);
    reader.exec('COMMIT');
    truncateLog(writer);
    expect(statSync(`${place.path}-wal`).size).toBe(0);
    expect([whileFolding, patience()]).toEqual([[0, 0], 5_000]);
    reader.close();
    writer.close();
  });

  test('by many at once, on nothing, gives all of them the same ledger', async () => {
    const ledgers = await Promise.all(
      Array.from({ length: 6 }, () => openSqliteLedger({ path: place.path, recover: false })),
    );
    await Promise.all(ledgers.map((ledger, index) => ledger.createAccount(`account ${index}`, index)));
    for (const ledger of ledgers) expect(await ledger.listAccounts()).toHaveLength(6);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });
});

describe('opening refuses', () => {
  test('a database of another version, and leaves it as it is', async () => {
    await make();
    meddle(place.path, (database) => database.exec('PRAGMA user_version = 99'));
    for (const recover of [true, false]) {
      await expect(openSqliteLedger({ path: place.path, recover })).rejects.toMatchObject({
        code: 'unusable',
        message: expect.stringMatching(
          /schema version 99.*knows version 4 alone.*empty database to begin a new ledger/,
        ),
      });
    }
    expect(version()).toBe(99);
  });

  test('another program’s database', async () => {
    mkdirSync(dirname(place.path), { recursive: true });
    meddle(place.path, (database) => database.exec('CREATE TABLE song (title TEXT)'));
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('another program'),
    });
    expect(
      meddle(place.path, (database) => database.prepare('SELECT name FROM sqlite_schema').all()),
    ).toEqual([{ name: 'song' }]);
  });

  test('a file that is no database', async () => {
    mkdirSync(dirname(place.path), { recursive: true });
    writeFileSync(place.path, 'This is a shopping list, not a ledger. '.repeat(100));
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('not a database'),
    });
  });

  test('a ledger whose figures are wrong, for the gateway; a command may still look', async () => {
    await make();
    meddle(place.path, (database) => {
      database.exec('UPDATE account SET posted = posted + 1');
      database.exec(orphan(0));
    });
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringMatching(/granted 0.0001 credits, posted 0.000101 credits.*assay ledger check/),
    });
    expect(meddle(place.path, (database) => database.prepare('SELECT id FROM open_request').all())).toEqual([
      { id: 'left' },
    ]);
    const command = await openSqliteLedger({ path: place.path, recover: false });
    expect(await command.check()).toHaveLength(1);
    await command.close();
  });

  test('a ledger that cannot even be recovered, naming why', async () => {
    await make();
    meddle(place.path, (database) => database.exec(orphan(7)));
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject({
      message: expect.stringContaining('account someone: reserved 0 credits, open holds 0.000007 credits'),
    });
  });

  test('and frees the gateway lock when it does', async () => {
    await make();
    meddle(place.path, (database) => database.exec('PRAGMA user_version = 99'));
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toThrow('99');
    meddle(place.path, (database) => database.exec('PRAGMA user_version = 4'));
    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    await ledger.close();
  });
});

/** An open request of a process that is gone, of which the account knows nothing. */
function orphan(hold: number): string {
  return `INSERT INTO open_request (id, account_id, owner, hold, delivering, delivered_calls, delivered_cost,
    delivered_absorbed, models, judges, zero_data_retention, created_ms)
    VALUES ('left', 1, 'x', ${hold}, 0, 0, 0, 0, '[]', '[]', 0, 0)`;
}

test('the tables are those that the rules and the statements know', () => {
  const database = new DatabaseSync(':memory:');
  createSqliteTables(database);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const besideRules = [
    'admin_token',
    'cache_total',
    'cached_answer',
    'gateway_secret',
    'prompt_log',
    'request_label',
    'text_total',
    'vote',
    'webhook',
  ];
  expect(tables.map(({ name }) => name)).toEqual([...Object.keys(TABLES), ...besideRules].toSorted());
  for (const [table, { columns }] of Object.entries(TABLES)) {
    const made = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    expect(made.map(({ name }) => name).filter((name) => table !== 'audit_entry' || name !== 'id')).toEqual(
      Object.keys(columns),
    );
  }
  database.close();
});
