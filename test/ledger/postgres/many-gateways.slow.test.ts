import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { describePostgres } from './describe-postgres.ts';
import { pseudoRandom } from '../pseudo-random.ts';
import {
  expectClaimsKept,
  expectRefusalsTrue,
  heldBy,
  startSpender,
  watchInvariants,
} from './spenders/spending-fleet.ts';
import type { FinishedRequest, Spender } from './spenders/spending-fleet.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';
import { eventually } from '../../support/eventually.ts';

const LEASE_MS = 3_000;
/** Enough that some of it is still held when gateways that started slowly are killed. */
const GRANT = 40_000;
const GATEWAYS = 12;
/** Keeps every balance an account has, in the order they came: its row's lock makes that the order of commits. */
const AUDIT = `
  CREATE TABLE balance_state (n bigserial, at_ms float8, posted bigint, reserved bigint);
  CREATE FUNCTION keep_balance() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO assay.balance_state (at_ms, posted, reserved)
    VALUES (extract(epoch FROM clock_timestamp()) * 1000, new.posted, new.reserved);
    RETURN new;
  END $$;
  CREATE TRIGGER keep_balance AFTER UPDATE ON account FOR EACH ROW EXECUTE FUNCTION keep_balance()`;

await describePostgres('Many gateways spending one balance', (administrator) => {
  const fleet: Spender[] = [];
  let database: TemporaryDatabase;

  beforeEach(async () => {
    database = await temporaryDatabase(administrator);
    const bank = await openPostgresLedger({ url: database.url, recover: false });
    await bank.createAccount('spender', GRANT);
    await bank.changeAccount('spender', { budgets: { day: 10 * GRANT, month: 10 * GRANT } });
    await bank.close();
    await database.run(AUDIT);
  });
  afterEach(async () => {
    for (const spender of fleet.splice(0)) await spender.kill();
    await database.drop();
  });

  function start(count: number, seed: number): void {
    for (let index = 0; index < count; index += 1) {
      fleet.push(startSpender(database.url, seed + index, LEASE_MS));
    }
  }

  /** Waits for as many leases as there are gateways that live. */
  async function expectGateways(count: number): Promise<void> {
    const look = async (): Promise<void> => {
      const [row] = await database.run('SELECT count(*) AS gateways FROM gateway WHERE taken = 0');
      expect(Number(row?.['gateways'])).toBe(count);
    };
    await eventually(look);
  }

  async function readRequests(): Promise<ReadonlyMap<string, FinishedRequest>> {
    const rows = await database.run(
      "SELECT id, state, charge FROM request UNION ALL SELECT id, 'reserved', NULL FROM open_request",
    );
    return new Map(
      rows.map(({ id, state, charge }) => [String(id), { state: String(state), charge: Number(charge) }]),
    );
  }

  /** @returns how many refusals there were. */
  async function expectTruth(): Promise<number> {
    const rows = await database.run('SELECT * FROM balance_state ORDER BY n');
    const states = rows.map(({ at_ms: atMs, posted, reserved }) => ({
      atMs: Number(atMs),
      posted: Number(posted),
      reserved: Number(reserved),
    }));
    for (const { posted, reserved } of states) {
      expect(reserved).toBeGreaterThanOrEqual(0);
      expect(posted).toBeGreaterThanOrEqual(reserved);
    }
    const claims = fleet.flatMap((spender) => spender.claims);
    expectClaimsKept(claims, await readRequests());
    return expectRefusalsTrue(claims);
  }

  test('a third of them killed: nothing is lost, made up or spent twice, at any moment', async () => {
    const seed = Date.now() % 1_000_000;
    process.stdout.write(`many gateways, seed ${seed}\n`);
    const random = pseudoRandom(seed);
    start(GATEWAYS, seed);
    await Promise.all(fleet.map(async (spender) => await spender.claimed(20)));

    const reader = await openPostgresLedger({ url: database.url, recover: false });
    const watched = new AbortController();
    const looking = watchInvariants(reader, watched.signal);

    const victims = fleet.filter((_, index) => index % 3 === 0);
    for (const victim of victims) {
      await new Promise((resolve) => setTimeout(resolve, random() * 500));
      await victim.kill();
    }
    // Their holds come back while the others go on: the survivors do it, nobody starts or stops.
    await expectGateways(GATEWAYS - victims.length);
    await eventually(async () => {
      const requests = await readRequests();
      for (const requestId of victims.flatMap(heldBy))
        expect(requests.get(requestId)?.state).not.toBe('reserved');
    });
    await eventually(() =>
      expect(expectRefusalsTrue(fleet.flatMap(({ claims }) => claims))).toBeGreaterThan(20),
    );
    await Promise.all(fleet.map(async (spender) => await spender.stop()));
    watched.abort();
    expect(await looking).toBeGreaterThan(0);

    expect(await reader.check()).toEqual([]);
    expect(await reader.listAccounts()).toMatchObject([{ heldMicroCredits: 0 }]);
    await reader.close();
    const survivors = fleet.filter((_, index) => index % 3 !== 0);
    expect(survivors.flatMap(({ claims }) => claims.filter(({ event }) => event === 'error'))).toEqual([]);
    const taken = survivors.reduce((sum, { claims }) => sum + (claims.at(-1)?.voided ?? 0), 0);
    expect(taken).toBeGreaterThan(0);
    expect(await expectTruth()).toBeGreaterThan(20);
  });
});
