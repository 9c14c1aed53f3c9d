import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPool } from '../../../core/ledger/postgres/connection.ts';
import { LeaseKeeper, takeLeases } from '../../../core/ledger/postgres/lease.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import type { Recovery } from '../../../core/ledger/ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { sampleHold, settlement } from '../../contract/ledgers/samples.ts';
import { describePostgres } from './describe-postgres.ts';
import { startProxy } from './postgres-proxy.ts';
import type { PostgresProxy } from './postgres-proxy.ts';
import { stateIn } from './state-in.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';
import { eventually } from '../../support/eventually.ts';

const WATCHING_SCRIPT = fileURLToPath(new URL('./watching-gateway.ts', import.meta.url));
const LEASE_MS = 500;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A gateway that is never taken for dead within a test. */
const ENDLESS_MS = 600_000;
/** The hold of `holdFor`. */
const ONE_VOIDED: Recovery = {
  voidedRequests: 1,
  chargedRequests: 0,
  chargedMicroCredits: 0,
  givenBackMicroCredits: 60,
};

await describePostgres('The leases of gateways on one PostgreSQL', (administrator) => {
  let database: TemporaryDatabase;
  const closing: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterAll(async () => await database.drop());
  afterEach(async () => {
    for (const opened of closing.splice(0).toReversed()) await opened.close();
    const last = await openPostgresLedger({ url: database.url, recover: false });
    expect(await last.check()).toEqual([]);
    await last.close();
  });

  async function open(
    url = database.url,
    leaseMs = LEASE_MS,
    onRecovered?: (recovery: Recovery) => void,
  ): Promise<StoredLedger> {
    const ledger = await openPostgresLedger({ url, recover: true, leaseMs, patienceMs: 1000, onRecovered });
    closing.push(ledger);
    return ledger;
  }

  async function openBehindProxy(): Promise<{
    readonly proxy: PostgresProxy;
    readonly ledger: StoredLedger;
  }> {
    const proxy = await startProxy(database.url);
    closing.push(proxy);
    return { proxy, ledger: await open(proxy.url) };
  }

  /** An account of 100 with 60 held by this gateway. */
  async function holdFor(ledger: StoredLedger): Promise<{ readonly id: string; readonly accountId: number }> {
    const { id: accountId } = await ledger.createAccount(randomUUID(), 100);
    const id = randomUUID();
    const idempotency = { key: id, fingerprint: '0'.repeat(64) };
    await ledger.hold(sampleHold(id, { accountId, holdMicroCredits: 60, idempotency }));
    return { id, accountId };
  }

  async function stateOf(id: string): Promise<unknown> {
    return await stateIn(database, id);
  }

  async function voided(id: string): Promise<void> {
    await eventually(async () => expect(await stateOf(id)).toBe('voided'));
  }

  async function pause(leases: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, leases * LEASE_MS));
  }

  test('keep a living gateway’s holds, however long its requests run', async () => {
    const onRecovered = vi.fn<(recovery: Recovery) => void>();
    const [runner, watcher] = [await open(), await open(database.url, LEASE_MS, onRecovered)];
    const { id, accountId } = await holdFor(runner);
    await pause(4);
    expect(await stateOf(id)).toBe('reserved');
    await runner.settle(settlement(id, { chargeMicroCredits: 10 }));
    expect(await watcher.balance(accountId)).toEqual({ postedMicroCredits: 90, heldMicroCredits: 0 });
    expect(onRecovered).not.toHaveBeenCalled();
  });

  test('are renewed while orphans wait in a slow queue, in which they are put once', async () => {
    const dead = await open(database.url, ENDLESS_MS);
    await holdFor(dead);
    const [pool, bootId] = [createPool(database.url, 2), randomUUID()];
    // What other tests have left is ended at the start; the queue is slow from then on.
    let queue: PromiseWithResolvers<void> | undefined;
    const onOrphans = vi.fn<() => Promise<void>>(async () => await queue?.promise);
    const keeper = new LeaseKeeper(pool, { bootId, leaseMs: LEASE_MS, onOrphans });
    await keeper.recoverAtStart();
    queue = Promise.withResolvers<void>();
    onOrphans.mockClear();
    await database.run(`UPDATE gateway SET taken = 1;
      INSERT INTO gateway VALUES ('${bootId}', 0, 0, 0, ${Date.now()}, 0)`);
    const renewals = async (): Promise<number> => {
      const rows = await database.run(`SELECT renewals FROM gateway WHERE boot_id = '${bootId}'`);
      return Number(rows[0]?.['renewals']);
    };
    keeper.start();
    await eventually(() => expect(onOrphans).toHaveBeenCalled());
    for (let sign = 0; sign < 3; sign += 1) {
      const known = await renewals();
      await eventually(async () => expect(await renewals()).toBeGreaterThan(known));
    }
    expect(onOrphans).toHaveBeenCalledTimes(1);
    queue.resolve();
    await keeper.stop();
    await pool.end();
    await database.run(`DELETE FROM gateway WHERE boot_id = '${bootId}'`);
  });

  test('are lost while the event loop is busy for longer than a lease: nothing is charged then', async () => {
    const runner = await open();
    const { id, accountId } = await holdFor(runner);
    const watcher = spawn(process.execPath, [WATCHING_SCRIPT, database.url, String(LEASE_MS)]);
    await once(watcher.stdout, 'data');
    const until = performance.now() + 6 * LEASE_MS;
    while (performance.now() < until);
    await voided(id);
    await expect(runner.settle(settlement(id, { chargeMicroCredits: 10 }))).rejects.toMatchObject({
      code: 'not-reserved',
    });
    expect(await runner.balance(accountId)).toEqual({ postedMicroCredits: 100, heldMicroCredits: 0 });
    const output = once(watcher.stdout, 'data');
    watcher.stdin.end();
    expect(String((await output)[0])).toBe('voided 1\n');
    await once(watcher, 'close');
  });

  test('give a cut-off gateway’s holds back; it may not settle them, and can work again', async () => {
    const onRecovered = vi.fn<(recovery: Recovery) => void>();
    const survivor = await open(database.url, LEASE_MS, onRecovered);
    const { proxy, ledger: lost } = await openBehindProxy();
    const { id, accountId } = await holdFor(lost);
    proxy.refuse(true);
    proxy.cutAll();
    await voided(id);
    await eventually(() => expect(onRecovered.mock.calls).toEqual([[ONE_VOIDED]]));
    proxy.refuse(false);
    await eventually(async () => {
      // What it ran meanwhile was not charged, and cannot be any more.
      await expect(lost.settle(settlement(id, { chargeMicroCredits: 10 }))).rejects.toMatchObject({
        code: 'not-reserved',
        message: expect.stringContaining('voided already'),
      });
    });
    const again = sampleHold(randomUUID(), { accountId, holdMicroCredits: 100 });
    expect(await lost.hold({ ...again, idempotency: { key: id, fingerprint: '1'.repeat(64) } })).toEqual({
      outcome: 'held',
    });
    await pause(2);
    await lost.settle(settlement(again.requestId, { chargeMicroCredits: 100 }));
    expect(await survivor.balance(accountId)).toEqual({ postedMicroCredits: 0, heldMicroCredits: 0 });
  });

  test('are not taken from anybody because the database was away for all', async () => {
    const [one, two] = [await openBehindProxy(), await openBehindProxy()];
    const holds = [await holdFor(one.ledger), await holdFor(two.ledger)];
    for (const { proxy } of [one, two]) {
      proxy.refuse(true);
      proxy.cutAll();
    }
    await pause(3);
    for (const { proxy } of [one, two]) proxy.refuse(false);
    await pause(4);
    for (const { id } of holds) expect(await stateOf(id)).toBe('reserved');
    await eventually(async () => await one.ledger.settle(settlement(holds[0]?.id ?? '')));
    await eventually(async () => await two.ledger.settle(settlement(holds[1]?.id ?? '')));
  });

  test('do not depend on what the clock says, a day ahead or behind', async () => {
    const [runner, dead] = [await open(), randomUUID()];
    await open();
    const { id, accountId } = await holdFor(runner);
    // A gateway that died while the clock was a day ahead.
    await database.run(`INSERT INTO gateway VALUES ('${dead}', 0, 0, 1, ${Date.now() + DAY_MS}, 0)`);
    const orphan = randomUUID();
    await database.run(
      `UPDATE account SET reserved = reserved + 5 WHERE id = ${accountId};
       INSERT INTO open_request VALUES ('${orphan}', ${accountId}, NULL, NULL, '${dead}', 5, NULL, 0, 0, 0, 0, '[]', '[]', 0, NULL, 0)`,
    );
    const jumping = setInterval(() => {
      void database.run(`UPDATE gateway SET renewed_ms = renewed_ms - ${DAY_MS} WHERE boot_id <> '${dead}'`);
    }, LEASE_MS / 5);
    await voided(orphan);
    await pause(2);
    clearInterval(jumping);
    expect(await stateOf(id)).toBe('reserved');
    await runner.settle(settlement(id));
  });

  test('of gateways long dead are taken before a new one serves', async () => {
    const dead = await open(database.url, ENDLESS_MS);
    const { id, accountId } = await holdFor(dead);
    await database.run(`UPDATE gateway SET renewed_ms = renewed_ms - 2 * ${LEASE_MS}`);
    const onRecovered = vi.fn<(recovery: Recovery) => void>();
    const next = await open(database.url, LEASE_MS, onRecovered);
    expect(onRecovered.mock.calls).toEqual([[ONE_VOIDED]]);
    expect(await stateOf(id)).toBe('voided');
    expect(await next.balance(accountId)).toEqual({ postedMicroCredits: 100, heldMicroCredits: 0 });
    // Its idempotency key is free again, for any body.
    const idempotency = { key: id, fingerprint: '1'.repeat(64) };
    expect(await next.hold(sampleHold(randomUUID(), { accountId, idempotency }))).toEqual({
      outcome: 'held',
    });
  });

  test('of gateways that may live are not taken at a start', async () => {
    const runner = await open(database.url, ENDLESS_MS);
    const { id } = await holdFor(runner);
    const onRecovered = vi.fn<(recovery: Recovery) => void>();
    await open(database.url, ENDLESS_MS, onRecovered);
    expect(onRecovered).not.toHaveBeenCalled();
    await runner.settle(settlement(id));
  });

  test('are not taken from a gateway that shows life between the look and the taking', async () => {
    const runner = await open(database.url, ENDLESS_MS);
    const { id } = await holdFor(runner);
    const pool = createPool(database.url, 1);
    const [seen] = await database.run('SELECT boot_id, renewals FROM gateway WHERE taken = 0');
    const lease = { bootId: String(seen?.['boot_id']), renewals: Number(seen?.['renewals']) };
    const living = async (): Promise<readonly unknown[]> =>
      await database.run('SELECT boot_id FROM gateway WHERE taken = 0');
    await takeLeases(pool, [{ ...lease, renewals: lease.renewals - 1 }]);
    expect(await living()).toEqual([{ boot_id: lease.bootId }]);
    await runner.settle(settlement(id));
    const next = await holdFor(runner);
    await takeLeases(pool, [lease]);
    expect(await living()).toEqual([]);
    // It enters again before it writes; a hold that nobody has ended meanwhile is still its own.
    await runner.settle(settlement(next.id));
    expect(await living()).toEqual([{ boot_id: lease.bootId }]);
    await pool.end();
  });

  test('never show the same number twice, so that who lost a lease and came back is not taken for dead', async () => {
    const numbers: unknown[] = [];
    const runner = await open();
    const look = async (): Promise<void> => {
      const [row] = await database.run('SELECT renewals FROM gateway WHERE taken = 0');
      if (row !== undefined && !numbers.includes(row['renewals'])) numbers.push(row['renewals']);
    };
    for (let life = 0; life < 3; life += 1) {
      await runner.createAccount(randomUUID(), 0);
      const known = numbers.length;
      await eventually(async () => {
        await look();
        expect(numbers.length).toBeGreaterThan(known + 2);
      });
      await database.run('DELETE FROM gateway');
    }
    const ordered = numbers.map(Number);
    expect(ordered).toEqual(ordered.toSorted((one, other) => one - other));
  });

  test('end with their gateway, which gives back at once what it still holds', async () => {
    const watcher = await open(database.url, ENDLESS_MS);
    const leaving = await openPostgresLedger({ url: database.url, recover: true, leaseMs: ENDLESS_MS });
    const { id, accountId } = await holdFor(leaving);
    await leaving.close();
    expect(await stateOf(id)).toBe('voided');
    expect(await watcher.balance(accountId)).toEqual({ postedMicroCredits: 100, heldMicroCredits: 0 });
    expect(await database.run('SELECT count(*) AS gateways FROM gateway WHERE taken = 0')).toEqual([
      { gateways: '1' },
    ]);
  });

  test('may be taken by several survivors at once, each hold once', async () => {
    const dead = await open(database.url, ENDLESS_MS);
    const holds = await Promise.all(Array.from({ length: 20 }, async () => await holdFor(dead)));
    await database.run(`UPDATE gateway SET renewed_ms = renewed_ms - 2 * ${LEASE_MS}`);
    let voided = 0;
    const onRecovered = ({ voidedRequests }: Recovery): void => void (voided += voidedRequests);
    await Promise.all(Array.from({ length: 4 }, async () => await open(database.url, LEASE_MS, onRecovered)));
    expect(voided).toBe(20);
    for (const { id } of holds) expect(await stateOf(id)).toBe('voided');
  });
});
