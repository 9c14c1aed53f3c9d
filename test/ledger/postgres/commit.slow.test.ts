import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '../../../core/ledger/postgres/connection.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { inTransaction } from '../../../core/ledger/postgres/sessions.ts';
import { keepStored } from '../../../core/ledger/sql/keep-stored.ts';
import { call, sampleHold, settlement, texts, unwritableCall } from '../../contract/ledgers/samples.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';
import { eventually } from '../../support/eventually.ts';

await describePostgres('The PostgreSQL ledger’s batches', (administrator) => {
  let database: TemporaryDatabase;
  let ledger: StoredLedger;
  let accountId: number;
  let sizes: number[] = [];

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterAll(async () => await database.drop());

  beforeEach(async () => {
    ledger = await openPostgresLedger({
      url: database.url,
      recover: true,
      commitOperations: { observe: (operations) => sizes.push(operations) },
    });
    accountId = (await ledger.createAccount(randomUUID(), 1_000_000)).id;
    sizes = [];
  });
  afterEach(async () => {
    expect(await ledger.check()).toEqual([]);
    await ledger.close();
  });

  async function hold(requestId: string = randomUUID()): Promise<string> {
    await ledger.hold(sampleHold(requestId, { accountId }));
    return requestId;
  }

  async function holdMany(count: number): Promise<readonly string[]> {
    return await Promise.all(Array.from({ length: count }, async () => await hold()));
  }

  test('wait for the disk, and texts do not', async () => {
    await database.run(`CREATE TABLE public.waited (what text, setting text);
      CREATE FUNCTION public.note_wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.waited VALUES (TG_TABLE_NAME, current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE TRIGGER note_wait AFTER INSERT ON prompt_log EXECUTE FUNCTION public.note_wait();
      CREATE TRIGGER note_wait AFTER INSERT ON request EXECUTE FUNCTION public.note_wait()`);
    const requestId = await hold();
    expect(await ledger.keepTexts(texts(requestId))).toBe(true);
    await ledger.settle(settlement(requestId));
    expect(await database.run('SELECT DISTINCT what, setting FROM public.waited ORDER BY what')).toEqual([
      { what: 'prompt_log', setting: 'off' },
      { what: 'request', setting: 'on' },
    ]);
    await database.run('DROP FUNCTION public.note_wait() CASCADE');
  });

  test('that void a request delete also a text that is being stored at that moment', async () => {
    const requestId = await hold();
    const [row] = await database.run(`SELECT owner FROM open_request WHERE id = '${requestId}'`);
    const settings = {
      owner: String(row?.['owner']),
      maxTextBytes: 1_000,
      maxCacheBytes: 1_000,
    };
    const pool = createPool(database.url, 1);
    let voiding: Promise<unknown> | undefined;
    const store = async (): Promise<readonly unknown[]> =>
      await inTransaction(
        pool,
        async (query) => {
          const results = await keepStored(query, [texts(requestId)], settings);
          voiding = ledger.void(requestId);
          await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
          return results;
        },
        () => {},
      );
    const waiting = async (): Promise<number> => {
      const rows = await database.run(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    expect(await store()).toEqual([{ outcome: 'kept', evicted: 0 }]);
    await voiding;
    await pool.end();
    expect(await database.run(`SELECT 1 FROM prompt_log WHERE request_id = '${requestId}'`)).toEqual([]);
  });

  test('never hold more than 1,024, and none is lost', async () => {
    await holdMany(2500);
    expect(sizes).toEqual([1024, 1024, 452]);
    expect(await ledger.balance(accountId)).toMatchObject({ heldMicroCredits: 25_000 });
  });

  describe('reject a poisoned operation alone', () => {
    test.each<[string, (taken: string) => Promise<unknown>]>([
      ['a request id used twice', async (taken) => await hold(taken)],
      [
        'a call the database refuses',
        async (taken) => await ledger.settle(settlement(taken, { calls: [unwritableCall()] })),
      ],
      [
        'a value on which the program itself fails',
        async () => await ledger.hold(sampleHold(randomUUID(), { accountId, models: failing() })),
      ],
      [
        'text PostgreSQL cannot keep',
        async (taken) => await ledger.settle(settlement(taken, { calls: [call({ modelId: 'a\u0000b' })] })),
      ],
    ])('%s', async (_, poison) => {
      const taken = await hold();
      const before = holdMany(25);
      const poisoned = poison(taken);
      const after = holdMany(25);
      await expect(poisoned).rejects.toMatchObject({ code: 'rejected' });
      await Promise.all([before, after]);
      expect(await ledger.balance(accountId)).toMatchObject({ heldMicroCredits: 51 * 10 });
    });

    test('of several, each', async () => {
      const taken = await hold();
      const attempts = await Promise.allSettled(
        Array.from({ length: 200 }, async (_, index) => await hold(index % 40 === 7 ? taken : randomUUID())),
      );
      const refused = attempts.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
      expect(refused).toEqual([7, 47, 87, 127, 167]);
    });
  });

  test('of several gateways over the same accounts never wait for each other in a circle', async () => {
    const gateways = await Promise.all(
      Array.from({ length: 3 }, () => openPostgresLedger({ url: database.url, recover: true })),
    );
    const accounts = await Promise.all(
      Array.from({ length: 12 }, async () => (await ledger.createAccount(randomUUID(), 100_000)).id),
    );
    const before = await database.run(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    await Promise.all(
      gateways.flatMap((gateway, which) =>
        Array.from({ length: 40 }, async (_, worker) => {
          for (let turn = 0; turn < 6; turn += 1) {
            // Each gateway walks the accounts in an order of its own.
            const place = (worker * (which + 1) * 5 + turn * (which === 1 ? 11 : 1)) % accounts.length;
            const requestId = randomUUID();
            await gateway.hold(sampleHold(requestId, { accountId: accounts[place] ?? 0 }));
            await gateway.settle(settlement(requestId, { chargeMicroCredits: 1 }));
          }
        }),
      ),
    );
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await database.run('SELECT pg_stat_clear_snapshot()');
    const after = await database.run(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(after).toEqual(before);
    const rows = await database.run(
      `SELECT sum(posted) AS posted, sum(reserved) AS reserved FROM account WHERE id IN (${accounts.join(',')})`,
    );
    expect(Number(rows[0]?.['posted'])).toBe(12 * 100_000 - 3 * 40 * 6);
    expect(Number(rows[0]?.['reserved'])).toBe(0);
  });

  test('find every row by its key from the first one on, however young the server’s statistics', async () => {
    const young = await temporaryDatabase(administrator);
    try {
      const books = await openPostgresLedger({ url: young.url, recover: true });
      const { id } = await books.createAccount('young', 1_000_000);
      for (let count = 0; count < 100; count += 1) {
        const requestId = randomUUID();
        await books.hold(sampleHold(requestId, { accountId: id }));
        await books.settle(settlement(requestId));
      }
      await books.close();
      // The server tells of a session some time after it has ended.
      await eventually(async () => expect((await readings(young)).byKey).toBeGreaterThan(100));
      expect((await readings(young)).whole).toBeLessThan(10);
    } finally {
      await young.drop();
    }
  });
});

/** Models that nobody can write down. */
function failing(): readonly string[] {
  const toJSON = (): never => {
    throw new RangeError('made to fail');
  };
  return Object.assign(['vega-5'], { toJSON });
}

/** Of the tables of requests: rows found by a key, and rows read because the whole table was. */
async function readings({ run }: TemporaryDatabase): Promise<{ byKey: number; whole: number }> {
  const [row] = await run(
    `SELECT min(idx_scan) AS idx_scan, max(seq_tup_read) AS seq_tup_read FROM pg_stat_user_tables
     WHERE schemaname = 'assay' AND relname IN ('request', 'open_request')`,
  );
  return { byKey: Number(row?.['idx_scan']), whole: Number(row?.['seq_tup_read']) };
}
