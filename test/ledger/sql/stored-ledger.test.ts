import { beforeEach, describe, expect, test } from 'vitest';
import { LedgerQueues } from '../../../core/ledger/ledger-queues.ts';
import { ledgerOf } from '../../../core/ledger/stored-ledger.ts';
import { readRequestPage } from '../../../core/ledger/sql/request-page.ts';
import { countBudget } from '../../../core/ledger/sql/budgets.ts';
import type { RequestPageQuery } from '../../../core/ledger/requests/request-page.ts';
import { idleStore, queriesOf } from '../idle-store.ts';
import { describeTables } from './databases.ts';
import { accountRow, alertRow, budgetRow, callRow, keyRow, openRow, requestRow } from './rows.ts';

const FUTURE_MS = 9_000_000_000_000;

await describeTables('What is read', (tables) => {
  const { query, database } = tables;
  const reader = ledgerOf(new LedgerQueues(idleStore({ queries: queriesOf(database) }), { recover: true }));
  beforeEach(async () => {
    await tables.insert('account', { ...accountRow({ posted: -5, reserved: 3 }) });
    await tables.insert('account', { ...accountRow({ id: 2, worst_holds: 1, suspended: 1 }) });
  });

  describe('of a key', () => {
    test('are the budgets of its account and its family, as they are now', async () => {
      await tables.insert('api_key', { ...keyRow() });
      await tables.insert('api_key', { ...keyRow({ id: 2, family_id: 1 }) });
      await tables.insert('api_key', { ...keyRow({ id: 3 }) });
      await tables.insert('budget', { ...budgetRow({ charged: 400, held: 100, ends_ms: 86_400_000 }) });
      await tables.insert('budget', { ...budgetRow({ family_id: 1, period: 'month', charged: 9 }) });
      await tables.insert('budget', { ...budgetRow({ family_id: 3, amount: 5 }) });
      const budgets = await reader.budgets(1, 2);
      expect(budgets).toMatchObject([
        { scope: 'account', period: 'day', spentMicroCredits: 0, heldMicroCredits: 100 },
        { scope: 'key', period: 'month', spentMicroCredits: 9, resetsAtMs: FUTURE_MS },
      ]);
      expect(budgets[0]?.resetsAtMs).toBeGreaterThan(Date.now());
      const [key] = await reader.listKeys('account 1');
      expect(key).toMatchObject({ budgets: { day: null, month: 1_000 }, budgetsLeft: { month: 991 } });
      expect(await reader.findAccount('account 1')).toMatchObject({ budgetsLeft: { day: 900, month: null } });
    });

    test('is when it last took a hold, of open and ended requests', async () => {
      for (const id of [1, 2, 3]) await tables.insert('api_key', { ...keyRow({ id }) });
      await tables.insert('request', { ...requestRow({ key_id: 1, created_ms: 5 }) });
      await tables.insert('open_request', { ...openRow({ key_id: 1, family_id: 1, created_ms: 7 }) });
      await tables.insert('open_request', {
        ...openRow({ id: 'b', key_id: 2, family_id: 2, created_ms: 6 }),
      });
      const keys = await reader.listKeys();
      expect(keys.map(({ lastUsed }) => lastUsed && Date.parse(lastUsed))).toEqual([7, 6, null]);
      expect(await reader.listKeys('account 2')).toEqual([]);
      await expect(reader.listKeys('nobody')).rejects.toMatchObject({ code: 'account-unknown' });
    });
  });

  test('of accounts is a page after another, and what one owes', async () => {
    expect(await reader.listAccounts()).toHaveLength(2);
    expect(await reader.listAccounts(1, 5)).toMatchObject([{ id: 2 }]);
    expect(await reader.listAccounts(0, 1)).toMatchObject([{ id: 1 }]);
    expect(await reader.findAccount('nobody')).toBeUndefined();
    expect(await reader.balance(1)).toEqual({ postedMicroCredits: -5, heldMicroCredits: 3 });
    await expect(reader.balance(3)).rejects.toMatchObject({ code: 'account-unknown' });
  });

  test('of a budget that is set are the charges of its period and what is held', async () => {
    await tables.insert('api_key', { ...keyRow() });
    await tables.insert('api_key', { ...keyRow({ id: 2, family_id: 1 }) });
    for (const [id, key_id, finished_ms] of [
      ['before', 1, 99],
      ['first', 1, 100],
      ['successor’s', 2, 150],
      ['nobody’s', null, 199],
      ['after', 1, 200],
    ] as const)
      await tables.insert('request', { ...requestRow({ id, key_id, finished_ms, charge: 10 }) });
    await tables.insert('open_request', { ...openRow({ hold: 3, key_id: 2, family_id: 1 }) });
    await tables.insert('open_request', { ...openRow({ id: 'b', hold: 4 }) });
    await tables.insert('budget_alert', { ...alertRow({ family_id: 1, starts_ms: 100 }) });
    const period = { account_id: 1, period: 'day', starts_ms: 100, ends_ms: 200 } as const;
    const counted = [0, 1].map((family_id) => countBudget(database, { ...period, family_id }));
    expect(await Promise.all(counted)).toEqual([
      { charged: 30, held: 7, alerted: 0 },
      { charged: 20, held: 3, alerted: 80 },
    ]);
  });

  test('of an account’s requests is read from indexes alone, in their order', async () => {
    const query: RequestPageQuery = {
      accountId: 1,
      limit: 20,
      after: { createdMs: 1_000, requestId: 'a' },
    };
    for (let serial = 0; serial < 300; serial += 1)
      await tables.insert('request', { ...requestRow({ id: `r${serial}`, created_ms: serial }) });
    const plan = await tables.plans((recorded) => readRequestPage(recorded, query));
    expect(plan).toMatch(
      tables.isSqlite
        ? /CO-ROUTINE e\nSEARCH request USING INDEX request_created \(account_id=\? .*\)\nSCAN e/
        : /Scan Backward using request_created on request/,
    );
    expect(plan).not.toMatch(/SCAN request\b|Seq Scan on request\b/);
  });

  test('of a history are credits and charges, the newest first', async () => {
    const credit = { account_id: 1, note: null };
    await tables.insert('credit', { id: 1, amount: 100, created_ms: 1, ...credit });
    await tables.insert('credit', { id: 2, amount: -30, created_ms: 5, ...credit, note: 'too much' });
    await tables.insert('request', { ...requestRow({ id: 'a', finished_ms: 3, charge: 10, absorbed: 2 }) });
    await tables.insert('request', { ...requestRow({ id: 'b', finished_ms: 4, state: 'voided' }) });
    await tables.insert('request', { ...requestRow({ id: 'c', account_id: 2, finished_ms: 3 }) });
    const shown = (await reader.history('account 1', 10)).map(
      ({ at, kind, microCredits, requestId, note }) => [Date.parse(at), kind, microCredits, requestId, note],
    );
    expect(shown).toEqual([
      [5, 'correction', 30, null, 'too much'],
      [3, 'absorbed', 2, 'a', null],
      [3, 'charge', 10, 'a', null],
      [1, 'grant', 100, null, null],
    ]);
    expect(await reader.history('account 1', 2)).toHaveLength(2);
    const book = await query(
      'SELECT kind, amount FROM entry WHERE account_id = 1 ORDER BY created_ms DESC, kind',
    );
    expect(book.map(({ kind, amount }) => [kind, amount])).toEqual(shown.map((line) => line.slice(1, 3)));
  });

  test('of usage is of all accounts or of one, and refused beyond the rows that the caller takes', async () => {
    await tables.insert('request', { ...requestRow({ charge: 6, absorbed: 4 }) });
    for (const [sequence, model_id] of ['vega-5', 'nova-2'].entries())
      await tables.insert('call', { ...callRow({ sequence, model_id, cost: 5 }) });
    const query = { by: 'model', fromMs: 0, toMs: 10_000 } as const;
    const rows = await reader.usage(query);
    expect(rows).toMatchObject([
      { group: 'nova-2', calls: 1, billedMicroCredits: 1, absorbedMicroCredits: 4 },
      { group: 'vega-5', calls: 1, billedMicroCredits: 5, absorbedMicroCredits: 0 },
    ]);
    expect(await reader.usage({ ...query, accountId: 1 })).toEqual(rows);
    expect(await reader.usage({ ...query, accountId: 2 })).toEqual([]);
    const fine = { ...query, by: 'day', within: ['model'] } as const;
    expect(await reader.usage({ ...fine, maxRows: 2 })).toHaveLength(2);
    await expect(reader.usage({ ...fine, maxRows: 1 })).rejects.toMatchObject({ code: 'invalid' });
  });
});
