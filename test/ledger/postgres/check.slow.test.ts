import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import type { PostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { reservation, settlement, texts } from '../../contract/ledgers/samples.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

/** With every trigger and foreign key asleep, as somebody would who means it. */
const ASLEEP = 'SET session_replication_role = replica';

await describePostgres('The PostgreSQL ledger’s books', (administrator) => {
  let database: TemporaryDatabase;
  let ledger: PostgresLedger;

  /** Account 1 was granted 1000; it paid 40 of 100 for `paid`, voided `dropped`, and `open` holds 30. Account 2 has 500. */
  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    ledger = await openPostgresLedger({ url: database.url, recover: true });
    await ledger.createAccount('someone', 1000);
    await ledger.createAccount('someone else', 500);
    for (const [requestId, holdMicroCredits] of [
      ['paid', 100],
      ['dropped', 20],
      ['open', 30],
    ] as const) {
      await ledger.reserve(reservation(requestId, { holdMicroCredits }));
    }
    await ledger.settle(settlement('paid', { chargeMicroCredits: 40 }));
    await ledger.keepTexts(texts('paid', '{"prompt":"a"}', '{"creditsUsed":0.00004}'));
    await ledger.void('dropped');
  });
  afterAll(async () => {
    await ledger.close();
    await database.drop();
  });

  /** Inside a transaction that the check cannot see the end of, so the books are mended again afterwards. */
  async function problemsAfter(damage: string, repair: string): Promise<readonly (readonly string[])[]> {
    await database.run(`${ASLEEP}; ${damage}`);
    try {
      return (await ledger.check()).map(({ invariant, detail }) => [invariant, detail]);
    } finally {
      await database.run(`${ASLEEP}; ${repair}`);
    }
  }

  test('are clean where nothing is wrong', async () => {
    expect(await ledger.check()).toEqual([]);
  });

  test.each<[string, string, string, readonly (readonly [invariant: string, detail: string])[]]>([
    [
      'money from nowhere',
      'UPDATE account SET posted = posted + 1 WHERE id = 2',
      'UPDATE account SET posted = posted - 1 WHERE id = 2',
      [['granted-is-posted-and-charged', 'account 2: granted 500, posted 501, charged 0']],
    ],
    [
      'a hold that leaked',
      'UPDATE account SET reserved = reserved + 5 WHERE id = 1',
      'UPDATE account SET reserved = reserved - 5 WHERE id = 1',
      [['reserved-is-open-holds', 'account 1: reserved 35, open holds 30']],
    ],
    [
      'more reserved than there is',
      'UPDATE account SET reserved = 501 WHERE id = 2',
      'UPDATE account SET reserved = 0 WHERE id = 2',
      [['reserved-is-open-holds', 'account 2: reserved 501, open holds 0']],
    ],
    [
      'a release lost',
      "UPDATE entry SET kind = 'absorbed' WHERE request_id = 'dropped' AND kind = 'release'",
      "UPDATE entry SET kind = 'release' WHERE request_id = 'dropped' AND kind = 'absorbed'",
      [
        ['finished-once', 'request dropped (voided, hold 20): 1 charge entries of 0, 0 release entries of 0'],
        [
          'entries-match-request',
          'request dropped of account 1 (voided, charge 0): entries of accounts 1 to 1, charged 0',
        ],
        ['calls-are-charge-and-absorbed', 'request dropped (voided): calls cost 0, charged 0, absorbed 20'],
      ],
    ],
    [
      'an entry for a request that is still open',
      "INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (1, 'open', 'absorbed', 3, 0)",
      "DELETE FROM entry WHERE request_id = 'open'",
      [
        ['open-has-no-entries', 'request open is reserved but has an entry: absorbed of 3'],
        ['calls-are-charge-and-absorbed', 'request open (reserved): calls cost 0, charged 0, absorbed 3'],
      ],
    ],
    [
      'a request that says another charge than its entry',
      "UPDATE request SET charge = 41 WHERE id = 'paid'",
      "UPDATE request SET charge = 40 WHERE id = 'paid'",
      [
        [
          'entries-match-request',
          'request paid of account 1 (settled, charge 41): entries of accounts 1 to 1, charged 40',
        ],
        [
          'credits-used-is-charge',
          'request paid: the response says 0.000040 credits, charged 41 micro-credits',
        ],
      ],
    ],
    [
      'calls that do not add up to the charge',
      "UPDATE call SET charge = 39 WHERE request_id = 'paid'",
      "UPDATE call SET charge = 40 WHERE request_id = 'paid'",
      [['calls-are-charge-and-absorbed', 'request paid (settled): calls cost 39, charged 40, absorbed 0']],
    ],
    [
      'an idempotency key of a stranger',
      "INSERT INTO idempotency VALUES (2, 'k', repeat('0', 64), 'paid', 0)",
      'DELETE FROM idempotency',
      [
        [
          'keys-are-of-their-request',
          'an idempotency key of account 2 stands for request paid (settled) of account 1',
        ],
      ],
    ],
    [
      'texts that were not counted',
      'UPDATE text_total SET bytes = bytes - 1',
      'UPDATE text_total SET bytes = bytes + 1',
      [['text-totals-are-sums', 'account 1: texts of 37 bytes, counted 36']],
    ],
    [
      'texts kept under zero data retention',
      "UPDATE request SET zero_data_retention = true WHERE id = 'paid'",
      "UPDATE request SET zero_data_retention = false WHERE id = 'paid'",
      [
        [
          'zero-retention-keeps-no-text',
          'request paid is under zero data retention but its texts are logged',
        ],
      ],
    ],
    [
      'a response for a request that was not settled',
      "INSERT INTO prompt_log (request_id, request, response, finished_ms) VALUES ('dropped', '{}', '{}', 0)",
      "DELETE FROM prompt_log WHERE request_id = 'dropped'",
      [['logged-is-settled', 'request dropped has a logged response but is voided']],
    ],
    [
      'a row without its parent',
      "INSERT INTO api_key (account_id, prefix, hash, created_ms) VALUES (9, 'p', sha256('x'), 0)",
      'DELETE FROM api_key',
      [['rows-have-their-parents', 'api_key points at the missing account 9']],
    ],
    [
      'a guard of the entries that is gone',
      'ALTER TABLE entry DISABLE TRIGGER entry_stays',
      'ALTER TABLE entry ENABLE TRIGGER entry_stays',
      [['entries-never-change', 'the trigger entry_stays is gone: entries could be rewritten']],
    ],
    [
      'figures that cannot be read at all, and everything beside',
      'ALTER TABLE call RENAME TO lost; UPDATE account SET posted = posted + 1 WHERE id = 2',
      'ALTER TABLE lost RENAME TO call; UPDATE account SET posted = posted - 1 WHERE id = 2',
      [
        ['granted-is-posted-and-charged', 'account 2: granted 500, posted 501, charged 0'],
        ['calls-are-charge-and-absorbed', expect.stringContaining('could not be checked')],
        ['rows-have-their-parents', expect.stringContaining('could not be checked')],
      ],
    ],
  ])('name %s', async (_, damage, repair, expected) => {
    expect(await problemsAfter(damage, repair)).toEqual(expected);
    expect(await ledger.check()).toEqual([]);
  });

  test.each([
    '{}',
    'not json',
    '[]',
    '{"creditsUsed":null}',
    '{"creditsUsed":0.00004,"a":"\\\\u0000\\u0000\\u0007"}',
  ])('take the logged response %s as nothing to complain of', async (response) => {
    const damage = `UPDATE prompt_log SET response = '${response}'`;
    expect(await problemsAfter(damage, `UPDATE prompt_log SET response = '{"creditsUsed":0.00004}'`)).toEqual(
      [],
    );
  });

  test('compare a response that holds what PostgreSQL’s JSON cannot', async () => {
    const damage = `UPDATE prompt_log SET response = '{"a":"\\u0000","creditsUsed":0.000041}'`;
    const problems = await problemsAfter(
      damage,
      `UPDATE prompt_log SET response = '{"creditsUsed":0.00004}'`,
    );
    expect(problems.map(([invariant]) => invariant)).toEqual(['credits-used-is-charge']);
  });

  test('are seen in one state while others write', async () => {
    const busy = Array.from({ length: 200 }, async (_, index) => {
      await ledger.reserve(reservation(`busy ${index}`, { holdMicroCredits: 2 }));
      await ledger.settle(settlement(`busy ${index}`, { chargeMicroCredits: 1 }));
    });
    const other = await openPostgresLedger({ url: database.url, recover: false });
    for (let check = 0; check < 5; check += 1) expect(await other.check()).toEqual([]);
    await Promise.all(busy);
    await other.close();
  });

  describe('are guarded by the database itself, which refuses', () => {
    test.each([
      ['to change an entry', 'UPDATE entry SET amount = amount + 1', 'never change'],
      ['to delete an entry', 'DELETE FROM entry', 'never change'],
      ['to empty the entries', 'TRUNCATE entry', 'never change'],
      ['less than nothing reserved', 'UPDATE account SET reserved = -1', 'check constraint'],
      ['a debt that is not exact', 'UPDATE account SET posted = -9007199254740992', 'check constraint'],
      ['a balance that is not exact', 'UPDATE account SET posted = 9007199254740992', 'check constraint'],
      ['text for an amount', "UPDATE account SET posted = 'much'", 'invalid input syntax'],
      [
        'a negative charge',
        "UPDATE request SET state = 'settled', charge = -1, finished_ms = 1 WHERE id = 'open'",
        'check constraint',
      ],
      ['an unknown state', "UPDATE request SET state = 'lost'", 'check constraint'],
      [
        'a settled request without a charge',
        "UPDATE request SET state = 'settled' WHERE id = 'open'",
        'check constraint',
      ],
      [
        'a voided request with a charge',
        "UPDATE request SET state = 'voided', charge = 1, finished_ms = 1 WHERE id = 'open'",
        'check constraint',
      ],
      [
        'a second charge',
        "INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (1, 'paid', 'charge', 1, 0)",
        'unique constraint',
      ],
      [
        'a negative entry',
        "INSERT INTO entry (account_id, kind, amount, created_ms) VALUES (1, 'grant', -1, 0)",
        'check constraint',
      ],
      [
        'a charge for no request',
        "INSERT INTO entry (account_id, kind, amount, created_ms) VALUES (1, 'charge', 1, 0)",
        'check constraint',
      ],
      [
        'an entry of no account',
        "INSERT INTO entry (account_id, kind, amount, created_ms) VALUES (9, 'grant', 1, 0)",
        'foreign key',
      ],
    ])('%s', async (_, sql, reason) => {
      await expect(database.run(sql)).rejects.toThrow(reason);
    });
  });
});
