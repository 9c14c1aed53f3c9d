import { describe, expect, test } from 'vitest';
import { settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

export function describeAccounts(scene: LedgerScene): void {
  describe('accounts', () => {
    test('start with the documented settings and their first grant', async () => {
      const account = await scene.newAccount(12_500_000);
      expect(account).toMatchObject({
        markupMilli: 1000,
        zeroDataRetention: false,
        cache: false,
        requestsPerMinute: 600,
        requestsInFlight: 100,
      });
      expect(await scene.balanceOf(account)).toEqual([12_500_000, 0]);
    });

    test('may start with nothing', async () => {
      expect(await scene.balanceOf(await scene.newAccount(0))).toEqual([0, 0]);
    });

    test('have names of their own', async () => {
      const account = await scene.newAccount(5);
      await expect(scene.ledger.createAccount(account.name, 7)).rejects.toMatchObject({
        code: 'account-exists',
      });
      expect(await scene.balanceOf(account)).toEqual([5, 0]);
    });

    test.each(['', 'a'.repeat(65), 'line\nbreak', 'bell\u0007', 'turned\u202Eround'])(
      'refuse the name %j',
      async (accountName) => {
        await expect(scene.ledger.createAccount(accountName, 0)).rejects.toMatchObject({ code: 'invalid' });
      },
    );

    test('take names that look like SQL as text', async () => {
      const accountName = `Robert'); DROP TABLE account;--`;
      const account = await scene.ledger.createAccount(accountName, 3);
      expect(account.name).toBe(accountName);
      expect(await scene.ledger.adjustCredits(accountName, 4)).toMatchObject({ postedMicroCredits: 7 });
    });

    test('are listed in the order they were made', async () => {
      const first = await scene.newAccount(1);
      const second = await scene.newAccount(2);
      const listed = await scene.ledger.listAccounts();
      expect(listed.slice(-2).map(({ id }) => id)).toEqual([first.id, second.id]);
    });
  });
}

export function describeGrants(scene: LedgerScene): void {
  describe('grants', () => {
    test('add up to the micro-credit and answer with the balance', async () => {
      const account = await scene.newAccount(1);
      expect(await scene.ledger.adjustCredits(account.name, 999_999)).toEqual({
        postedMicroCredits: 1_000_000,
        heldMicroCredits: 0,
      });
      await scene.hold(account, 400);
      expect(await scene.ledger.adjustCredits(account.name, 1)).toEqual({
        postedMicroCredits: 1_000_001,
        heldMicroCredits: 400,
      });
    });

    test.each([0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
      'of %d are refused',
      async (amount) => {
        const account = await scene.newAccount(10);
        await expect(scene.ledger.adjustCredits(account.name, amount)).rejects.toMatchObject({
          code: 'invalid',
        });
        expect(await scene.balanceOf(account)).toEqual([10, 0]);
      },
    );

    test('to an account nobody made are refused', async () => {
      await expect(scene.ledger.adjustCredits('nobody', 1)).rejects.toMatchObject({
        code: 'account-unknown',
      });
    });

    test('stop at the largest exact balance', async () => {
      const account = await scene.newAccount(LARGEST - 1);
      await expect(scene.ledger.adjustCredits(account.name, 2)).rejects.toMatchObject({ code: 'invalid' });
      expect(await scene.ledger.adjustCredits(account.name, 1)).toMatchObject({
        postedMicroCredits: LARGEST,
      });
      await expect(scene.ledger.adjustCredits(account.name, 1)).rejects.toMatchObject({ code: 'invalid' });
      await scene.ledger.void(await scene.hold(account, LARGEST));
      expect(await scene.balanceOf(account)).toEqual([LARGEST, 0]);
    });
  });
}

export function describeSettings(scene: LedgerScene): void {
  describe('settings', () => {
    test('change alone and leave the others', async () => {
      const account = await scene.newAccount(0);
      await scene.ledger.changeAccount(account.name, { markupMilli: 1250 });
      await scene.ledger.changeAccount(account.name, { zeroDataRetention: true });
      await scene.ledger.changeAccount(account.name, { requestsPerMinute: 7 });
      const changed = { ...account, markupMilli: 1250, zeroDataRetention: true, requestsPerMinute: 7 };
      expect(await scene.ledger.changeAccount(account.name, { requestsInFlight: 3 })).toEqual({
        ...changed,
        requestsInFlight: 3,
      });
      expect(await scene.ledger.changeAccount(account.name, { zeroDataRetention: false })).toMatchObject({
        zeroDataRetention: false,
        markupMilli: 1250,
      });
    });

    test.each([
      { markupMilli: -1 },
      { markupMilli: 1.5 },
      { markupMilli: 1_000_001 },
      { requestsPerMinute: -1 },
      { requestsInFlight: Number.NaN },
    ])('refuse %j', async (settings) => {
      const account = await scene.newAccount(0);
      await expect(scene.ledger.changeAccount(account.name, settings)).rejects.toMatchObject({
        code: 'invalid',
      });
    });

    test('of an account nobody made are refused', async () => {
      await expect(scene.ledger.changeAccount('nobody', { markupMilli: 1 })).rejects.toMatchObject({
        code: 'account-unknown',
      });
    });

    test('racing grants and charges lose nothing', async () => {
      const account = await scene.newAccount(1_000_000);
      const requests = await Promise.all(Array.from({ length: 50 }, () => scene.hold(account, 100)));
      await Promise.all([
        ...requests.map((id) => scene.ledger.settle(settlement(id, { chargeMicroCredits: 40 }))),
        ...Array.from({ length: 50 }, () => scene.another.adjustCredits(account.name, 3)),
        ...Array.from({ length: 50 }, (_, index) =>
          scene.another.changeAccount(account.name, { markupMilli: 1000 + index }),
        ),
      ]);
      expect(await scene.balanceOf(account)).toEqual([1_000_000 - 50 * 40 + 50 * 3, 0]);
    });
  });
}
