import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatabaseSync } from 'node:sqlite';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { WEBHOOK } from '../../contract/ledgers/webhooks.ts';
import { startSpender, type Spender } from '../postgres/spenders/spending-fleet.ts';
import { pseudoRandom } from '../pseudo-random.ts';
import { meddle, temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

/** Micro-credits; far less than the account has. */
const BUDGET = 20_000;
/** More than any request of a spending gateway holds. */
const HOLD_BOUND = 400;
const MAX_LIVES = 60;
/** Keeps every state of a budget that must never be. */
const AUDIT = `
  CREATE TABLE passed_budget (amount INTEGER, charged INTEGER, held INTEGER);
  CREATE TRIGGER keep_passed AFTER UPDATE ON budget WHEN new.charged + new.held > new.amount AND new.amount = old.amount
  BEGIN INSERT INTO passed_budget VALUES (new.amount, new.charged, new.held); END`;

let place: TemporaryPlace;
let spender: Spender | undefined;
beforeEach(() => {
  place = temporaryPlace();
});
afterEach(async () => {
  spender?.signal('SIGKILL');
  await spender?.gone;
  place.remove();
});

const read = (sql: string): readonly Readonly<Record<string, unknown>>[] =>
  meddle(place.path, (database: DatabaseSync) => database.prepare(sql).all());
const spentOfDay = (): number =>
  Number(read("SELECT charged FROM budget WHERE period = 'day'")[0]?.['charged']);

/** Thresholds that were told of, in the order of their height; each as often as it was. */
function told(from: string, period: string): readonly number[] {
  const alerts = `SELECT a.threshold FROM ${from} WHERE a.period = '${period}' ORDER BY a.threshold`;
  return read(alerts).map(({ threshold }) => Number(threshold));
}

test('a budget is never passed by gateways that are killed one after the other, and is told of once', async () => {
  const seed = Date.now() % 1_000_000;
  process.stdout.write(`a budget of killed gateways, seed ${seed}\n`);
  const random = pseudoRandom(seed);
  const admin = await openSqliteLedger({ path: place.path, recover: false });
  await admin.createAccount('spender', 100 * BUDGET);
  await admin.changeAccount('spender', { budgets: { day: BUDGET, month: 2 * BUDGET } });
  await admin.webhooks.set('spender', WEBHOOK);
  meddle(place.path, (database) => database.exec(AUDIT));

  let lives = 0;
  while (spentOfDay() < BUDGET - HOLD_BOUND && lives < MAX_LIVES) {
    lives += 1;
    spender = startSpender(place.path, seed + lives, 0);
    await spender.said(1);
    await new Promise((resolve) => setTimeout(resolve, random() * 300));
    spender.signal('SIGKILL');
    await spender.gone;
    // What each budget has counted is what its requests come to, also of those that were left open.
    expect(await admin.check()).toEqual([]);
  }
  expect(lives).toBeGreaterThan(3);
  expect(spentOfDay()).toBeGreaterThanOrEqual(BUDGET - HOLD_BOUND);
  const last = await openSqliteLedger({ path: place.path, recover: true });
  expect(await last.check()).toEqual([]);
  await last.close();
  expect(read('SELECT * FROM passed_budget')).toEqual([]);
  expect(Number(read('SELECT sum(held) AS held FROM budget')[0]?.['held'])).toBe(0);

  const spent = spentOfDay();
  expect(spent).toBeLessThanOrEqual(BUDGET);
  const reached = [80, 100].filter((threshold) => spent * 100 >= BUDGET * threshold);
  const outbox = 'webhook_event e JOIN budget_alert a ON a.id = e.alert_id';
  for (const from of ['budget_alert a', outbox]) {
    expect(told(from, 'day')).toEqual(reached);
    expect(told(from, 'month')).toEqual([]);
  }
  // Lowered to what is spent, it is reached whole, and nothing more is told of it however often it is charged.
  await admin.changeAccount('spender', { budgets: { day: spent } });
  await admin.changeAccount('spender', { budgets: { day: spent - 1 } });
  for (const from of ['budget_alert a', outbox]) expect(told(from, 'day')).toEqual([80, 100]);
  await admin.close();
});
