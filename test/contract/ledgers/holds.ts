import { describe, expect, test } from 'vitest';
import { sampleHold } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeHolds(scene: LedgerScene): void {
  describe('reserving', () => {
    test('takes a hold equal to the balance, and not one micro-credit more', async () => {
      const account = await scene.newAccount(1_176_499);
      const request = sampleHold(scene.newRequest(), { accountId: account.id, holdMicroCredits: 1_176_500 });
      expect(await scene.ledger.hold(request)).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 1_176_499,
        owedMicroCredits: 0,
      });
      expect(await scene.balanceOf(account)).toEqual([1_176_499, 0]);
      await scene.ledger.adjustCredits(account.name, 1);
      // The refusal wrote nothing, so the very same request passes once it is covered.
      expect(await scene.ledger.hold(request)).toEqual({ outcome: 'held' });
      expect(await scene.balanceOf(account)).toEqual([1_176_500, 1_176_500]);
    });

    test('counts what is reserved already', async () => {
      const account = await scene.newAccount(100);
      await scene.hold(account, 70);
      const hold = sampleHold(scene.newRequest(), { accountId: account.id, holdMicroCredits: 31 });
      expect(await scene.ledger.hold(hold)).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 30,
        owedMicroCredits: 0,
      });
      await scene.hold(account, 30);
      expect(await scene.balanceOf(account)).toEqual([100, 100]);
    });

    test('of nothing needs no balance', async () => {
      await scene.hold(await scene.newAccount(0), 0);
    });

    test('refuses a request id used before, whoever used it', async () => {
      const [account, stranger] = [await scene.newAccount(100), await scene.newAccount(100)];
      const requestId = await scene.hold(account, 10);
      const again = sampleHold(requestId, { accountId: account.id });
      await expect(scene.ledger.hold(again)).rejects.toMatchObject({ code: 'rejected' });
      await expect(scene.ledger.hold({ ...again, accountId: stranger.id })).rejects.toThrow();
      await scene.ledger.void(requestId);
      await expect(scene.ledger.hold(again)).rejects.toThrow();
      expect(await scene.balanceOf(account)).toEqual([100, 0]);
      expect(await scene.balanceOf(stranger)).toEqual([100, 0]);
    });

    test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e21])(
      'refuses a hold of %d',
      async (holdMicroCredits) => {
        const account = await scene.newAccount(100);
        const request = sampleHold(scene.newRequest(), { accountId: account.id, holdMicroCredits });
        await expect(scene.ledger.hold(request)).rejects.toMatchObject({ code: 'invalid' });
        expect(await scene.balanceOf(account)).toEqual([100, 0]);
      },
    );

    test('refuses an account nobody made', async () => {
      const request = sampleHold(scene.newRequest(), { accountId: 987_654, holdMicroCredits: 0 });
      await expect(scene.ledger.hold(request)).rejects.toMatchObject({ code: 'account-unknown' });
    });

    test('500 at once, with a balance for ten, lets exactly ten through', async () => {
      const account = await scene.newAccount(10 * 7 + 6);
      const outcomes = await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          (index % 2 === 0 ? scene.ledger : scene.another).hold(
            sampleHold(scene.newRequest(), { accountId: account.id, holdMicroCredits: 7 }),
          ),
        ),
      );
      const refused = outcomes.filter(({ outcome }) => outcome !== 'held');
      expect(refused).toHaveLength(490);
      for (const outcome of refused)
        expect(outcome).toEqual({
          outcome: 'insufficient',
          availableMicroCredits: 6,
          owedMicroCredits: 0,
        });
      expect(await scene.balanceOf(account)).toEqual([76, 70]);
    });
  });
}
