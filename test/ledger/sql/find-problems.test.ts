import { beforeEach, expect, test } from 'vitest';
import { findProblems } from '../../../core/ledger/sql/invariants.ts';
import type { SqlValue } from '../../../core/ledger/sql/database.ts';
import { describeTables, type TestTables } from './databases.ts';
import { accountRow, alertRow, budgetRow, callRow, eventRow, openRow, requestRow } from './rows.ts';

type Rows = readonly (readonly [table: string, row: Readonly<Record<string, SqlValue>>])[];

const bytes = (text: string): Uint8Array => Buffer.from(text);

function logRow(changes: Readonly<Record<string, SqlValue>> = {}): Readonly<Record<string, SqlValue>> {
  const response = '{"creditsUsed":0.00004}';
  return {
    request_id: 'paid',
    account_id: 1,
    request: bytes('{"prompt":"a"}'),
    response: bytes(response),
    bytes: 14 + response.length,
    finished_ms: 2_000,
    ...changes,
  };
}

/** Account 1 was granted 1000; it paid 40 for `paid`, voided `dropped`, and `open` holds 30. Account 2 has 500. */
const SOUND: Rows = [
  ['account', { ...accountRow({ name: 'acme', posted: 960, reserved: 30 }) }],
  ['account', { ...accountRow({ id: 2, name: 'bravo', posted: 500 }) }],
  ['credit', { id: 1, account_id: 1, amount: 1_000, note: null, created_ms: 1 }],
  ['credit', { id: 2, account_id: 2, amount: 600, note: null, created_ms: 1 }],
  ['credit', { id: 3, account_id: 2, amount: -100, note: 'too much', created_ms: 2 }],
  ['request', { ...requestRow({ id: 'paid', charge: 40, absorbed: 2 }) }],
  ['call', { ...callRow({ request_id: 'paid', cost: 42 }) }],
  ['request', { ...requestRow({ id: 'dropped', state: 'voided', hold: 20 }) }],
  ['open_request', { ...openRow({ hold: 30, delivering: 1, delivered_calls: 1, delivered_cost: 3 }) }],
  ['call', { ...callRow({ request_id: 'open', cost: 3 }) }],
  ['budget', { ...budgetRow({ charged: 40, held: 30 }) }],
  ['prompt_log', logRow()],
  ['text_total', { account_id: 1, bytes: 37 }],
];

/** What makes the ledger unsound, and the invariants that tell of it. */
const UNSOUND: readonly (readonly [what: string, change: string | Rows, problems: readonly string[]])[] = [
  [
    'money from nowhere',
    'UPDATE account SET posted = 501 WHERE id = 2',
    [
      'granted-is-posted-and-charged: account bravo: granted 0.0005 credits, posted 0.000501 credits, charged 0 credits',
    ],
  ],
  [
    'a hold that leaked',
    'UPDATE account SET reserved = 35 WHERE id = 1',
    ['reserved-is-open-holds: account acme: reserved 0.000035 credits, open holds 0.00003 credits'],
  ],
  [
    'a request that ended and is still open',
    [['request', { ...requestRow({ id: 'open', state: 'voided' }) }]],
    [
      'calls-are-charge-and-absorbed: request open (voided): calls cost 0.000003 credits, charged 0 credits, absorbed 0 credits',
      'ended-once: request open is open and voided',
    ],
  ],
  [
    'calls that cost more than was charged',
    [['call', { ...callRow({ request_id: 'paid', sequence: 1, cost: 5 }) }]],
    [
      'calls-are-charge-and-absorbed: request paid (settled): calls cost 0.000047 credits, charged 0.00004 credits, absorbed 0.000002 credits',
    ],
  ],
  [
    'a delivered call that nobody counted',
    [['call', { ...callRow({ request_id: 'open', sequence: 1, cost: 5 }) }]],
    [
      'delivered-is-calls: request open is open: delivered 1 calls of 0.000003 credits, stored 2 of 0.000008 credits',
    ],
  ],
  [
    'a budget that counts something else',
    'UPDATE budget SET charged = 41, held = 29',
    [
      'budgets-count-requests: the day budget of account acme: charged 0.000041 credits, of its requests 0.00004 credits; held 0.000029 credits, open holds 0.00003 credits',
    ],
  ],
  [
    'an idempotency key of a voided request',
    [
      [
        'idempotency',
        { account_id: 1, key: 'k', fingerprint: 'f'.repeat(64), request_id: 'dropped', created_ms: 1 },
      ],
    ],
    [
      'keys-are-of-their-request: an idempotency key of account acme stands for request dropped (voided) of account acme',
    ],
  ],
  [
    'texts of a voided request',
    [['prompt_log', logRow({ request_id: 'dropped', response: bytes('{}'), bytes: 16 })]],
    [
      'logged-is-settled: request dropped has a logged response but is voided',
      'text-totals-are-sums: account acme: texts of 53 bytes, counted 37',
    ],
  ],
  [
    'an answer of a request under zero data retention',
    [
      ['request', { ...requestRow({ id: 'secret', zero_data_retention: 1 }) }],
      [
        'cached_answer',
        { account_id: 1, request_id: 'secret', key: 'k'.repeat(64), stored_ms: 1, answer: bytes('{}') },
      ],
      ['cache_total', { account_id: 1, bytes: 2 }],
    ],
    [
      'cached-is-settled: an answer in the cache of account acme is of request secret (settled) of account acme, under zero data retention',
    ],
  ],
  [
    'a text under zero data retention',
    "UPDATE request SET zero_data_retention = 1 WHERE id = 'paid'",
    ['zero-retention-keeps-no-text: request paid is under zero data retention but its texts are logged'],
  ],
  [
    'a response that says another charge',
    [
      ['request', { ...requestRow({ id: 'free' }) }],
      [
        'prompt_log',
        logRow({
          request_id: 'free',
          response: bytes('{"text":"\\u0000 \\"creditsUsed\\":7","creditsUsed":0.5}'),
          bytes: 64,
        }),
      ],
      ['text_total', { account_id: 2, bytes: 0 }],
    ],
    [
      'credits-used-is-charge: request free: the response says 0.5 credits, charged 0 credits',
      'text-totals-are-sums: account acme: texts of 104 bytes, counted 37',
    ],
  ],
  [
    'an event of another account’s request and budget',
    [
      ['budget_alert', { ...alertRow() }],
      ['webhook_event', { ...eventRow({ id: 'paid', account_id: 2 }) }],
      ['webhook_event', { ...eventRow({ id: 'alert', alert_id: 'alert', account_id: 2 }) }],
    ],
    [
      'events-are-of-their-account: a webhook event of account bravo tells of a budget of account acme',
      'events-are-of-their-account: a webhook event of account bravo tells of request paid of account acme',
    ],
  ],
];

