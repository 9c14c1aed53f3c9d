import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ledger, LedgerAdmin } from '../../core/ledger/ledger.ts';
import { connect, SESSION_LIMITS } from '../../core/ledger/postgres/connection.ts';
import { migratePostgres, readMigrations } from '../../core/ledger/postgres/migrate.ts';
import { openPostgresLedger } from '../../core/ledger/postgres/postgres-ledger.ts';
import { migrate, MIGRATIONS } from '../../core/ledger/sqlite/schema.ts';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import { END_OF_TIME_MS } from '../../core/ledger/usage/usage.ts';
import { reservation, settlement } from '../contract/ledgers/samples.ts';
import { FINGERPRINT, GRANTED, OLDER_KEYS, olderHistory } from './older-ledger.ts';
import { describePostgres } from './postgres/describe-postgres.ts';
import { temporaryDatabase } from './postgres/temporary-database.ts';
import { meddle, temporaryPlace } from './temporary-ledger.ts';

interface OlderStorage {
  /** As this program opens it: a gateway with `recover`, a command without. */
  open(recover: boolean): Promise<Ledger & LedgerAdmin>;
  remove(): Promise<void>;
}

/** @param versions of the schema that the history is migrated to before this program sees it. */
function describeOlder(
  name: string,
  versions: readonly number[],
  make: (version: number) => Promise<OlderStorage>,
): void {
  describe.each(versions)(`${name} of schema version %i with a history`, (version) => {
    let storage: OlderStorage;
    beforeEach(async () => {
      storage = await make(version);
    });
    afterEach(async () => await storage.remove());

    test('is migrated by a command as it is, and passes its check', async () => {
      const ledger = await storage.open(false);
      expect(await ledger.check()).toEqual([]);
      expect(await ledger.listAccounts()).toMatchObject([
        { name: 'acme', postedMicroCredits: GRANTED - 110, reservedMicroCredits: 65, suspended: false },
        { name: 'idle', postedMicroCredits: 0, reservedMicroCredits: 0 },
      ]);
      expect(await ledger.history('acme', 20)).toHaveLength(8);
      expect(await ledger.listKeys('acme')).toMatchObject([
        { prefix: 'prefix-0', name: null, expiresAt: null, revokedAt: null },
        { prefix: 'prefix-1', revokedAt: expect.any(String) },
      ]);
      await ledger.close();
    });

    test('is served by a gateway, which ends what was open and goes on', async () => {
      const ledger = await storage.open(true);
      const [current, revoked] = await Promise.all(OLDER_KEYS.map((key) => ledger.authenticate(key)));
      expect(revoked).toBeUndefined();
      const accountId = current?.id ?? 0;
      expect(current).toMatchObject({ name: 'acme', holds: 'likely', suspended: false });
      const statesOf = async (ids: readonly string[]): Promise<unknown> =>
        await Promise.all(ids.map(async (id) => (await ledger.findRequest(accountId, id))?.state));
      const ids = ['judged', 'quiet', 'voided', 'running', 'delivering'];
      expect(await statesOf(ids)).toEqual(['settled', 'settled', 'voided', 'voided', 'settled']);
      expect(await ledger.balance(accountId)).toEqual({
        postedMicroCredits: GRANTED - 125,
        reservedMicroCredits: 0,
      });
      const record = await ledger.findRequest(accountId, 'judged');
      expect([record?.calls.length, record?.log?.requestBytes]).toEqual([7, 18]);
      const { requests } = await ledger.listRequests({ accountId, limit: 5 });
      expect(requests.map(({ requestId }) => requestId)).toEqual(ids.toReversed());
      expect(requests.at(-1)).toMatchObject({
        models: ['nova-2', 'vega-5', 'vega-5'],
        judges: ['vega-5', 'arc-1'],
        isLogged: true,
      });
      const usage = await ledger.usage({ by: 'key', accountId, fromMs: 0, toMs: END_OF_TIME_MS });
      expect(usage).toMatchObject([
        { group: null, calls: 9, billedMicroCredits: 125, houseMicroCredits: 10 },
      ]);

      const idempotency = { key: 'key of running', fingerprint: FINGERPRINT };
      const request = reservation('new', { accountId, keyId: current?.keyId ?? null, idempotency });
      expect(await ledger.reserve(request)).toEqual({ outcome: 'reserved' });
      await ledger.settle(settlement('new', { chargeMicroCredits: 25 }));
      expect(await ledger.balance(accountId)).toMatchObject({ postedMicroCredits: GRANTED - 150 });
      const newest = await ledger.listRequests({ accountId, limit: 1 });
      expect(newest.requests).toMatchObject([{ requestId: 'new', models: ['vega-5'], judges: [] }]);
      expect(await ledger.check()).toEqual([]);
      await ledger.close();
    });
  });
}

describeOlder('A SQLite ledger', versionsFrom(2, MIGRATIONS), async (version) => {
  const place = temporaryPlace();
  mkdirSync(dirname(place.path), { recursive: true });
  meddle(place.path, (database) => {
    migrate(database, MIGRATIONS.slice(0, 2));
    for (const statement of olderHistory((hex) => `x'${hex}'`)) database.exec(statement);
    migrate(database, MIGRATIONS.slice(0, version));
  });
  return {
    open: async (recover) => await openSqliteLedger({ path: place.path, recover }),
    remove: async () => place.remove(),
  };
});

await describePostgres('An older ledger', (administrator) => {
  describeOlder('A PostgreSQL ledger', versionsFrom(6, readMigrations()), async (version) => {
    const database = await temporaryDatabase(administrator);
    const client = await connect(database.url, SESSION_LIMITS);
    try {
      await migratePostgres(client, readMigrations().slice(0, 6));
      for (const statement of olderHistory((hex) => `'\\x${hex}'`)) await client.query(statement);
      await migratePostgres(client, readMigrations().slice(0, version));
    } finally {
      await client.end();
    }
    return {
      open: async (recover) => await openPostgresLedger({ url: database.url, recover }),
      remove: database.drop,
    };
  });
});

/** The oldest version that a ledger may have, one of every four after it, and the one before the newest. */
function versionsFrom(first: number, migrations: readonly string[]): readonly number[] {
  return migrations
    .map((_migration, index) => index)
    .filter((version) => version >= first)
    .filter((version) => (version - first) % 4 === 0 || version === migrations.length - 1);
}
