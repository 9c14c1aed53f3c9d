import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../core/ledger/overrun-day.ts';
import type { Account, Reservation, ReserveResult } from '../../../core/ledger/ledger.ts';
import { reservation, settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeExposures(scene: LedgerScene): void {
  /** @param changes what the request differs in from one that holds 10 and can cost 1,010. */
  const take = async (
    account: Account,
    changes: Partial<Reservation> = {},
  ): Promise<readonly [requestId: string, result: ReserveResult]> => {
    const requestId = scene.newRequest();
    const wanted = reservation(requestId, {
      accountId: account.id,
      exposureMicroCredits: 1_000,
      ...changes,
    });
    return [requestId, await scene.ledger.reserve(wanted)];
  };
  const reserved = { outcome: 'reserved' };
  /** One that was charged so much on an earlier day, and nothing since. */
  const accountWithHistory = async (
    microCredits: number,
    chargedBefore = 1_000_000,
    daysAgo = 0,
  ): Promise<Account> => {
    const account = await scene.newAccount(microCredits);
    await scene.meddle(
      `UPDATE account SET overrun_day = ${dayOf(Date.now()) - daysAgo}, charged_before = ${chargedBefore}
       WHERE id = ${account.id}`,
    );
    return account;
  };

  describe('what open requests can cost beyond their holds', () => {
    test('is free to be anything for one, and for two a tenth of it has to be free', async () => {
      const account = await accountWithHistory(119);
      expect((await take(account))[1]).toEqual(reserved);
      // 100 are needed beside both holds.
      expect((await take(account))[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 109,
        requiredMicroCredits: 110,
      });
      await scene.ledger.grant(account.name, 1);
      expect((await take(account))[1]).toEqual(reserved);
      expect(await scene.balanceOf(account)).toEqual([120, 20]);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('has to be free whole for an account that was charged nothing', async () => {
      const account = await scene.newAccount(1_019);
      expect((await take(account))[1]).toEqual(reserved);
      expect((await take(account))[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 1_009,
        requiredMicroCredits: 1_010,
      });
      await scene.ledger.grant(account.name, 1);
      expect((await take(account))[1]).toEqual(reserved);
    });

    test.each([
      ['it was charged today', 700, 0, 700],
      ['half of what it was charged until yesterday', 700, 1, 350],
      ['a quarter of what it was charged until the day before', 700, 2, 175],
      ['nothing of what it was charged long ago', 700, 200, 0],
    ])('is beyond what is free at most what an account was charged lately: %s', async (_, ...figures) => {
      const [chargedBefore, daysAgo, share] = figures;
      const account = await accountWithHistory(200, chargedBefore, daysAgo);
      expect((await take(account))[1]).toEqual(reserved);
      expect((await take(account))[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 190,
        requiredMicroCredits: 10 + 1_000 - share,
      });
    });

    test.each([
      ['nothing', 0, [true, false, false]],
      ['as much as another can cost', 1_000, [true, true, false]],
    ])(
      'beyond a bound of its own is paid by no balance: an account that was charged %s',
      async (_, charged, passes) => {
        const account = await accountWithHistory(1_000_000, charged);
        const bounded = { mayHoldExposure: false };
        const results = [];
        for (const _pass of passes) results.push((await take(account, bounded))[1].outcome);
        expect(results).toEqual(passes.map((isTaken) => (isTaken ? 'reserved' : 'unpayable')));
        // What the balance can pay runs beside them, and so does what has no exposure.
        expect((await take(account))[1]).toEqual(reserved);
        expect((await take(account, { ...bounded, exposureMicroCredits: 0 }))[1]).toEqual(reserved);
        expect((await take(account, bounded))[1]).toEqual({ outcome: 'unpayable' });
        expect(await scene.ledger.check()).toEqual([]);
      },
    );

    test('grows with each charge, and is forgotten after a day that the house paid for', async () => {
      const account = await scene.newAccount(3_000);
      const [requestId] = await take(account);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 600 }));
      expect((await take(account))[1]).toEqual(reserved);
      const beside = async () => (await take(account, { exposureMicroCredits: 60_000 }))[1];
      expect(await beside()).toEqual(reserved);
      expect(await beside()).toMatchObject({ requiredMicroCredits: 10 + 61_000 - 600 });
      const yesterday = dayOf(Date.now()) - 1;
      await scene.meddle(
        `UPDATE account SET overrun_day = ${yesterday}, day_overrun = 7 WHERE id = ${account.id}`,
      );
      expect(await beside()).toMatchObject({ requiredMicroCredits: 10 + 61_000 });
    });

    test('stays free as long as they are open: nothing else is held of it', async () => {
      const account = await scene.newAccount(160);
      expect((await take(account, { exposureMicroCredits: 2_000 }))[1]).toEqual(reserved);
      const [requestId, result] = await take(account, { exposureMicroCredits: 140 });
      expect(result).toEqual(reserved);
      expect(await scene.balanceOf(account)).toEqual([160, 20]);
      expect((await take(account, { exposureMicroCredits: 0 }))[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 140,
        requiredMicroCredits: 150,
      });
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 150 }));
      expect(await scene.balanceOf(account)).toEqual([10, 10]);
    });

    test('leaves requests without any alone', async () => {
      const account = await scene.newAccount(20);
      expect((await take(account))[1]).toEqual(reserved);
      expect((await take(account, { exposureMicroCredits: 0 }))[1]).toEqual(reserved);
      expect(await scene.balanceOf(account)).toEqual([20, 20]);
    });

    test.each(['settled', 'voided', 'recovered'])('ends with a request that is %s', async (ending) => {
      const account = await scene.newAccount(20);
      const [requestId] = await take(account);
      expect((await take(account))[1]).toMatchObject({ outcome: 'insufficient' });
      if (ending === 'settled') await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10 }));
      else if (ending === 'voided') await scene.ledger.void(requestId);
      else await scene.recoverFromDead([requestId]);
      expect(await scene.ledger.check()).toEqual([]);
      expect((await take(account))[1]).toEqual(reserved);
    });

    test('of a charge that raises its hold ends too', async () => {
      const account = await scene.newAccount(100);
      const [requestId] = await take(account);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 60 }));
      expect(await scene.ledger.check()).toEqual([]);
      expect((await take(account))[1]).toEqual(reserved);
    });

    test('of a hundred at once with nothing to spare is that of one', async () => {
      const account = await scene.newAccount(100);
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => take(account)));
      expect(outcomes.filter(([, { outcome }]) => outcome === 'reserved')).toHaveLength(1);
    });

    test('is held from the moment on from which the house bears too much of the account', async () => {
      const account = await scene.newAccount(20);
      await scene.meddle(
        `UPDATE account SET overrun_day = ${dayOf(Date.now())}, day_overrun = 5 WHERE id = ${account.id}`,
      );
      expect((await take(account))[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 20,
        requiredMicroCredits: 1_010,
      });
      const bounded = { exposureMicroCredits: 10, mayHoldExposure: false };
      expect((await take(account, bounded))[1]).toEqual({ outcome: 'unpayable' });
      expect((await take(account, { exposureMicroCredits: 10 }))[1]).toEqual({
        outcome: 'reserved',
        holdMicroCredits: 20,
      });
    });

    test('adds up exactly beyond what a double holds', async () => {
      const account = await accountWithHistory(2 ** 53 - 1, 2 ** 53 - 1);
      const changes = { holdMicroCredits: 0, exposureMicroCredits: 2 ** 53 - 1 };
      const ids = [];
      for (let count = 0; count < 3; count += 1) ids.push((await take(account, changes))[0]);
      expect(await scene.ledger.check()).toEqual([]);
      for (const id of ids) await scene.ledger.void(id);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('is found by the check where it does not add up', async () => {
      const account = await scene.newAccount(20);
      await scene.meddle(`UPDATE account SET exposure = 5 WHERE id = ${account.id}`);
      expect(await scene.ledger.check()).toMatchObject([{ invariant: 'exposure-is-open-exposures' }]);
      await scene.meddle(`UPDATE account SET exposure = 0 WHERE id = ${account.id}`);
    });
  });

  test('a suspended account can hold nothing, and its open requests are charged', async () => {
    const account = await scene.newAccount(100);
    const [requestId] = await take(account);
    await scene.ledger.suspendAccount(account.name, true);
    await expect(take(account)).rejects.toMatchObject({ code: 'account-suspended' });
    await expect(take(account, { exposureMicroCredits: 0 })).rejects.toMatchObject({
      code: 'account-suspended',
    });
    expect(await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 60 }))).toMatchObject({
      chargeMicroCredits: 60,
    });
  });
}
