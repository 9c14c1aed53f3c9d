import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../../core/config.ts';
import { openLedger } from '../../../core/ledger/open-ledger.ts';
import { connect, rowsOf, SESSION_LIMITS } from '../../../core/ledger/postgres/connection.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { createPostgresTables } from '../../../core/ledger/postgres/schema.ts';
import { SCHEMA_STEPS, versionAfter } from '../../../core/ledger/sql/schema.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

await describePostgres('Opening a PostgreSQL ledger', (administrator) => {
  let database: TemporaryDatabase;
  beforeEach(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterEach(async () => await database.drop());

  async function make(): Promise<void> {
    const ledger = await openPostgresLedger({ url: database.url, recover: true });
    await ledger.createAccount('someone', 100);
    await ledger.close();
  }

  async function version(): Promise<unknown> {
    return (await database.run('SELECT version FROM schema_version'))[0]?.['version'];
  }

  test('by many at once, on nothing, gives all of them the same ledger', async () => {
    const ledgers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        openPostgresLedger({ url: database.url, recover: index % 2 === 0 }),
      ),
    );
    await Promise.all(ledgers.map((ledger, index) => ledger.createAccount(`account ${index}`, index)));
    for (const ledger of ledgers) expect(await ledger.listAccounts()).toHaveLength(6);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
    expect(await version()).toBe(versionAfter(SCHEMA_STEPS));
  });

  test('leaves an empty database as it is if it may not create tables', async () => {
    const opening = openPostgresLedger({ url: database.url, recover: false, mayCreate: false });
    await expect(opening).rejects.toThrow('The database has no tables of a ledger.');
    expect(await database.run("SELECT 1 FROM pg_namespace WHERE nspname = 'assay'")).toEqual([]);
  });

  test('finds again what was there, beside what others keep in the database', async () => {
    await make();
    await database.run('CREATE TABLE public.account (song text)');
    const ledger = await openPostgresLedger({ url: database.url, recover: true });
    expect(await ledger.listAccounts()).toMatchObject([{ name: 'someone', postedMicroCredits: 100 }]);
    await ledger.close();
  });

  test('waits for the disk, even where the database is set not to', async () => {
    const name = new URL(database.url).pathname.slice(1);
    for (const setting of ['synchronous_commit = off', "default_transaction_isolation = 'serializable'"]) {
      await database.run(`ALTER DATABASE ${name} SET ${setting}`);
    }
    await make();
    const client = await connect(database.url, SESSION_LIMITS);
    const settings = ['synchronous_commit', 'transaction_isolation', 'lock_timeout', 'statement_timeout'];
    const found: unknown[] = [];
    for (const setting of settings) {
      const [row] = await rowsOf(client, { text: `SHOW ${setting}` });
      found.push(row?.[setting]);
    }
    expect(found).toEqual(['on', 'read committed', '5s', '10s']);
    await client.query('SET synchronous_commit = off');
    await expect(createPostgresTables(client)).rejects.toMatchObject({ code: 'unusable' });
    await client.end();
  });

  test.each([0, 30, 99])('refuses a database of schema version %i, and leaves it as it is', async (other) => {
    await make();
    await database.run(`UPDATE schema_version SET version = ${other}`);
    for (const recover of [true, false]) {
      await expect(openPostgresLedger({ url: database.url, recover })).rejects.toMatchObject({
        code: 'unusable',
        message: expect.stringMatching(
          new RegExp(`schema version ${other}; this program knows version 4 alone\\. .*empty database`),
        ),
      });
    }
    expect(await version()).toBe(other);
    expect(await database.run('SELECT name FROM account')).toEqual([{ name: 'someone' }]);
  });

  test('leaves nothing where the tables cannot be created, and can be repeated', async () => {
    await database.run('CREATE SCHEMA assay; CREATE TABLE assay.webhook_event (song text)');
    await expect(openPostgresLedger({ url: database.url, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('already exists'),
    });
    expect(await database.run("SELECT to_regclass('assay.account') AS found")).toEqual([{ found: null }]);
    await database.run('DROP TABLE assay.webhook_event');
    await make();
    expect(await version()).toBe(versionAfter(SCHEMA_STEPS));
  });

  test('refuses a ledger whose figures are wrong, for a gateway; a command may still look', async () => {
    await make();
    await database.run('UPDATE account SET posted = posted + 1');
    await expect(openPostgresLedger({ url: database.url, recover: true })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringMatching(/granted 0.0001 credits, posted 0.000101 credits.*assay ledger check/),
    });
    const command = await openPostgresLedger({ url: database.url, recover: false });
    expect(await command.check()).toHaveLength(1);
    await command.close();
    expect(await database.run('SELECT * FROM gateway')).toEqual([]);
  });

  test('lets no command hold credits: nobody would give them back', async () => {
    await make();
    const command = await openPostgresLedger({ url: database.url, recover: false });
    const [account] = await command.listAccounts();
    const held = {
      requestId: 'r',
      accountId: account?.id ?? 0,
      keyId: null,
      holdMicroCredits: 1,
      maxChargeMicroCredits: null,
      models: ['vega-5'],
      judges: [],
      zeroDataRetention: false,
      idempotency: null,
      isAsync: false,
    };
    await expect(command.hold(held)).rejects.toMatchObject({ code: 'rejected' });
    await command.close();
    expect(await database.run('SELECT * FROM open_request')).toEqual([]);
  });

  test('says what is wrong with a server it cannot use, and never the password', async () => {
    for (const [change, reason] of [
      [{ port: '1' }, 'ECONNREFUSED'],
      [{ pathname: '/no_such_database' }, 'no_such_database'],
      [{ username: 'no_such_user' }, 'no_such_user'],
    ] as const) {
      const url = Object.assign(new URL(database.url), { password: 'hunter2', ...change });
      const error: unknown = await openLedger({ kind: 'postgres', url: url.href }, { recover: true }).catch(
        (cause: unknown) => cause,
      );
      expect(error).toMatchObject({ code: 'unusable', message: expect.stringContaining(reason) });
      expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
    }
  });
});

test.each([
  'postgres://',
  'postgres://user:hunter2@host',
  'postgres://user:hunter2@ho st/db',
  'mysql://hunter2@h/db',
])('a configuration with the database %j is refused without quoting it', (url) => {
  let message = '';
  try {
    loadConfig({ ASSAY_DATABASE_URL: url });
  } catch (error) {
    message = inspect(error);
  }
  expect(message).toContain('ASSAY_DATABASE_URL must be');
  expect(message).not.toContain('hunter2');
});

test('a configuration keeps its database’s password from whatever prints it', () => {
  const { database } = loadConfig({ ASSAY_DATABASE_URL: 'postgresql://user:hunter2@host:5432/db' });
  expect(database).toMatchObject({ kind: 'postgres' });
  expect(database.kind === 'postgres' && database.url).toBe('postgresql://user:hunter2@host:5432/db');
  expect(inspect({ database }, { depth: 9 }) + JSON.stringify({ database })).not.toContain('hunter2');
});
