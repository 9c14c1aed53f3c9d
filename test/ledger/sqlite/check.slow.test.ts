import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import type { SqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { reservation, settlement, texts } from '../../contract/ledgers/samples.ts';
import { meddle, temporaryPlace } from '../temporary-ledger.ts';
import type { TemporaryPlace } from '../temporary-ledger.ts';

let place: TemporaryPlace;
let ledger: SqliteLedger;

/** Account 1 was granted 1000; it paid 40 of 100 for `paid`, voided `dropped`, and `open` holds 30. Account 2 has 500. */
beforeEach(async () => {
  place = temporaryPlace();
  ledger = await openSqliteLedger({ path: place.path, recover: true });
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

afterEach(async () => {
  await ledger.close();
  place.remove();
});

/** As somebody would who means it: guards off, triggers gone. */
function corrupt(sql: string): void {
  meddle(place.path, (database) => {
    const triggers = database
      .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'entry'")
      .all();
    database.exec('PRAGMA ignore_check_constraints = ON');
    database.exec(
      'DROP TRIGGER entry_keeps_values; DROP TRIGGER entry_stays; DROP TRIGGER entry_is_not_replaced',
    );
    database.exec(sql);
    for (const trigger of triggers) database.exec(String(trigger['sql']));
  });
}

const PAID_CHARGE = "request_id = 'paid' AND kind = 'charge'";

describe('checking the ledger', () => {
  test('finds nothing where nothing is wrong', async () => {
    expect(await ledger.check()).toEqual([]);
  });

  test.each<[string, string, readonly (readonly [invariant: string, detail: string])[]]>([
    [
      'money from nowhere',
      'UPDATE account SET posted = posted + 1 WHERE id = 2',
      [['granted-is-posted-and-charged', 'account 2: granted 500, posted 501, charged 0']],
    ],
    [
      'money gone',
      'UPDATE account SET posted = posted - 1 WHERE id = 1',
      [['granted-is-posted-and-charged', 'account 1: granted 1000, posted 959, charged 40']],
    ],
    [
      'a grant nobody recorded',
      "DELETE FROM entry WHERE kind = 'grant' AND account_id = 2",
      [['granted-is-posted-and-charged', 'account 2: granted 0, posted 500, charged 0']],
    ],
    [
      'a hold that leaked',
      'UPDATE account SET reserved = reserved + 5 WHERE id = 1',
      [['reserved-is-open-holds', 'account 1: reserved 35, open holds 30']],
    ],
    [
      'a hold that vanished',
      "UPDATE request SET hold = 31 WHERE id = 'open'",
      [['reserved-is-open-holds', 'account 1: reserved 30, open holds 31']],
    ],
    [
      'more reserved than there is',
      'UPDATE account SET reserved = 501 WHERE id = 2',
      [['reserved-is-open-holds', 'account 2: reserved 501, open holds 0']],
    ],
    [
      'less than nothing reserved',
      'UPDATE account SET reserved = -1 WHERE id = 2',
      [['reserved-is-open-holds', 'account 2: reserved -1, open holds 0']],
    ],
    [
      'a charge made smaller afterwards',
      `UPDATE entry SET amount = 39 WHERE ${PAID_CHARGE}`,
      [
        ['granted-is-posted-and-charged', 'account 1: granted 1000, posted 960, charged 39'],
        [
          'finished-once',
          'request paid (settled, hold 100): 1 charge entries of 39, 1 release entries of 60',
        ],
        [
          'entries-match-request',
          'request paid of account 1 (settled, charge 40): entries of accounts 1 to 1, charged 39',
        ],
        ['calls-are-charge-and-absorbed', 'request paid (settled): calls cost 40, charged 39, absorbed 0'],
      ],
    ],
    [
      'a release lost',
      "DELETE FROM entry WHERE request_id = 'dropped' AND kind = 'release'",
      [['finished-once', 'request dropped (voided, hold 20): 1 charge entries of 0, 0 release entries of 0']],
    ],
    [
      'a finished request without any entry',
      "DELETE FROM entry WHERE request_id = 'dropped'",
      [['finished-once', 'request dropped (voided, hold 20): 0 charge entries of 0, 0 release entries of 0']],
    ],
    [
      'a charge twice',
      `DROP INDEX entry_once; INSERT INTO entry (account_id, request_id, kind, amount, created_ms) SELECT account_id, request_id, kind, 0, 0 FROM entry WHERE ${PAID_CHARGE}`,
      [
        [
          'finished-once',
          'request paid (settled, hold 100): 2 charge entries of 40, 1 release entries of 60',
        ],
      ],
    ],
    [
      'an entry for a request that is still open',
      "INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (1, 'open', 'absorbed', 3, 0)",
      [
        ['open-has-no-entries', 'request open is reserved but has an entry: absorbed of 3'],
        ['calls-are-charge-and-absorbed', 'request open (reserved): calls cost 0, charged 0, absorbed 3'],
      ],
    ],
    [
      'a charge booked to somebody else',
      `UPDATE entry SET account_id = 2 WHERE ${PAID_CHARGE}`,
      [
        ['granted-is-posted-and-charged', 'account 1: granted 1000, posted 960, charged 0'],
        ['granted-is-posted-and-charged', 'account 2: granted 500, posted 500, charged 40'],
        [
          'entries-match-request',
          'request paid of account 1 (settled, charge 40): entries of accounts 1 to 2, charged 40',
        ],
      ],
    ],
    [
      'a request that says another charge than its entry',
      "UPDATE request SET charge = 41 WHERE id = 'paid'",
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
      [['calls-are-charge-and-absorbed', 'request paid (settled): calls cost 39, charged 40, absorbed 0']],
    ],
    [
      'a response that said something else than was charged',
      `UPDATE prompt_log SET response = '{"creditsUsed":0.000041}'`,
      [
        [
          'credits-used-is-charge',
          'request paid: the response says 0.000041 credits, charged 40 micro-credits',
        ],
      ],
    ],
    [
      'a response for a request that was not settled',
      "INSERT INTO prompt_log (rowid, request_id, request, response, finished_ms) VALUES (99, 'dropped', '{}', '{}', 0)",
      [['logged-is-settled', 'request dropped has a logged response but is voided']],
    ],
    [
      'texts that were not counted',
      'UPDATE text_total SET bytes = bytes - 1',
      [['text-totals-are-sums', 'account 1: texts of 37 bytes, counted 36']],
    ],
    [
      'texts kept under zero data retention',
      "UPDATE request SET zero_data_retention = 1 WHERE id = 'paid'",
      [
        [
          'zero-retention-keeps-no-text',
          'request paid is under zero data retention but its texts are logged',
        ],
      ],
    ],
    [
      'an idempotency key left behind by a void',
      "INSERT INTO idempotency VALUES (1, 'k', printf('%064d', 0), 'dropped', 0)",
      [
        [
          'keys-are-of-their-request',
          'an idempotency key of account 1 stands for request dropped (voided) of account 1',
        ],
      ],
    ],
    [
      'an idempotency key of a stranger',
      "INSERT INTO idempotency VALUES (2, 'k', printf('%064d', 0), 'paid', 0)",
      [
        [
          'keys-are-of-their-request',
          'an idempotency key of account 2 stands for request paid (settled) of account 1',
        ],
      ],
    ],
    [
      'a row without its parent',
      "UPDATE api_key SET account_id = 9; INSERT INTO api_key (id, account_id, prefix, hash, created_ms) VALUES (7, 9, 'p', zeroblob(32), 0)",
      [['rows-have-their-parents', 'api_key row 7 points at a missing row of account']],
    ],
  ])('names %s', async (_, sql, expected) => {
    corrupt(sql);
    expect((await ledger.check()).map(({ invariant, detail }) => [invariant, detail])).toEqual(expected);
  });

  test('names a guard of the entries that is gone', async () => {
    meddle(place.path, (database) => database.exec('DROP TRIGGER entry_stays'));
    expect(await ledger.check()).toEqual([
      {
        invariant: 'entries-never-change',
        detail: 'the trigger entry_stays is gone: entries could be rewritten',
      },
    ]);
  });

  test('takes a log without a credit figure, or without JSON, as nothing to compare', async () => {
    for (const response of ['{}', 'not json', '[]', '{"creditsUsed":0.00004}']) {
      corrupt(`UPDATE prompt_log SET response = '${response}'`);
      expect(await ledger.check()).toEqual([]);
    }
  });

  test('says so where the figures cannot be added up', async () => {
    corrupt('UPDATE entry SET amount = 9223372036854775807');
    expect(await ledger.check()).toContainEqual({
      invariant: 'granted-is-posted-and-charged',
      detail: expect.stringContaining('could not be checked'),
    });
  });

  test('names at most a hundred of a kind', async () => {
    corrupt(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO request (id, account_id, state, hold, charge, owner, zero_data_retention, created_ms, finished_ms)
      SELECT 'lost ' || i, 1, 'voided', 0, 0, 'x', 0, 0, 0 FROM n`);
    const problems = await ledger.check();
    expect(problems).toHaveLength(100);
    expect(new Set(problems.map(({ invariant }) => invariant))).toEqual(new Set(['finished-once']));
  });

  test('sees one state while others write', async () => {
    const other = await openSqliteLedger({ path: place.path, recover: false });
    const writing = Array.from({ length: 200 }, async (_, index) => {
      const requestId = `busy ${index}`;
      await ledger.reserve(reservation(requestId, { holdMicroCredits: 2 }));
      await ledger.settle(settlement(requestId, { chargeMicroCredits: 1 }));
    });
    const checks = Array.from({ length: 20 }, async () => await other.check());
    for (const problems of await Promise.all(checks)) expect(problems).toEqual([]);
    await Promise.all(writing);
    await other.close();
  });
});
