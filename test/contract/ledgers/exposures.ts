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

  describe('what open requests can cost beyond their holds', () => {
    test('is free to be anything for one, and for two a tenth of it has to be free', async () => {
      const account = await scene.newAccount(219);
      expect((await take(account))[1]).toEqual(reserved);
      // 200 are needed beside both holds.
      expect((await take(account))[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 209,
        requiredMicroCredits: 210,
      });
      await scene.ledger.grant(account.name, 1);
      expect((await take(account))[1]).toEqual(reserved);
      expect(await scene.balanceOf(account)).toEqual([220, 20]);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('is held whole where there is no room for it and the balance has it', async () => {
      const account = await scene.newAccount(160);
      expect((await take(account, { exposureMicroCredits: 2_000 }))[1]).toEqual(reserved);
      const [requestId, result] = await take(account, { exposureMicroCredits: 140 });
      expect(result).toEqual({ outcome: 'reserved', holdMicroCredits: 150 });
      expect(await scene.balanceOf(account)).toEqual([160, 160]);
      const other = await take(account, { holdMicroCredits: 20, exposureMicroCredits: 30 });
      expect(other[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 0,
        requiredMicroCredits: 50,
      });
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 150 }));
      expect(await scene.balanceOf(account)).toEqual([10, 10]);
    });

    test('is never held whole against the request’s own bound', async () => {
      const account = await scene.newAccount(160);
      expect((await take(account, { exposureMicroCredits: 2_000 }))[1]).toEqual(reserved);
      const changes = { exposureMicroCredits: 140, mayHoldExposure: false };
      expect((await take(account, changes))[1]).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 150,
        requiredMicroCredits: 224,
      });
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
      expect((await take(account, { exposureMicroCredits: 10 }))[1]).toEqual({
        outcome: 'reserved',
        holdMicroCredits: 20,
      });
    });

    test('adds up exactly beyond what a double holds', async () => {
      const account = await scene.newAccount(2 ** 53 - 1);
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