await describeTables('Checking the ledger', (tables: TestTables) => {
  const insertAll = async (rows: Rows): Promise<void> => {
    for (const [table, row] of rows) await tables.insert(table, row);
  };
  const problems = async (logs = true): Promise<readonly string[]> =>
    (await findProblems(tables.database, { logs }))
      .map(({ invariant, detail }) => `${invariant}: ${detail.replace(/0\.50+ /, '0.5 ')}`)
      .toSorted();
  beforeEach(async () => await insertAll(SOUND));

  test('finds nothing where nothing is wrong', async () => {
    expect(await problems()).toEqual([]);
    expect(await problems(false)).toEqual([]);
  });

  test.each(UNSOUND)('finds %s', async (_what, change, expected) => {
    if (typeof change === 'string') await tables.query(change);
    else await insertAll(change);
    expect(await problems()).toEqual(expected);
  });

  test('reads no text where it is told so', async () => {
    await tables.query("UPDATE request SET zero_data_retention = 1 WHERE id = 'paid'");
    expect(await problems(false)).toEqual([]);
  });

  test.each(['request', 'call', 'credit', 'credit_claim', 'audit_entry'])(
    'finds that rows of %s could be rewritten',
    async (table) => {
      const drop = tables.isSqlite
        ? `DROP TRIGGER ${table}_stays`
        : `DROP TRIGGER ${table}_stays ON ${table}`;
      await tables.query(drop);
      expect(await problems(false)).toEqual([
        `rows-never-change: the trigger ${table}_stays is gone: rows could be rewritten`,
      ]);
    },
  );

  test('finds a row whose parent is gone', async () => {
    await tables.insert('api_key', {
      id: 7,
      account_id: 9,
      family_id: 7,
      prefix: 'p',
      hash: new Uint8Array(32),
      created_ms: 1,
    });
    expect(await problems(false)).toEqual([
      'rows-have-their-parents: api_key points at the missing account 9',
    ]);
  });

  test.each([
    '{}',
    'not json',
    '[]',
    '{"creditsUsed":null}',
    '{"creditsUsed":0.00004,"a":"\\u0000\\ud800"}',
    '{"a":"\\"creditsUsed\\":7"}',
  ])('takes the logged response %s as nothing to complain of', async (response) => {
    await tables.query('UPDATE prompt_log SET response = $1', [bytes(response)]);
    const found = await problems();
    expect(found.filter((problem) => !problem.startsWith('text-totals-are-sums'))).toEqual([]);
  });

  test('names at most a hundred of a kind', async () => {
    for (let serial = 0; serial < 101; serial += 1)
      await tables.insert('request', { ...requestRow({ id: `lost ${serial}`, absorbed: 1 }) });
    expect(await problems()).toHaveLength(100);
  });

  test('tells of an invariant that cannot be checked, and goes on', async () => {
    await tables.query('DROP TABLE budget');
    await tables.query('UPDATE account SET reserved = 35 WHERE id = 1');
    const found = await problems(false);
    expect(found).toContainEqual(expect.stringMatching(/^budgets-count-requests: could not be checked: /));
    expect(found).toContain(
      'reserved-is-open-holds: account acme: reserved 0.000035 credits, open holds 0.00003 credits',
    );
  });
});
