import { beforeEach, describe, expect, test } from 'vitest';
import { runStep } from '../../../core/ledger/sql/steps.ts';
import { LedgerQueues } from '../../../core/ledger/ledger-queues.ts';
import type { LedgerStore } from '../../../core/ledger/ledger-store.ts';
import { ledgerOf } from '../../../core/ledger/stored-ledger.ts';
import { CLAIM_MS } from '../../../core/ledger/webhooks/outbox.ts';
import { idleStore, queriesOf } from '../idle-store.ts';
import { describeTables } from './databases.ts';
import { accountRow, alertRow, eventRow, keyRow, requestRow } from './rows.ts';

const FAR_MS = 9_000_000_000_000;

await describeTables('The outbox', (tables) => {
  const { query, database } = tables;
  const run: LedgerStore['runStep'] = async (step) => await runStep(database, step);
  const queues = new LedgerQueues(idleStore({ queries: queriesOf(database), runStep: run }), {
    recover: true,
  });
  const { webhooks: outbox } = ledgerOf(queues);
  const event = async (id: string, changes: Parameters<typeof eventRow>[0] = {}): Promise<void> => {
    await tables.insert('request', { ...requestRow({ id, account_id: changes.account_id ?? 1 }) });
    await tables.insert('webhook_event', { ...eventRow({ id, ...changes }) });
  };
  const idsOf = (claimed: readonly { readonly id: string }[]): readonly string[] =>
    claimed.map(({ id }) => id).toSorted();

  beforeEach(async () => {
    for (const id of [1, 2, 3]) {
      await tables.insert('account', { ...accountRow({ id }) });
      const webhook = { url: 'https://receiver.example/', secret: 'whsec_', created_ms: 1 };
      await tables.insert('webhook', { account_id: id, ...webhook });
    }
  });

  describe('gives an account', () => {
    test('as many of its due events as it wants, the earliest first, and keeps them from others', async () => {
      for (const [id, due_ms] of Object.entries({ a: 3, b: 1, c: 2, later: FAR_MS }))
        await event(id, { due_ms });
      await event('others', { account_id: 2 });
      const { claimed } = await outbox.claim([], [{ accountId: 1, maxEvents: 2 }]);
      expect(idsOf(claimed)).toEqual(['b', 'c']);
      expect(claimed[0]).toMatchObject({ attempt: 1, message: { type: 'prompt.settled' } });
      const rest = await outbox.claim(
        [],
        [
          { accountId: 1, maxEvents: 5 },
          { accountId: 2, maxEvents: 5 },
        ],
      );
      expect(idsOf(rest.claimed)).toEqual(['a', 'others']);
      const [dueMs] = await tables.column("SELECT due_ms FROM webhook_event WHERE id = 'b'");
      expect(Math.abs(Number(dueMs) - Date.now() - CLAIM_MS)).toBeLessThan(CLAIM_MS);
    });

    test('nothing once its webhook is gone, and forgets its events in steps', async () => {
      for (let serial = 0; serial < 501; serial += 1) await event(`event ${serial}`);
      expect(await outbox.remove('account 1')).toBe(501);
      await event('late');
      expect((await outbox.claim([], [{ accountId: 1, maxEvents: 5 }])).claimed).toEqual([]);
      expect(await tables.column('SELECT action FROM audit_entry')).toEqual(['webhook.remove']);
      expect(await outbox.remove('account 1')).toBe(1);
      expect(await tables.column('SELECT count(*) FROM audit_entry')).toEqual([1]);
    });
  });

  test('names the newest key of a budget that was reached', async () => {
    await tables.insert('api_key', { ...keyRow({ successor: 'key-2', revoked_ms: 1 }) });
    await tables.insert('api_key', { ...keyRow({ id: 2, family_id: 1 }) });
    await tables.insert('budget_alert', { ...alertRow({ family_id: 1 }) });
    await tables.insert('webhook_event', { ...eventRow({ id: 'alert', alert_id: 'alert' }) });
    const { claimed } = await outbox.claim([], [{ accountId: 1, maxEvents: 5 }]);
    expect(claimed).toMatchObject([
      { message: { data: { scope: 'key', keyPrefix: 'key-2', threshold: 80, spent: 0.00008 } } },
    ]);
    expect(await outbox.list(10)).toMatchObject([{ id: 'alert', event: 'budget.reached', deadSince: null }]);
  });

  test('writes what became of events in one statement each, of the named attempt alone', async () => {
    for (const id of ['delivered', 'failed', 'postponed', 'dead', 'claimed again'])
      await event(id, { attempts: 2 });
    const pauseMs = 10 * CLAIM_MS;
    await outbox.claim(
      [
        { id: 'delivered', attempt: 1, outcome: 'delivered' },
        { id: 'failed', attempt: 2, outcome: 'failed', pauseMs, failure: 'HTTP 500' },
        { id: 'postponed', attempt: 2, outcome: 'postponed', pauseMs },
        { id: 'dead', attempt: 2, outcome: 'dead', failure: 'HTTP 410' },
        { id: 'claimed again', attempt: 1, outcome: 'dead', failure: 'HTTP 410' },
      ],
      [],
    );
    const rows = await query(
      `SELECT id, attempts, last_failure, dead_ms IS NULL AS lives, due_ms > ${Date.now()} AS waits FROM webhook_event ORDER BY id`,
    );
    const shown = rows.map(({ id, attempts, last_failure, lives, waits }) => [
      id,
      attempts,
      last_failure,
      Boolean(lives),
      Boolean(waits),
    ]);
    expect(shown).toEqual([
      ['claimed again', 2, null, true, false],
      ['dead', 2, 'HTTP 410', false, false],
      ['failed', 2, 'HTTP 500', true, true],
      ['postponed', 1, null, true, true],
    ]);
    expect(await outbox.counts()).toEqual({ pending: 3, dead: 1, isUsed: true, hasNewAlerts: false });
    expect((await outbox.list(10)).map(({ id }) => id)[0]).toBe('dead');
    expect(await outbox.retry('dead')).toBe(true);
    expect(await outbox.retry('unheard of')).toBe(false);
    expect(await outbox.retryDead()).toBe(0);
    expect(await tables.column("SELECT attempts FROM webhook_event WHERE id = 'dead'")).toEqual([0]);
  });

  test('gives up what is too old, and prunes it by when it was given up', async () => {
    await event('old', { until_ms: 1 });
    await event('young');
    expect(await outbox.claim([], [])).toEqual({ claimed: [], expired: 1 });
    expect(await run({ kind: 'pruneEvents', beforeMs: 1 })).toMatchObject({ rows: 0 });
    expect(await run({ kind: 'pruneEvents', beforeMs: FAR_MS })).toMatchObject({ rows: 1 });
    expect(await tables.column('SELECT id FROM webhook_event')).toEqual(['young']);
  });

  test('looks for what is too old in an index', async () => {
    await query(
      `INSERT INTO webhook_event (id, account_id, request_id, due_ms, until_ms, attempts)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000)
       SELECT 'e' || n, 1, 'e' || n, 0, ${FAR_MS}, 0 FROM n`,
    );
    const step = { kind: 'claimEvents', ended: [], wanted: [] } as const;
    const plans = await tables.plans((recorded) => runStep(recorded, step));
    expect(plans).toContain('webhook_event_until');
  });

  test('gives each reached budget to one gateway, once', async () => {
    await tables.insert('budget_alert', { ...alertRow() });
    expect((await outbox.counts()).hasNewAlerts).toBe(true);
    expect(await outbox.takeAlerts()).toEqual([
      { accountId: 1, scope: 'account', period: 'day', threshold: 80 },
    ]);
    expect(await outbox.takeAlerts()).toEqual([]);
  });

  test('names accounts with events by their number, each once', async () => {
    for (const id of ['a', 'b']) await event(id, { account_id: 3 });
    await event('c', { due_ms: FAR_MS });
    await event('d', { account_id: 2, dead_ms: 1 });
    const waiting = await outbox.waiting(0);
    expect(waiting.map(({ accountId, dueInMs }) => [accountId, dueInMs <= 0])).toEqual([
      [1, false],
      [3, true],
    ]);
    expect(await outbox.waiting(1)).toMatchObject([{ accountId: 3 }]);
    expect(await outbox.waiting(3)).toEqual([]);
  });

  test('takes a webhook in place of another, and refuses unknown accounts', async () => {
    const webhook = { url: 'https://other.example/', secret: `whsec_${'a'.repeat(44)}` };
    await outbox.set('account 1', webhook);
    expect(await tables.column('SELECT url FROM webhook WHERE account_id = 1')).toEqual([webhook.url]);
    await expect(outbox.set('nobody', webhook)).rejects.toMatchObject({ code: 'account-unknown' });
    await expect(outbox.remove('nobody')).rejects.toMatchObject({ code: 'account-unknown' });
  });
});
