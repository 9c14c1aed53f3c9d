import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BudgetChanges } from '../../../core/ledger/budgets/budget.ts';
import type { HoldResult } from '../../../core/ledger/ledger.ts';
import type { Operation } from '../../../core/ledger/ledger-operation.ts';
import { createSqliteTables } from '../../../core/ledger/sqlite/schema.ts';
import { checkLedger, SqliteWriter } from '../../../core/ledger/sqlite/writer.ts';
import { sampleHold, settlement } from '../../contract/ledgers/samples.ts';

const LAST_OF_MONTHS = ['2027-02-28', '2028-02-29', '2027-04-30', '2026-12-31', '2027-01-31'];
const LAST_MOMENT = 'T23:59:59.999Z';

let serial = 0;
const database = new DatabaseSync(':memory:');
createSqliteTables(database);
const writerOf = (owner: string): SqliteWriter =>
  new SqliteWriter(database, { owner, maxTextBytes: 1_000, maxCacheBytes: 1_000 });
const writer = writerOf('this');
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => {
  vi.useRealTimers();
  database.close();
});

/** @returns the value of the first operation. */
async function write(...operations: readonly Operation[]): Promise<unknown> {
  const results = await writer.write(operations);
  return results.map((result) => {
    if ('refusal' in result) throw new Error(result.refusal.message);
    return result.value;
  })[0];
}

function at(iso: string, laterMs = 0): void {
  vi.setSystemTime(Date.parse(iso) + laterMs);
}

/** @returns the ID of the account. */
async function newAccount(budgets: BudgetChanges): Promise<number> {
  const name = `account ${(serial += 1)}`;
  const account = await write(
    { kind: 'createAccount', name, microCredits: 10_000 },
    { kind: 'changeAccount', accountName: name, settings: { budgets } },
  );
  return (account as { readonly id: number }).id;
}

async function reserve(accountId: number, holdMicroCredits: number) {
  const requestId = `request-${(serial += 1)}`;
  const result = await write({
    kind: 'hold',
    ...sampleHold(requestId, { accountId, holdMicroCredits }),
  });
  return { requestId, ...(result as HoldResult) };
}

async function hold(accountId: number, microCredits: number): Promise<string> {
  const { requestId, outcome } = await reserve(accountId, microCredits);
  expect(outcome).toBe('held');
  return requestId;
}

function settling(requestId: string, chargeMicroCredits: number): Operation {
  return { kind: 'settle', ...settlement(requestId, { chargeMicroCredits }) };
}

async function charge(requestId: string, chargeMicroCredits: number): Promise<void> {
  await write(settling(requestId, chargeMicroCredits));
}

function chargedOfMonth(accountId: number): unknown {
  const month = "SELECT charged FROM budget WHERE account_id = ? AND period = 'month'";
  return database.prepare(month).get(accountId)?.['charged'];
}

/** @returns the budget that refuses the hold, and until when. */
async function refusal(accountId: number, microCredits: number): Promise<string> {
  const result = await reserve(accountId, microCredits);
  if (result.outcome !== 'over_budget') throw new Error(`The hold is ${result.outcome}.`);
  return `${result.budget.period} until ${new Date(result.budget.resetsAtMs).toISOString()}`;
}

test.each(LAST_OF_MONTHS)('a day and a month that end on %s', async (last) => {
  at(`${last}T00:00:00Z`);
  const account = await newAccount({ day: 50, month: 80 });
  await charge(await hold(account, 50), 50);
  const next = new Date(Date.parse(last) + 86_400_000).toISOString();
  at(`${last}${LAST_MOMENT}`);
  expect(await refusal(account, 1)).toBe(`day until ${next}`);
  at(`${last}${LAST_MOMENT}`, 1);
  const ends = new Date(Date.UTC(Number(next.slice(0, 4)), Number(next.slice(5, 7)))).toISOString();
  await charge(await hold(account, 50), 50);
  expect(await refusal(account, 31)).toBe(`month until ${ends}`);
  expect(await checkLedger(database)).toEqual([]);
});

test('a month goes on over midnight', async () => {
  at('2027-02-27T12:00:00Z');
  const account = await newAccount({ day: 50, month: 80 });
  await charge(await hold(account, 50), 50);
  at('2027-02-28T00:00:00Z');
  await charge(await hold(account, 30), 30);
  expect(await refusal(account, 1)).toBe('month until 2027-03-01T00:00:00.000Z');
  at('2027-03-01T00:00:00Z');
  await hold(account, 50);
});

test('a request counts in the period in which it ends, and its hold until then', async () => {
  at(`2027-03-31${LAST_MOMENT}`);
  const account = await newAccount({ day: 100, month: 100 });
  const open = await hold(account, 60);
  at('2027-04-01T00:00:00Z');
  expect(await refusal(account, 41)).toMatch(/^month/);
  await charge(open, 70);
  expect(chargedOfMonth(account)).toBe(70);
  expect(await refusal(account, 31)).toMatch(/^month/);
  await hold(account, 30);
  expect(await checkLedger(database)).toEqual([]);
});

test('a charge beyond the hold counts in the new day', async () => {
  at(`2027-05-10${LAST_MOMENT}`);
  const account = await newAccount({ day: 100, month: 1_000 });
  await charge(await hold(account, 80), 80);
  const open = await hold(account, 20);
  at('2027-05-11T00:00:00Z');
  await charge(open, 150);
  expect(chargedOfMonth(account)).toBe(230);
  expect(await refusal(account, 1)).toMatch(/^day/);
  expect(await checkLedger(database)).toEqual([]);
});

test('many that end together after midnight are each counted once', async () => {
  at(`2027-05-31${LAST_MOMENT}`);
  const account = await newAccount({ day: 500, month: 500 });
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push(await hold(account, 10));
  at('2027-06-01T00:00:00Z');
  await write(...ids.map((id) => settling(id, 10)));
  expect(chargedOfMonth(account)).toBe(200);
  expect(await checkLedger(database)).toEqual([]);
  expect(await refusal(account, 301)).toMatch(/^month/);
  await hold(account, 300);
});

test('many that recovery ends after midnight are counted, too', async () => {
  at(`2027-06-30${LAST_MOMENT}`);
  const account = await newAccount({ day: 500, month: 500 });
  await charge(await hold(account, 400), 400);
  for (let index = 0; index < 10; index += 1) await hold(account, 10);
  at('2027-07-01T00:00:00Z');
  await writerOf('another').recover();
  expect(await checkLedger(database)).toEqual([]);
  await hold(account, 500);
});

test('a clock that goes back finds what was spent on that day', async () => {
  at('2027-08-10T12:00:00Z');
  const account = await newAccount({ day: 100 });
  await charge(await hold(account, 70), 70);
  at('2027-08-11T00:00:01Z');
  await charge(await hold(account, 90), 90);
  at(`2027-08-10${LAST_MOMENT}`);
  expect(await refusal(account, 31)).toBe('day until 2027-08-11T00:00:00.000Z');
  await charge(await hold(account, 30), 30);
  at('2027-08-11T00:00:02Z');
  expect(await refusal(account, 11)).toBe('day until 2027-08-12T00:00:00.000Z');
  expect(await checkLedger(database)).toEqual([]);
});
