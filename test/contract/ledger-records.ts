import { describe, expect, test } from 'vitest';
import { call, settlement } from './ledger-samples.ts';
import type { LedgerScene } from './ledger-scene.ts';

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const NEVER = '1970-01-01T00:00:00Z';

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

export function describeBalances(scene: LedgerScene): void {
  describe('a balance', () => {
    test('is what was granted, held and charged', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.reserve(account, 100);
      for (const ledger of [scene.ledger, scene.another]) {
        expect(await ledger.balance(account.id)).toEqual({
          postedMicroCredits: 1000,
          reservedMicroCredits: 100,
        });
      }
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 40 }));
      expect(await scene.another.balance(account.id)).toEqual({
        postedMicroCredits: 960,
        reservedMicroCredits: 0,
      });
    });

    test('of an account nobody made is refused', async () => {
      await expect(scene.ledger.balance(987_654)).rejects.toMatchObject({ code: 'account-unknown' });
    });
  });
}

export function describeRecords(scene: LedgerScene): void {
  describe('a request’s record', () => {
    test('of one still running has its hold and nothing of an end', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.reserve(account, 100);
      expect(await scene.another.findRequest(account.id, requestId)).toEqual({
        requestId,
        state: 'reserved',
        createdAt: expect.stringMatching(ISO_TIME),
        finishedAt: null,
        holdMicroCredits: 100,
        chargeMicroCredits: 0,
        zeroDataRetention: false,
        calls: [],
        log: null,
      });
      await scene.ledger.void(requestId);
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        state: 'voided',
        finishedAt: expect.stringMatching(ISO_TIME),
        chargeMicroCredits: 0,
        calls: [],
        log: null,
      });
    });

    test('of a settled one gives back every figure and text as they came', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.reserve(account, 100);
      const calls = [
        call({ chargeMicroCredits: 10, latencyMs: 0.25, providerCostNanoUsd: Number.MAX_SAFE_INTEGER }),
        call({ index: 1, modelId: 'other', status: 'failed', faultCode: 'timeout', attempts: 3 }),
        call({ role: 'judge', index: 2, tokensCached: 5, tokensCacheWrite: 6, searches: 7 }),
      ];
      const log = { request: '{"prompt":"\u2028 🔑 \\u0000"}', response: '{"creditsUsed":0.00001}' };
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10, calls, log }));
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        state: 'settled',
        holdMicroCredits: 100,
        chargeMicroCredits: 10,
        calls,
        log,
      });
    });

    test('is told to nobody but its account', async () => {
      const [account, stranger] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const requestId = await scene.reserve(account, 100);
      expect(await scene.ledger.findRequest(stranger.id, requestId)).toBeUndefined();
      expect(await scene.ledger.findRequest(account.id, 'unheard-of')).toBeUndefined();
      expect(await scene.ledger.findRequest(account.id, "' OR 1 = 1 --")).toBeUndefined();
      expect(await scene.ledger.findRequest(account.id, requestId)).toBeDefined();
    });

    test('under zero data retention says so and has no text', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.reserve(account, 100, { zeroDataRetention: true });
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10, log: null }));
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        zeroDataRetention: true,
        calls: [call({ chargeMicroCredits: 10 })],
        log: null,
      });
    });

    test('under zero data retention takes no text, and the request stays open', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.reserve(account, 100, { zeroDataRetention: true });
      await expect(scene.ledger.settle(settlement(requestId))).rejects.toMatchObject({ code: 'invalid' });
      expect(await scene.balanceOf(account)).toEqual([1000, 100]);
      await scene.ledger.settle(settlement(requestId, { log: null }));
    });
  });
}

