import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { Ledger, LedgerAdmin } from '../../core/ledger/ledger.ts';
import { connect, SESSION_LIMITS } from '../../core/ledger/postgres/connection.ts';
import { migratePostgres, readMigrations } from '../../core/ledger/postgres/migrate.ts';
import { openPostgresLedger } from '../../core/ledger/postgres/postgres-ledger.ts';
import { migrate, MIGRATIONS } from '../../core/ledger/sqlite/schema.ts';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import { reservation, settlement } from '../contract/ledgers/samples.ts';
import { describePostgres } from './postgres/describe-postgres.ts';
import { temporaryDatabase } from './postgres/temporary-database.ts';
import { meddle, temporaryPlace } from './temporary-ledger.ts';

/** Of versions whose rotated keys had budgets of their own, and whose events told of requests alone. */
const SQLITE_VERSION = 13;
const POSTGRES_VERSION = 17;

/**
 * An account with three keys that took each other's place, and one beside them. The first two have spent 10 and 15 today;
 * the third holds 5.
 */
function history(nowMs: number, bytes: (length: number) => string): readonly string[] {
  const key = (id: number, successor: string | null): string =>
    `INSERT INTO api_key (account_id, prefix, hash, created_ms, successor)
     VALUES (1, 'key-${id}', ${bytes(id)}, 0, ${successor === null ? 'NULL' : `'${successor}'`})`;
  const request = (id: string, keyId: number, charge: number | null): readonly string[] => [
    `INSERT INTO request (id, account_id, state, hold, charge, owner, zero_data_retention, created_ms, finished_ms, key_id)
     VALUES ('${id}', 1, '${charge === null ? 'reserved' : 'settled'}', ${charge ?? 5}, ${charge ?? 'NULL'}, 'older', false,
       ${nowMs}, ${charge === null ? 'NULL' : nowMs}, ${keyId})`,
    ...(charge === null
      ? []
      : [
          `INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (1, '${id}', 'charge', ${charge}, 0)`,
          `INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (1, '${id}', 'release', 0, 0)`,
          `INSERT INTO call (request_id, sequence, role, position, model_id, status, tokens_in, tokens_cached, tokens_cache_write,
             tokens_out, searches, attempts, latency_ms, provider_cost_nano_usd, charge)
           VALUES ('${id}', 0, 'contestant', 0, 'vega-5', 'completed', 0, 0, 0, 0, 0, 1, 0, 0, ${charge})`,
          `INSERT INTO webhook_event (request_id, account_id, due_ms, until_ms, attempts, dead_ms, last_failure)
           VALUES ('${id}', 1, ${nowMs}, ${nowMs + 1e9}, 1, ${id === 'one' ? nowMs : 'NULL'}, 'HTTP 500')`,
        ]),
  ];
  const budget = (keyId: number, amount: number, charged: number, held: number): string =>
    `INSERT INTO budget (account_id, key_id, period, amount, starts_ms, ends_ms, charged, held)
     VALUES (1, ${keyId}, 'month', ${amount}, 0, 253402300799000, ${charged}, ${held})`;
  return [
    `INSERT INTO account (name, posted, reserved, markup_milli, zero_data_retention, requests_per_minute,
       requests_in_flight, created_ms) VALUES ('acme', 975, 5, 1000, false, 600, 100, 0)`,
    "INSERT INTO entry (account_id, kind, amount, created_ms) VALUES (1, 'grant', 1000, 0)",
    `INSERT INTO webhook (account_id, url, secret, created_ms) VALUES (1, 'http://127.0.0.1:1', 'whsec_x', 0)`,
    key(1, 'key-2'),
    key(2, 'key-3'),
    key(3, null),
    key(4, null),
    ...request('one', 1, 10),
    ...request('two', 2, 15),
    ...request('open', 3, null),
    budget(1, 50, 10, 0),
    budget(2, 60, 15, 0),
    budget(3, 40, 0, 5),
    budget(4, 70, 0, 0),
  ];
}

async function expectShared(ledger: Ledger & LedgerAdmin): Promise<void> {
  expect(await ledger.check()).toEqual([]);
  const limits = (await ledger.listKeys('acme')).map(({ budgets }) => budgets.month);
  expect(limits).toEqual([40, 40, 40, 70]);
  for (const keyId of [1, 2, 3]) {
    // Counted as it is moved to this period by the first that asks for credits.
    const wanted = reservation(`with ${keyId}`, { accountId: 1, keyId, holdMicroCredits: 11 });
    expect(await ledger.reserve(wanted)).toMatchObject({
      outcome: 'over_budget',
      budget: { scope: 'key', limitMicroCredits: 40, spentMicroCredits: 25, heldMicroCredits: 5 },
    });
  }
  const last = reservation('last', { accountId: 1, keyId: 1, holdMicroCredits: 10 });
  expect(await ledger.reserve(last)).toEqual({ outcome: 'reserved' });
  await ledger.settle(settlement('last', { chargeMicroCredits: 10 }));
  const events = (await ledger.webhooks.list(10)).map(
    ({ id, state, attempts }) => `${id} ${state} ${attempts}`,
  );
  expect(events.map((event) => event.replace(/budget_\w+/, 'budget'))).toEqual([
    'one settled 1',
    expect.stringMatching(/^(last settled|budget reached) 0$/),
    expect.stringMatching(/^(last settled|budget reached) 0$/),
    'two settled 1',
  ]);
  expect(await ledger.check()).toEqual([]);
  await ledger.close();
}

test('A SQLite ledger lets keys that were rotated share the budgets of the newest, and keeps its events', async () => {
  const place = temporaryPlace();
  mkdirSync(dirname(place.path), { recursive: true });
  meddle(place.path, (database) => {
    migrate(database, MIGRATIONS.slice(0, SQLITE_VERSION));
    for (const sql of history(Date.now(), (length) => `x'${`0${length}`.repeat(32)}'`)) database.exec(sql);
  });
  // No gateway that recovers: the open hold stays.
  await expectShared(await openSqliteLedger({ path: place.path, recover: false }));
  place.remove();
});

await describePostgres('A PostgreSQL ledger of before', (administrator) => {
  test('lets keys that were rotated share the budgets of the newest, and keeps its events', async () => {
    const database = await temporaryDatabase(administrator);
    const client = await connect(database.url, SESSION_LIMITS);
    try {
      await migratePostgres(client, readMigrations().slice(0, POSTGRES_VERSION));
      const statements = history(Date.now(), (length) => `'\\x${`0${length}`.repeat(32)}'`);
      for (const sql of statements) await client.query(sql);
      await migratePostgres(client, readMigrations());
    } finally {
      await client.end();
    }
    const lease = `INSERT INTO gateway (boot_id, epoch, renewals, renewed_ms)
      VALUES ('older', nextval('gateway_number'), nextval('gateway_number'), now_ms())`;
    await database.run(lease);
    await expectShared(await openPostgresLedger({ url: database.url, recover: true }));
    await database.drop();
  });
});
