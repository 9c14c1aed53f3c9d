import { beforeEach, expect, test } from 'vitest';
import { runStep } from '../../../core/ledger/sql/steps.ts';
import { LedgerQueues } from '../../../core/ledger/ledger-queues.ts';
import type { LedgerStore } from '../../../core/ledger/ledger-store.ts';
import { ledgerOf } from '../../../core/ledger/stored-ledger.ts';
import { idleStore, queriesOf } from '../idle-store.ts';
import { describeTables } from './databases.ts';
import { accountRow, eventRow, requestRow } from './rows.ts';

const FAR_MS = 9_000_000_000_000;

await describeTables('The outbox', (tables) => {
  const { query, database } = tables;
  const run: LedgerStore['runStep'] = async (step) => await runStep(database, step);
  const queues = new LedgerQueues(idleStore({ queries: queriesOf(database), runStep: run }), {
    recover: true,
  });
  const { webhooks: outbox } = ledgerOf(queues);
  const event = async (id: string): Promise<void> => {
    await tables.insert('request', { ...requestRow({ id }) });
    await tables.insert('webhook_event', { ...eventRow({ id }) });
  };
  beforeEach(async () => {
    await tables.insert('account', { ...accountRow() });
    const webhook = { url: 'https://receiver.example/', secret: 'whsec_', created_ms: 1 };
    await tables.insert('webhook', { account_id: 1, ...webhook });
  });

  test('gives an account nothing once its webhook is gone, and forgets its events in steps', async () => {
    for (let serial = 0; serial < 501; serial += 1) await event(`event ${serial}`);
    expect(await outbox.remove('account 1')).toBe(501);
    await event('late');
    expect((await outbox.claim([], [{ accountId: 1, maxEvents: 5 }])).claimed).toEqual([]);
    expect(await tables.column('SELECT action FROM audit_entry')).toEqual(['webhook.remove']);
    expect(await outbox.remove('account 1')).toBe(1);
    expect(await tables.column('SELECT count(*) FROM audit_entry')).toEqual([1]);
  });

  test('looks for what is too old in an index', async () => {
    await query(
      `INSERT INTO webhook_event (id, account_id, request_id, due_ms, until_ms, attempts)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000)
       SELECT 'e' || n, 1, 'e' || n, 0, ${FAR_MS}, 0 FROM n`,
    );
    const step = { kind: 'claimEvents', reports: [], requests: [] } as const;
    const plans = await tables.plans((recorded) => runStep(recorded, step));
    expect(plans).toContain('webhook_event_until');
  });
});
