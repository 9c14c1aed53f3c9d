import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { WEBHOOK } from '../../contract/ledgers/webhooks.ts';
import { pseudoRandom } from '../pseudo-random.ts';
import { describePostgres } from './describe-postgres.ts';
import { startSpender, watchInvariants } from './spenders/spending-fleet.ts';
import type { Spender } from './spenders/spending-fleet.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

const LEASE_MS = 3_000;
const GATEWAYS = 6;
/** Micro-credits; far less than the account has. */
const BUDGET = 8_000;
/** More than any request of a spending gateway holds. */
const HOLD_BOUND = 400;
/** Keeps every state of a budget, in the order they came. */
const AUDIT = `
  CREATE TABLE budget_state (n bigserial, amount bigint, charged bigint, held bigint);
  CREATE FUNCTION keep_budget() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO assay.budget_state (amount, charged, held) VALUES (new.amount, new.charged, new.held);
    RETURN NULL;
  END $$;
  CREATE TRIGGER keep_budget AFTER UPDATE ON budget FOR EACH ROW EXECUTE FUNCTION keep_budget()`;

await describePostgres('A budget that several gateways share', (administrator) => {
  const fleet: Spender[] = [];
  let database: TemporaryDatabase;
  beforeEach(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterEach(async () => {
    for (const spender of fleet.splice(0)) {
      spender.signal('SIGKILL');
      await spender.gone;
    }
    await database.drop();
  });

  test('is never passed while a third of them are killed, and then spent to the end', async () => {
    const seed = Date.now() % 1_000_000;
    process.stdout.write(`a budget of many gateways, seed ${seed}\n`);
    const random = pseudoRandom(seed);
    const reader = await openPostgresLedger({ url: database.url, recover: false });
    await reader.createAccount('spender', 100 * BUDGET);
    await reader.changeAccount('spender', { budgets: { day: BUDGET, month: 10 * BUDGET } });
    await reader.webhooks.set('spender', WEBHOOK);
    await database.run(AUDIT);
    for (let index = 0; index < GATEWAYS; index += 1)
      fleet.push(startSpender(database.url, seed + index, LEASE_MS));
    await Promise.all(fleet.map((spender) => spender.said(10)));
    const watched = new AbortController();
    // Among the invariants: what each budget has counted is what its requests come to.
    const looking = watchInvariants(reader, watched.signal);
    for (const victim of fleet.filter((_, index) => index % 3 === 0)) {
      await new Promise((resolve) => setTimeout(resolve, random() * 500));
      victim.signal('SIGKILL');
      await victim.gone;
    }
    const survivors = fleet.filter((_, index) => index % 3 !== 0);
    // Until what the dead held has come back and is spent as well: then nearly every request is refused.
    const spentOf = async (): Promise<number> => {
      const [row] = await database.run("SELECT charged FROM budget WHERE period = 'day'");
      return Number(row?.['charged']);
    };
    const lastKillMs = Date.now();
    const heldByDead = async (): Promise<number> => {
      const open = `SELECT count(*) AS open FROM open_request WHERE created_ms <= ${lastKillMs}`;
      return Number((await database.run(open))[0]?.['open']);
    };
    while ((await spentOf()) < BUDGET - HOLD_BOUND || (await heldByDead()) > 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all(survivors.map((spender) => spender.stop()));
    watched.abort();
    expect(await looking).toBeGreaterThan(0);

    const states = await database.run('SELECT * FROM budget_state WHERE charged + held > amount');
    expect(states).toEqual([]);
    expect(await reader.check()).toEqual([]);
    expect(await spentOf()).toBeLessThanOrEqual(BUDGET);
    const [open] = await database.run('SELECT sum(held) AS held FROM budget');
    expect(Number(open?.['held'])).toBe(0);
    const spent = await spentOf();
    const reached = [80, 100].filter((threshold) => spent * 100 >= BUDGET * threshold);
    expect(reached).toContain(80);
    for (const from of ['budget_alert a', 'webhook_event e JOIN budget_alert a ON a.id = e.alert_id']) {
      const told = await database.run(`SELECT a.period, a.threshold FROM ${from} ORDER BY a.threshold`);
      expect(told.map(({ period, threshold }) => [period, Number(threshold)])).toEqual(
        reached.map((threshold) => ['day', threshold]),
      );
    }
    const refusals = survivors.flatMap(({ claims }) => claims.filter(({ said }) => said === 'over_budget'));
    expect(refusals.length).toBeGreaterThan(20);
    await reader.close();
  });
});
