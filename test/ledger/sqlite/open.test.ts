import { existsSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockForGateway, openForWriting, prepareFile } from '../../../core/ledger/sqlite/files.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { migrate, MIGRATIONS } from '../../../core/ledger/sqlite/schema.ts';
import { meddle, temporaryPlace } from '../temporary-ledger.ts';
import type { TemporaryPlace } from '../temporary-ledger.ts';

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

  test('writes durably: a log ahead of the file, synced at every commit, parents checked', async () => {
    await make();
    const database = openForWriting(place.path);
    const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(
      (name) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0],
    );
    database.close();
    // synchronous 2 is FULL.
    expect(pragmas).toEqual(['wal', 2, 1, 5000]);
  });

  test('finds again what was there', async () => {
    await make();
    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    expect(await ledger.listAccounts()).toMatchObject([{ name: 'someone', postedMicroCredits: 100 }]);
    await ledger.close();
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
  test('a database of a newer program, and leaves it as it is', async () => {
    await make();
    meddle(place.path, (database) => database.exec('PRAGMA user_version = 99'));
    for (const recover of [true, false]) {
      await expect(openSqliteLedger({ path: place.path, recover })).rejects.toMatchObject({
        code: 'unusable',
        message: expect.stringMatching(/schema version 99.*knows versions up to \d+.*newer program/),
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
      database.exec(
        `INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms) VALUES ('left', 1, 'reserved', 0, 'x', 0, 0)`,
      );
    });
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringMatching(/granted 100, posted 101.*assay ledger check/),
    });
    expect(meddle(place.path, (database) => database.prepare('SELECT state FROM request').all())).toEqual([
      { state: 'reserved' },
    ]);
    const command = await openSqliteLedger({ path: place.path, recover: false });
    expect(await command.check()).toHaveLength(1);
    await command.close();
  });

  test('a ledger that cannot even be recovered, naming why', async () => {
    await make();
    meddle(place.path, (database) =>
      database.exec(
        `INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms) VALUES ('left', 1, 'reserved', 7, 'x', 0, 0)`,
      ),
    );
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject({
      message: expect.stringContaining('account 1: reserved 0, open holds 7'),
    });
  });

  test('and frees the gateway lock when it does', async () => {
    await make();
    meddle(place.path, (database) => database.exec('PRAGMA user_version = 99'));
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toThrow('99');
    meddle(place.path, (database) => database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`));
    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    await ledger.close();
  });
});

describe('migrations', () => {
  const next = [...MIGRATIONS, 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT'];

  test('bring an older database forward, once', async () => {
    await make();
    meddle(place.path, (database) => migrate(database, next));
    expect(version()).toBe(next.length);
    meddle(place.path, (database) => migrate(database, next));
    expect(meddle(place.path, (database) => database.prepare('SELECT name FROM account').all())).toEqual([
      { name: 'someone' },
    ]);
  });

  test('by a command wait until no gateway of an older version runs', async () => {
    const older = MIGRATIONS.slice(0, -1);
    prepareFile(place.path);
    meddle(place.path, (database) => migrate(database, older));
    const gateway = lockForGateway(place.path);
    await expect(openSqliteLedger({ path: place.path, recover: false })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringMatching(
        /must be migrated .* older gateway is using it\. Stop every older gateway/,
      ),
    });
    expect(version()).toBe(older.length);
    gateway.release();
    await (await openSqliteLedger({ path: place.path, recover: false })).close();
    expect(version()).toBe(MIGRATIONS.length);
  });

  test('leave the old version whole where one fails', async () => {
    await make();
    const broken = [...next, 'CREATE TABLE account (id INTEGER)'];
    expect(() => meddle(place.path, (database) => migrate(database, broken))).toThrow('already exists');
    expect(version()).toBe(MIGRATIONS.length);
    const later = meddle(place.path, (database) =>
      database.prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE name = 'later'").get(),
    );
    expect(later).toEqual({ tables: 0 });
  });

  test('of this program make exactly the tables of its newest version', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database);
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all();
    expect(tables.map(({ name }) => name)).toEqual([
      'account',
      'admin_token',
      'api_key',
      'audit_entry',
      'budget',
      'budget_alert',
      'cache_total',
      'cached_answer',
      'call',
      'credit_claim',
      'entry',
      'idempotency',
      'prompt_log',
      'request',
      'text_size',
      'text_total',
      'webhook',
      'webhook_event',
    ]);
    database.close();
  });
});
