import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../core/ledger/ledger.ts';
import { settlement } from '../samples.ts';
import type { LedgerScene } from '../scene.ts';

/** The bound of this suite’s ledgers, bytes. */
export const MAX_CACHE_BYTES = 10_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const keyOf = (question: string): string => hash('sha256', question);

export function describeAnswers(scene: LedgerScene): void {
  const keep = async (account: Account, question: string, answer: string): Promise<boolean> => {
    const requestId = await scene.settled(account);
    const bytes = Buffer.from(answer);
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1)];
    return await scene.ledger.keepAnswer({
      requestId,
      accountId: account.id,
      key: keyOf(question),
      answer: pieces,
    });
  };
  const find = async (
    account: Account,
    question: string,
    { maxAgeMs = HOUR_MS, ledger = scene.ledger } = {},
  ): Promise<string | undefined> => {
    const found = await ledger.findAnswer({ accountId: account.id, key: keyOf(question), maxAgeMs });
    return found === undefined ? undefined : Buffer.from(found).toString();
  };
  const age = async (account: Account, question: string, byMs: number): Promise<void> => {
    const where = `account_id = ${account.id} AND key = '${keyOf(question)}'`;
    await scene.meddle(`UPDATE cached_answer SET stored_ms = stored_ms - ${byMs} WHERE ${where}`);
  };
  const storedAnswers = async (account: Account): Promise<number> =>
    await scene.count(`cached_answer WHERE account_id = ${account.id}`);

  describe('an answer in the cache', () => {
    test('is found by its account and its key alone, by every process', async () => {
      const [account, other] = [await scene.newCachingAccount(), await scene.newCachingAccount()];
      expect(await keep(account, 'a', '{"text":"grün 🔑"}')).toBe(true);
      for (const ledger of [scene.ledger, scene.another])
        expect(await find(account, 'a', { ledger })).toBe('{"text":"grün 🔑"}');
      expect(await find(account, 'b')).toBeUndefined();
      expect(await find(other, 'a')).toBeUndefined();
    });

    test('is found at once, while it is still to be written', async () => {
      const account = await scene.newCachingAccount();
      const answer = { requestId: await scene.settled(account), accountId: account.id, key: keyOf('a') };
      const keeping = scene.ledger.keepAnswer({ ...answer, answer: [Buffer.from('{}')] });
      expect(await find(account, 'a')).toBe('{}');
      expect(await keeping).toBe(true);
    });

    test('is found only while it is younger than wanted', async () => {
      const account = await scene.newCachingAccount();
      await keep(account, 'a', '{}');
      expect(await find(account, 'a', { maxAgeMs: 0 })).toBeUndefined();
      await age(account, 'a', 2 * HOUR_MS);
      expect(await find(account, 'a')).toBeUndefined();
      expect(await find(account, 'a', { maxAgeMs: 3 * HOUR_MS })).toBe('{}');
    });

    test('takes the place of an earlier one, as a new one', async () => {
      const account = await scene.newCachingAccount();
      await keep(account, 'a', '{"first":1}');
      await age(account, 'a', 2 * HOUR_MS);
      await keep(account, 'a', '{"second":2}');
      expect(await find(account, 'a')).toBe('{"second":2}');
      expect(await storedAnswers(account)).toBe(1);
    });

    test('is not stored for an account without a cache, and not found there', async () => {
      const account = await scene.newAccount(1000);
      expect(await keep(account, 'a', '{}')).toBe(false);
      const caching = await scene.newCachingAccount();
      await keep(caching, 'a', '{}');
      await scene.meddle(`UPDATE account SET response_cache = 0 WHERE id = ${caching.id}`);
      expect(await find(caching, 'a')).toBeUndefined();
    });

    test('is deleted as soon as its account keeps nothing', async () => {
      const account = await scene.newCachingAccount();
      await keep(account, 'a', '{}');
      await scene.ledger.changeAccount(account.name, { zeroDataRetention: true });
      expect(await find(account, 'a')).toBeUndefined();
      expect(await storedAnswers(account)).toBe(0);
    });

    test.each([
      ['was turned off and on', { cache: false }, { cache: true }],
      ['kept nothing for a while', { zeroDataRetention: true }, { zeroDataRetention: false }],
    ])('to what was asked before its account’s cache %s is not stored', async (_, off, on) => {
      const account = await scene.newCachingAccount();
      const requestId = await scene.settled(account);
      await scene.ledger.changeAccount(account.name, off);
      await scene.ledger.changeAccount(account.name, on);
      const answer = [Buffer.from('{}')];
      const late = { requestId, accountId: account.id, key: keyOf('a'), answer };
      expect(await scene.ledger.keepAnswer(late)).toBe(false);
      // Two requests of one millisecond could not be told apart.
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await keep(account, 'a', '{"new":1}')).toBe(true);
      expect(await find(account, 'a')).toBe('{"new":1}');
    });

    test('is not found after its account’s cache was emptied, also where it could not be deleted', async () => {
      const account = await scene.newCachingAccount();
      await keep(account, 'a', '{}');
      await scene.meddle(
        `UPDATE account SET cache_since_ms = created_ms + ${HOUR_MS} WHERE id = ${account.id}`,
      );
      expect(await find(account, 'a')).toBeUndefined();
    });

    test('of a request that may be kept is not stored while its account keeps nothing', async () => {
      const account = await scene.newCachingAccount();
      await scene.meddle(`UPDATE account SET zero_data_retention = 1 WHERE id = ${account.id}`);
      expect(await keep(account, 'a', '{}')).toBe(false);
    });

    test('that was stored by a clock ahead of this one is not found before its time', async () => {
      const account = await scene.newCachingAccount();
      await keep(account, 'a', '{}');
      await age(account, 'a', -HOUR_MS);
      expect(await find(account, 'a', { maxAgeMs: 0 })).toBeUndefined();
      expect(await find(account, 'a')).toBeUndefined();
    });

    test('is not stored under zero data retention, before its request is paid for, or by another process', async () => {
      const account = await scene.newCachingAccount();
      const silent = await scene.hold(account, 10, { zeroDataRetention: true });
      await scene.ledger.settle(settlement(silent));
      const open = await scene.hold(account, 10);
      const voided = await scene.hold(account, 10);
      await scene.ledger.void(voided);
      const answer = { accountId: account.id, key: keyOf('a'), answer: [Buffer.from('{}')] };
      for (const requestId of [silent, open, voided, 'unheard-of'])
        expect(await scene.ledger.keepAnswer({ ...answer, requestId })).toBe(false);
      const requestId = await scene.settled(account);
      expect(await scene.another.keepAnswer({ ...answer, requestId })).toBe(false);
      const other = await scene.newCachingAccount();
      expect(await scene.ledger.keepAnswer({ ...answer, accountId: other.id, requestId })).toBe(false);
      expect(await storedAnswers(account)).toBe(0);
      expect(await storedAnswers(other)).toBe(0);
    });

    test('gives way to newer ones at the account’s bound, the oldest first', async () => {
      const [account, other] = [await scene.newCachingAccount(), await scene.newCachingAccount()];
      await keep(other, 'a', '{}');
      const third = 'a'.repeat(MAX_CACHE_BYTES / 4);
      for (const question of ['a', 'b', 'c', 'd', 'e', 'f'])
        expect(await keep(account, question, third)).toBe(true);
      const left = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((each) => find(account, each)));
      expect(left.map((answer) => answer !== undefined)).toEqual([false, false, true, true, true, true]);
      expect(
        await scene.count(`cache_total WHERE account_id = ${account.id} AND bytes = ${MAX_CACHE_BYTES}`),
      ).toBe(1);
      // One that takes the place of an earlier one needs no more room than that.
      expect(await keep(account, 'f', third)).toBe(true);
      expect(await storedAnswers(account)).toBe(4);
      expect(await keep(account, 'g', 'a'.repeat(MAX_CACHE_BYTES + 1))).toBe(false);
      expect(await keep(account, 'g', '')).toBe(false);
      expect(await storedAnswers(account)).toBe(4);
      expect(await storedAnswers(other)).toBe(1);
    });

    test('is deleted once nobody may be given it any more', async () => {
      const account = await scene.newCachingAccount();
      for (const question of ['old', 'young']) await keep(account, question, '{}');
      await age(account, 'old', 30 * DAY_MS + HOUR_MS);
      await age(account, 'young', 29 * DAY_MS);
      await scene.ledger.pruneAnswers();
      expect(await storedAnswers(account)).toBe(1);
      await scene.ledger.prunePrompts(new Date(Date.now() - 28 * DAY_MS).toISOString());
      expect(await storedAnswers(account)).toBe(0);
    });

    test('is deleted where the account’s cache is turned off', async () => {
      const [account, other] = [await scene.newCachingAccount(), await scene.newCachingAccount()];
      for (const each of [account, other]) await keep(each, 'a', '{}');
      expect(await scene.another.changeAccount(account.name, { cache: false })).toMatchObject({
        cache: false,
      });
      expect([await storedAnswers(account), await storedAnswers(other)]).toEqual([0, 1]);
      await scene.ledger.changeAccount(account.name, { cache: true });
      expect(await find(account, 'a')).toBeUndefined();
    });
  });
}