export function describeHistory(scene: LedgerScene): void {
  describe('a history', () => {
    test('has every entry of its account, the newest first', async () => {
      const [account, stranger] = [await scene.newAccount(1000), await scene.newAccount(5)];
      const [settled, voided] = [await scene.reserve(account, 100), await scene.reserve(account, 50)];
      await scene.ledger.settle(settlement(settled, { chargeMicroCredits: 100, houseMicroCredits: 3 }));
      await scene.ledger.grant(account.name, 7);
      await scene.ledger.void(voided);
      const history = await scene.another.history(account.name, 100);
      expect(history.map(({ kind, microCredits, requestId }) => [kind, microCredits, requestId])).toEqual([
        ['release', 50, voided],
        ['charge', 0, voided],
        ['grant', 7, null],
        ['house', 3, settled],
        ['release', 0, settled],
        ['charge', 100, settled],
        ['grant', 1000, null],
      ]);
      for (const { at } of history) expect(at).toMatch(ISO_TIME);
      expect(await scene.ledger.history(stranger.name, 100)).toHaveLength(1);
    });

    test('is as long as asked for', async () => {
      const account = await scene.newAccount(1);
      for (let amount = 2; amount <= 5; amount += 1) await scene.ledger.grant(account.name, amount);
      const amounts = async (limit: number): Promise<readonly number[]> =>
        (await scene.ledger.history(account.name, limit)).map(({ microCredits }) => microCredits);
      expect(await amounts(3)).toEqual([5, 4, 3]);
      expect(await amounts(0)).toEqual([]);
      expect(await amounts(10_000)).toEqual([5, 4, 3, 2, 1]);
      for (const limit of [-1, 1.5, Number.NaN, 10_001]) {
        await expect(amounts(limit)).rejects.toMatchObject({ code: 'invalid' });
      }
    });

    test('of an account nobody made is refused', async () => {
      await expect(scene.ledger.history('nobody', 1)).rejects.toMatchObject({ code: 'account-unknown' });
    });
  });
}

export function describePruning(scene: LedgerScene): void {
  describe('pruning', () => {
    test('deletes the texts of what finished before, and nothing else', async () => {
      const account = await scene.newAccount(1000);
      const [old, young] = [await scene.reserve(account, 100), await scene.reserve(account, 100)];
      for (const id of [old, young]) await scene.ledger.settle(settlement(id, { chargeMicroCredits: 10 }));
      await scene.age(old, 31);
      await scene.age(young, 29);
      expect(await scene.another.prunePrompts(hoursAgo(30))).toBe(1);
      expect(await scene.another.prunePrompts(hoursAgo(30))).toBe(0);
      expect(await scene.ledger.findRequest(account.id, young)).toMatchObject({ log: expect.anything() });
      expect(await scene.ledger.findRequest(account.id, old)).toMatchObject({
        state: 'settled',
        chargeMicroCredits: 10,
        calls: [expect.anything()],
        log: null,
      });
      expect(await scene.balanceOf(account)).toEqual([980, 0]);
      expect(await scene.ledger.history(account.name, 100)).toHaveLength(5);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('deletes more than one step’s worth', async () => {
      const account = await scene.newAccount(0);
      const requests = await Promise.all(
        Array.from({ length: 1010 }, async () => {
          const requestId = await scene.reserve(account, 0);
          await scene.ledger.settle(settlement(requestId));
          return requestId;
        }),
      );
      await scene.ageAll(requests, 50);
      expect(await scene.ledger.prunePrompts(hoursAgo(49))).toBe(1010);
    });

    test('forgets no idempotency key that may still be repeated, and all others', async () => {
      const account = await scene.newAccount(1000);
      const fingerprint = '0'.repeat(64);
      const reserveWith = async (key: string): Promise<string> =>
        await scene.reserve(account, 10, { idempotency: { key, fingerprint } });
      const [open, old, young] = [
        await reserveWith('open'),
        await reserveWith('old'),
        await reserveWith('young'),
      ];
      for (const id of [old, young]) await scene.ledger.settle(settlement(id));
      for (const [id, hours] of [
        [open, 25],
        [old, 25],
        [young, 23],
      ] as const)
        await scene.age(id, hours);
      await scene.ledger.prunePrompts(NEVER);
      expect(await scene.count(`idempotency WHERE account_id = ${account.id}`)).toBe(2);
      await scene.ledger.void(open);
    });

    test('refuses what is younger than 24 hours, and deletes nothing', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.reserve(account, 100);
      await scene.ledger.settle(settlement(requestId));
      await scene.age(requestId, 23.5);
      for (const before of [hoursAgo(23.9), hoursAgo(0), hoursAgo(-1), '9999-12-31T00:00:00Z']) {
        await expect(scene.ledger.prunePrompts(before)).rejects.toMatchObject({ code: 'invalid' });
      }
      await scene.ledger.prunePrompts(hoursAgo(24.1));
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({ log: expect.anything() });
    });

    test.each(['', 'yesterday', '30d', '2020-13-01', '2020-01-01T00:00:00', '1577836800000', 'Jan 1 2020'])(
      'takes no time such as %j',
      async (before) => {
        await expect(scene.ledger.prunePrompts(before)).rejects.toMatchObject({ code: 'invalid' });
      },
    );

    test.each(['2020-01-01', '2020-01-01T00:00Z', '2020-01-01T00:00:00.123+02:00'])(
      'takes the time %s',
      async (before) => {
        expect(await scene.ledger.prunePrompts(before)).toBe(0);
      },
    );
  });
}
