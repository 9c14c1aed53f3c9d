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
const claim = { key: 'k', fingerprint: 'f'.repeat(64) };

await describeTables('What is read', (tables) => {
  const { query, database } = tables;
  const reader = ledgerOf(new LedgerQueues(idleStore({ queries: queriesOf(database) }), { recover: true }));
  const hash = (id: number): Uint8Array => new Uint8Array(32).fill(id);
  beforeEach(async () => {
    await tables.insert('account', { ...accountRow({ posted: -5, reserved: 3 }) });
    await tables.insert('account', { ...accountRow({ id: 2, worst_holds: 1, suspended: 1 }) });
  });

  describe('of a key', () => {
    test('is its account, with the limits of the key', async () => {
      await tables.insert('api_key', { ...keyRow() });
      await tables.insert('api_key', {
        ...keyRow({
          id: 2,
          account_id: 2,
          models: '["vega-*"]',
          requests_per_minute: 7,
          expires_ms: FUTURE_MS,
        }),
      });
      await tables.insert('api_key', { ...keyRow({ id: 3, revoked_ms: 1 }) });
      await tables.insert('api_key', { ...keyRow({ id: 4, expires_ms: Date.now() - 1 }) });
      expect(await reader.authenticate(hash(1))).toEqual({
        id: 1,
        name: 'account 1',
        markupMilli: 1e3,
        zeroDataRetention: false,
        cache: false,
        requestsPerMinute: 60,
        requestsInFlight: 10,
        holds: 'likely',
        keyId: 1,
        suspended: false,
        models: null,
      });
      expect(await reader.authenticate(hash(2))).toMatchObject({
        id: 2,
        requestsPerMinute: 7,
        models: ['vega-*'],
        holds: 'worst',
        suspended: true,
      });
      for (const id of [3, 4, 5]) expect(await reader.authenticate(hash(id))).toBeUndefined();
    });

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
    expect(await reader.balance(1)).toEqual({ postedMicroCredits: -5, reservedMicroCredits: 3 });
    await expect(reader.balance(3)).rejects.toMatchObject({ code: 'account-unknown' });
  });

  test('of an idempotency key is how it was used: in flight it has no age', async () => {
    const row = { account_id: 1, ...claim, created_ms: 1 };
    const found = async (): Promise<unknown> => await reader.findReply(1, claim);
    expect(await found()).toBeUndefined();
    await tables.insert('open_request', { ...openRow() });
    await tables.insert('idempotency', { ...row, request_id: 'open' });
    expect(await found()).toEqual({ outcome: 'in_flight', requestId: 'open' });
    expect(await reader.findReply(2, claim)).toBeUndefined();
    expect(await reader.findReply(1, { ...claim, fingerprint: 'e'.repeat(64) })).toEqual({
      outcome: 'key_mismatch',
    });
    await tables.insert('request', { ...requestRow({ charge: 4 }) });
    await query("UPDATE idempotency SET request_id = 'settled'");
    expect(await found()).toBeUndefined();
    await query(`UPDATE idempotency SET created_ms = ${Date.now()}`);
    const settled = { outcome: 'settled', requestId: 'settled', chargeMicroCredits: 4 };
    expect(await found()).toEqual({ ...settled, responseBytes: null });
    const log = { account_id: 1, request: Buffer.from('{}'), response: Buffer.from('"ü"'), bytes: 6 };
    await tables.insert('prompt_log', { request_id: 'settled', ...log, finished_ms: 1 });
    expect(await found()).toEqual({ ...settled, responseBytes: 4 });
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

  describe('of an account’s requests', () => {
    test('are open and ended ones in one order, a page after the other', async () => {
      for (const created_ms of [1, 3, 5])
        await tables.insert('request', { ...requestRow({ id: `ended ${created_ms}`, created_ms }) });
      for (const created_ms of [2, 5, 6])
        await tables.insert('open_request', { ...openRow({ id: `open ${created_ms}`, created_ms }) });
      await tables.insert('request', { ...requestRow({ id: 'others', account_id: 2 }) });
      const first = await reader.listRequests({ accountId: 1, limit: 4 });
      expect(first.requests.map(({ requestId, state }) => [requestId, state])).toEqual([
        ['open 6', 'reserved'],
        ['open 5', 'reserved'],
        ['ended 5', 'settled'],
        ['ended 3', 'settled'],
      ]);
      const second = await reader.listRequests({ accountId: 1, limit: 4, after: first.next ?? undefined });
      expect(second.requests.map(({ requestId }) => requestId)).toEqual(['open 2', 'ended 1']);
      expect(second.next).toBeNull();
    });

    test('are read from indexes alone, in their order', async () => {
      const asked: RequestPageQuery = {
        accountId: 1,
        limit: 20,
        after: { createdMs: 1_000, requestId: 'a' },
      };
      for (let serial = 0; serial < 300; serial += 1)
        await tables.insert('request', { ...requestRow({ id: `r${serial}`, created_ms: serial }) });
      const plan = await tables.plans((recorded) => readRequestPage(recorded, asked));
      expect(plan).toMatch(
        tables.isSqlite
          ? /CO-ROUTINE e\nSEARCH request USING INDEX request_created \(account_id=\? .*\)\nSCAN e/
          : /Scan Backward using request_created on request/,
      );
      expect(plan).not.toMatch(/SCAN request\b|Seq Scan on request\b/);
    });

    test('is one with its calls and the lengths of its texts', async () => {
      await tables.insert('request', { ...requestRow({ charge: 4 }) });
      await tables.insert('call', { ...callRow({ role: 'judge' }) });
      await tables.insert('call', { ...callRow({ sequence: 1, cost: 4 }) });
      const log = { account_id: 1, request: Buffer.from('abc€'), response: Buffer.from('d'), bytes: 7 };
      await tables.insert('prompt_log', { request_id: 'settled', ...log, finished_ms: 1 });
      const record = await reader.findRequest(1, 'settled');
      expect(record).toMatchObject({
        state: 'settled',
        owner: 'gateway',
        chargeMicroCredits: 4,
        models: ['vega-5'],
        judges: [],
        calls: [
          {
            role: 'contestant',
            latencyMs: 1.5,
          },
          { role: 'judge' },
        ],
        log: {
          requestBytes: 6,
          responseBytes: 1,
        },
      });
      expect(await reader.findRequest(2, 'settled')).toBeUndefined();
      const piece = { accountId: 1, requestId: 'settled', text: 'request', offsetBytes: 4 } as const;
      expect([...((await reader.readLog(piece)) ?? [])]).toEqual([...Buffer.from('€').subarray(1)]);
      expect(await reader.readLog({ ...piece, accountId: 2 })).toBeUndefined();
      expect(await reader.readLog({ ...piece, text: 'judged_with' })).toBeUndefined();
    });
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

  test('of usage adds up to what was charged, of all accounts as of one', async () => {
    await tables.insert('api_key', { ...keyRow() });
    for (let serial = 0; serial < 450; serial += 1) {
      const id = `r${String(serial).padStart(3, '0')}`;
      const finished_ms = serial < 220 ? 1_000 : 1_000 + serial;
      const charges = { charge: 6, absorbed: 4, key_id: serial % 2 === 0 ? 1 : null };
      await tables.insert('request', { ...requestRow({ id, finished_ms, ...charges }) });
      await tables.insert('call', { ...callRow({ request_id: id, cost: 5 }) });
      await tables.insert('call', {
        ...callRow({ request_id: id, sequence: 1, model_id: 'nova-2', cost: 5 }),
      });
    }
    const asked = { by: 'model', fromMs: 0, toMs: 10_000 } as const;
    const rows = await reader.usage(asked);
    expect(rows).toMatchObject([
      { group: 'nova-2', calls: 450, billedMicroCredits: 450, absorbedMicroCredits: 1_800 },
      { group: 'vega-5', calls: 450, billedMicroCredits: 2_250, absorbedMicroCredits: 0 },
    ]);
    expect(await reader.usage({ ...asked, accountId: 1 })).toEqual(rows);
    expect(await reader.usage({ ...asked, accountId: 2 })).toEqual([]);
    const fine = { ...asked, by: 'day', within: ['account', 'key', 'model'] } as const;
    const figures = await reader.usage(fine);
    expect(figures.map(({ group, others }) => [group, ...(others ?? [])])).toEqual(
      expect.arrayContaining([
        ['1970-01-01', 'account 1', 'key-1', 'vega-5'],
        ['1970-01-01', 'account 1', null, 'nova-2'],
      ]),
    );
    await expect(reader.usage({ ...fine, maxRows: 3 })).rejects.toMatchObject({ code: 'invalid' });
    expect(await reader.outputsByModel(450)).toMatchObject([
      { modelId: expect.any(String), calls: 450, likelyTokens: 1, meanTokens: 1, commonTokens: 0 },
      { calls: 450 },
    ]);
    expect(await reader.outputsByModel(451)).toEqual([]);
  });

  test('of the audit log are entries of one moment by their number', async () => {
    for (const change_id of ['a', 'b', 'c']) {
      const note = { change_id, via: 'api', actor: 'ops', origin: null, action: change_id, subject: null };
      await tables.insert('audit_entry', { ...note, at_ms: 5, detail: '{"a":1}' });
    }
    const first = await reader.audit({ limit: 2 });
    expect(first.entries.map(({ action }) => action)).toEqual(['c', 'b']);
    const second = await reader.audit({ limit: 2, after: first.next ?? undefined });
    expect(second).toMatchObject({ entries: [{ action: 'a', detail: { a: 1 }, via: 'api' }], next: null });
    expect((await reader.audit({ limit: 2, toMs: 5 })).entries).toEqual([]);
    await expect(reader.audit({ limit: 0 })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('of an admin token is whether another one is active', async () => {
    expect(await reader.findAdminToken('p')).toBe('none');
    const token = { scope: 'read', created_ms: 1 };
    await tables.insert('admin_token', { ...token, name: 'old', prefix: 'o', hash: hash(1), revoked_ms: 2 });
    expect(await reader.findAdminToken('o')).toBe('none');
    await tables.insert('admin_token', {
      ...token,
      name: 'new',
      prefix: 'p',
      hash: hash(2),
      revoked_ms: null,
    });
    expect(await reader.findAdminToken('o')).toBeUndefined();
    expect(await reader.findAdminToken('p')).toMatchObject({ name: 'new', scope: 'read' });
    expect((await reader.listAdminTokens()).map(({ name }) => name)).toEqual(['new', 'old']);
  });
});
