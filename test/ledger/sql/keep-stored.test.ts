import { beforeEach, describe, expect, test } from 'vitest';
import type { CachedAnswer } from '../../../core/ledger/answers/cached-answer.ts';
import type { Storable, TextResult } from '../../../core/ledger/ledger-operation.ts';
import { runStep } from '../../../core/ledger/sql/steps.ts';
import { findProblems } from '../../../core/ledger/sql/invariants.ts';
import { keepStored } from '../../../core/ledger/sql/keep-stored.ts';
import { texts } from '../../contract/ledgers/samples.ts';
import { describeTables } from './databases.ts';
import { accountRow, openRow, requestRow } from './rows.ts';

const KEPT: TextResult = { outcome: 'kept', evicted: 0 };
const NOT_ALLOWED: TextResult = { outcome: 'not-allowed', evicted: 0 };

/** Texts of so many bytes. */
function long(requestId: string, bytes: number): Storable {
  return texts(requestId, 'a'.repeat(bytes), '');
}

function answer(requestId: string, key: string): CachedAnswer {
  return { requestId, accountId: 1, key: key.padEnd(64, '0'), answer: [Buffer.from('{}')] };
}

await describeTables('What is stored apart from money', (tables) => {
  const { query, database } = tables;
  const keep = async (
    stored: readonly Storable[],
    { maxTextBytes = 1_000_000, maxCacheBytes = 1_000_000, owner = 'gateway' } = {},
  ): Promise<readonly TextResult[]> =>
    await keepStored(database, stored, { owner, maxTextBytes, maxCacheBytes });
  const settled = async (id: string, changes: Parameters<typeof requestRow>[0] = {}): Promise<void> =>
    await tables.insert('request', { ...requestRow({ id, ...changes }) });
  const logged = async (): Promise<readonly unknown[]> =>
    await tables.column('SELECT request_id FROM prompt_log ORDER BY request_id');
  const totals = async (table: 'text_total' | 'cache_total'): Promise<unknown> =>
    (await query(`SELECT account_id, bytes FROM ${table} ORDER BY account_id`)).map((row) => [
      row['account_id'],
      row['bytes'],
    ]);
  const expectSums = async (): Promise<void> => {
    const problems = await findProblems(database, { logs: true });
    expect(problems.filter(({ invariant }) => invariant.endsWith('totals-are-sums'))).toEqual([]);
  };

  beforeEach(async () => {
    for (const id of [1, 2]) await tables.insert('account', { ...accountRow({ id, response_cache: 1 }) });
  });

  describe('texts', () => {
    test('of several requests share a transaction, and are what was handed over', async () => {
      await settled('one', { charge: 7 });
      await tables.insert('open_request', { ...openRow({ id: 'two', account_id: 2 }) });
      const one = { ...texts('one', 'grün', '{}'), chargeMicroCredits: 7, judgedWith: '{"a":1}' };
      expect(await keep([one, texts('two', '', '')])).toEqual([KEPT, KEPT]);
      expect(await keep([one])).toEqual([KEPT]);
      const [row] = await query("SELECT * FROM prompt_log WHERE request_id = 'one'");
      expect(row).toMatchObject({ account_id: 1, bytes: 7 });
      expect(Buffer.from(row?.['request'] as Uint8Array).toString()).toBe('grün');
      expect(Buffer.from(row?.['judged_with'] as Uint8Array).toString()).toBe('{"a":1}');
      expect(await totals('text_total')).toEqual([[1, 7]]);
      await expectSums();
    });

    test('that another gateway hands over late are not stored of what had ended when the account was erased', async () => {
      const later = Date.now() + 3_600_000;
      await settled('before');
      await settled('later', { finished_ms: later });
      await runStep(database, { kind: 'eraseAccount', accountName: 'account 1' });
      expect(await keep([texts('before'), texts('later')])).toEqual([NOT_ALLOWED, KEPT]);
    });

    test('are of an open or settled request of this gateway, of its charge, and not under zero data retention', async () => {
      await settled('another’s', { owner: 'another' });
      await settled('secret', { zero_data_retention: 1 });
      await settled('voided', { state: 'voided' });
      await settled('dear', { charge: 8 });
      await tables.insert('account', {
        ...accountRow({ id: 3, zero_data_retention: 1, cache_since_ms: 1_000 }),
      });
      await settled('before', { account_id: 3, created_ms: 1_000 });
      await settled('after', { account_id: 3, created_ms: 1_001 });
      const dear = { ...texts('dear'), chargeMicroCredits: 7 };
      const ids = ['another’s', 'secret', 'voided', 'unheard of', 'before'];
      expect(await keep([...ids.map((id) => texts(id)), dear, texts('after')])).toEqual([
        ...ids.map(() => NOT_ALLOWED),
        NOT_ALLOWED,
        KEPT,
      ]);
      expect(await logged()).toEqual(['after']);
    });

    test('of several accounts in one transaction delete a hundred older ones at most, together', async () => {
      for (const accountId of [1, 2]) {
        const ids = Array.from({ length: 250 }, (_, index) => `${accountId} ${index}`);
        for (const id of [...ids, `${accountId} large`]) await settled(id, { account_id: accountId });
        expect(await keep(ids.map((id) => long(id, 10)))).toEqual(ids.map(() => KEPT));
      }
      const both = [long('1 large', 2_000), long('2 large', 2_000)];
      const bound = { maxTextBytes: 2_500 };
      expect(await keep(both, bound)).toEqual([
        { outcome: 'making-room', evicted: 100 },
        { outcome: 'making-room', evicted: 0 },
      ]);
      expect(await keep(both.slice(1), bound)).toEqual([{ outcome: 'making-room', evicted: 100 }]);
      expect(await keep(both.slice(1), bound)).toEqual([{ outcome: 'kept', evicted: 100 }]);
      expect(await totals('text_total')).toEqual([
        [1, 1_500],
        [2, 2_500],
      ]);
      await expectSums();
    });

    test('where the bound was lowered, one transaction deletes about 16 MB of older ones, not all of them', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e', 'new']) await settled(id);
      const old = ['a', 'b', 'c', 'd', 'e'].map((id) => long(id, 10_000_000));
      expect(await keep(old, { maxTextBytes: 100_000_000 })).toEqual(old.map(() => KEPT));
      const steps: unknown[] = [];
      for (let step = 0; step < 3; step += 1)
        steps.push(...(await keep([long('new', 1)], { maxTextBytes: 1_000 })));
      expect(steps).toEqual([
        { outcome: 'making-room', evicted: 2 },
        { outcome: 'making-room', evicted: 2 },
        { outcome: 'kept', evicted: 1 },
      ]);
    });

    test('of one transaction make room for each other, the oldest first', async () => {
      for (const id of ['a', 'b', 'c']) await settled(id);
      expect(await keep([long('a', 6)], { maxTextBytes: 10 })).toEqual([KEPT]);
      await query('UPDATE prompt_log SET finished_ms = 1');
      expect(await keep([long('b', 4), long('c', 5)], { maxTextBytes: 10 })).toEqual([
        KEPT,
        { outcome: 'kept', evicted: 1 },
      ]);
      expect(await logged()).toEqual(['b', 'c']);
      await expectSums();
    });
  });

  describe('answers', () => {
    test('that nobody is given any more are deleted', async () => {
      await settled('a');
      await settled('b', { account_id: 2 });
      await keep([answer('a', 'old'), answer('a', 'young'), { ...answer('b', 'others'), accountId: 2 }]);
      await query("UPDATE cached_answer SET stored_ms = 99 WHERE key LIKE 'old%'");
      const pruned = async (): Promise<unknown> => {
        return (await runStep(database, { kind: 'pruneAnswers', beforeMs: 100 })).rows;
      };
      expect(await pruned()).toBe(1);
      expect(await pruned()).toBe(0);
      await query('UPDATE account SET response_cache = 0 WHERE id = 2');
      expect(await pruned()).toBe(1);
      await query(
        'UPDATE account SET cache_since_ms = (SELECT max(stored_ms) FROM cached_answer) WHERE id = 1',
      );
      expect(await pruned()).toBe(1);
      expect(await totals('cache_total')).toEqual([
        [1, 0],
        [2, 0],
      ]);
    });
  });

  describe('erasing', () => {
    // PostgreSQL decides by how many requests there are.
    test.runIf(tables.isSqlite)('of a request looks for it by its ID', async () => {
      for (let serial = 0; serial < 200; serial += 1) await settled(`r ${serial}`);
      const step = { kind: 'eraseRequest', accountId: 1, requestId: 'r 7' } as const;
      const plans = await tables.plans((recorded) => runStep(recorded, step));
      expect(plans).toMatch(/SEARCH request USING PRIMARY KEY \(id=\?\)/);
    });

    test('of an account leaves open requests and other accounts alone, goes in steps, and is noted', async () => {
      const ids = Array.from({ length: 101 }, (_, index) => `a ${index}`);
      for (const id of ids) await settled(id);
      await settled('others', { account_id: 2 });
      await tables.insert('open_request', { ...openRow() });
      await keep([...ids, 'open'].map((id) => texts(id)));
      await keep([texts('others'), answer('a 0', '1')]);
      const audit = {
        ...({
          changeId: 'change',
          via: 'program',
          name: 'assay',
          origin: null,
        } as const),
        action: 'account.erase',
        subject: 'account 1',
        detail: '{}',
      };
      const accountName = 'account 1';
      expect(await runStep(database, { kind: 'eraseAccount', accountName, audit })).toEqual({
        rows: 1,
        isLast: true,
      });
      const steps = [];
      for (let step = 0; step < 3; step += 1) {
        steps.push(await runStep(database, { kind: 'eraseSome', accountName }));
        expect(await keep([texts('a 0', 'late')])).toEqual([NOT_ALLOWED]);
      }
      expect(steps).toEqual([
        { rows: 100, isLast: false },
        { rows: 2, isLast: true },
        { rows: 0, isLast: true },
      ]);
      expect(await logged()).toEqual(['open', 'others']);
      expect(await tables.column('SELECT count(*) FROM cached_answer')).toEqual([0]);
      expect(await tables.column('SELECT change_id FROM audit_entry')).toEqual(['change']);
      for (const kind of ['eraseAccount', 'eraseSome'] as const)
        await expect(runStep(database, { kind, accountName: 'nobody' })).rejects.toMatchObject({
          code: 'account-unknown',
        });
    });

    test.runIf(!tables.isSqlite)('locks nothing of the account while texts are deleted', async () => {
      await settled('a');
      await keep([texts('a'), answer('a', '1')]);
      const versions = async () => await query('SELECT ctid, xmax FROM account ORDER BY id');
      const before = await versions();
      const step = { kind: 'eraseSome', accountName: 'account 1' } as const;
      expect(await runStep(database, step)).toEqual({ rows: 2, isLast: true });
      expect(await versions()).toEqual(before);
    });

    test('of an account, and by age, deletes about 16 MB in a step', async () => {
      const ids = ['a', 'b', 'c'];
      const results: unknown[] = [];
      for (const id of ids) await settled(id);
      for (const step of [
        { kind: 'prunePrompts', beforeMs: Date.now() + 3_600_000 },
        { kind: 'eraseSome', accountName: 'account 1' },
      ] as const) {
        await keep(
          ids.map((id) => long(id, 10_000_000)),
          { maxTextBytes: 100_000_000 },
        );
        for (let index = 0; index < 2; index += 1) results.push(await runStep(database, step));
      }
      const steps = [
        { rows: 2, isLast: false },
        { rows: 1, isLast: true },
      ];
      expect(results).toEqual([...steps, ...steps]);
      await expectSums();
    });

    test('by age deletes old texts of every account, and, apart from them, old keys of ended requests', async () => {
      for (const id of ['a', 'b']) await settled(id);
      await settled('others', { account_id: 2 });
      await tables.insert('open_request', { ...openRow() });
      await keep(['a', 'b', 'open', 'others'].map((id) => texts(id)));
      await query("UPDATE prompt_log SET finished_ms = 99 WHERE request_id <> 'b'");
      const claim = { account_id: 1, fingerprint: 'f'.repeat(64), created_ms: 1 };
      for (const request_id of ['a', 'open'])
        await tables.insert('idempotency', { ...claim, key: request_id, request_id });
      await tables.insert('idempotency', { ...claim, key: 'b', request_id: 'b', created_ms: Date.now() });
      expect(await runStep(database, { kind: 'prunePrompts', beforeMs: 100 })).toEqual({
        rows: 3,
        isLast: true,
      });
      expect(await logged()).toEqual(['b']);
      const keys = async () => await tables.column('SELECT key FROM idempotency ORDER BY key');
      expect(await keys()).toEqual(['a', 'b', 'open']);
      expect(await runStep(database, { kind: 'forgetKeys' })).toEqual({
        rows: 1,
        isLast: true,
      });
      expect(await keys()).toEqual(['b', 'open']);
      await expectSums();
    });
  });
});
