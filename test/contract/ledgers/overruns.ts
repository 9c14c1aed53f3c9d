import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../core/ledger/overrun-day.ts';
import type { Account, Reservation, SettleResult } from '../../../core/ledger/ledger.ts';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import { reservation, settlement, texts } from './samples.ts';
import type { LedgerScene } from './scene.ts';

const charged = (
  chargeMicroCredits: number,
  beganOverrunning = false,
  isRefused = beganOverrunning,
): SettleResult => ({
  chargeMicroCredits,
  beganOverrunning,
  ...(isRefused && { isRefused }),
});

export function describeOverruns(scene: LedgerScene): void {
  const settle = (requestId: string, chargeMicroCredits: number): Promise<SettleResult> =>
    scene.ledger.settle(settlement(requestId, { chargeMicroCredits }));
  const entriesOf = async (account: Account, requestId: string) => {
    const entries = await scene.ledger.history(account.name, 1_000);
    return Object.fromEntries(
      entries
        .filter((entry) => entry.requestId === requestId)
        .map(({ kind, microCredits }) => [kind, microCredits]),
    );
  };
  const settingsOf = async (account: Account): Promise<Account | undefined> =>
    (await scene.ledger.listAccounts()).find(({ id }) => id === account.id);

  describe('a charge beyond the hold', () => {
    test.each([
      ['takes what the account has free', 150, 150, 0],
      ['takes the last micro-credit', 1_000, 1_000, 0],
      ['never takes more: the absorbed bears the rest', 1_200, 1_000, 200],
    ])('%s', async (_, wanted, charge, absorbed) => {
      const account = await scene.newAccount(1_000);
      const requestId = await scene.reserve(account, 100);
      expect(await settle(requestId, wanted)).toEqual(charged(charge, absorbed > 10));
      expect(await scene.balanceOf(account)).toEqual([1_000 - charge, 0]);
      expect(await entriesOf(account, requestId)).toEqual({
        charge,
        release: 0,
        ...(absorbed > 0 && { absorbed }),
      });
    });

    test('leaves what other requests hold alone', async () => {
      const account = await scene.newAccount(1_000);
      const requestId = await scene.reserve(account, 100);
      const other = await scene.reserve(account, 850);
      expect(await settle(requestId, 500)).toEqual(charged(150, true));
      expect(await scene.balanceOf(account)).toEqual([850, 850]);
      expect(await settle(other, 850)).toEqual(charged(850));
      expect(await scene.balanceOf(account)).toEqual([0, 0]);
    });

    test('of an account with nothing free is its hold', async () => {
      const account = await scene.newAccount(100);
      const requestId = await scene.reserve(account, 100);
      expect(await settle(requestId, 101)).toEqual(charged(100));
      expect(await scene.balanceOf(account)).toEqual([0, 0]);
      expect(await entriesOf(account, requestId)).toEqual({ charge: 100, release: 0, absorbed: 1 });
    });

    test('of a delivering request takes what is free too', async () => {
      const account = await scene.newAccount(1_000);
      const requestId = await scene.reserve(account, 100);
      const whole = settlement(requestId, { chargeMicroCredits: 150 });
      await scene.ledger.deliver({ requestId, from: 0, calls: whole.calls });
      expect(await scene.ledger.settle(whole)).toEqual(charged(150));
      expect(await scene.balanceOf(account)).toEqual([850, 0]);
    });

    test('deletes texts that say another charge, and keeps those that say this one', async () => {
      const account = await scene.newAccount(100);
      const requestId = await scene.reserve(account, 90);
      const kept = (said: number) => ({
        ...texts(requestId, '{}', `{"creditsUsed":${said / 1e6}}`, account.id),
        chargeMicroCredits: said,
      });
      expect(await scene.ledger.keepTexts(kept(120))).toBe(true);
      expect(await settle(requestId, 120)).toEqual(charged(100, true));
      expect(await scene.count(`prompt_log WHERE request_id = '${requestId}'`)).toBe(0);
      await expect(scene.ledger.keepTexts(kept(120))).rejects.toMatchObject({ code: 'invalid' });
      expect(await scene.ledger.keepTexts(kept(100))).toBe(true);
    });

    test('of a hundred at once: never below zero, and to the micro-credit', async () => {
      const account = await scene.newAccount(2_000);
      const ids = await Promise.all(Array.from({ length: 100 }, () => scene.reserve(account, 10)));
      const outcomes = await Promise.all(ids.map((id, index) => settle(id, 1 + index)));
      const sum = outcomes.reduce((total, { chargeMicroCredits }) => total + chargeMicroCredits, 0);
      const [posted, reserved] = await scene.balanceOf(account);
      expect([posted + sum, reserved]).toEqual([2_000, 0]);
      expect(posted).toBeGreaterThanOrEqual(0);
      expect(outcomes.every(({ chargeMicroCredits }, index) => chargeMicroCredits <= 1 + index)).toBe(true);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('is found by the check where it raised a hold and was not charged', async () => {
      const account = await scene.newAccount(1_000);
      const requestId = await scene.reserve(account, 100);
      await scene.meddle(`UPDATE request SET raised = 1 WHERE id = '${requestId}'`);
      expect(await scene.ledger.check()).toMatchObject([{ invariant: 'raised-is-charged' }]);
      await scene.meddle(`UPDATE request SET raised = 0 WHERE id = '${requestId}'`);
      await scene.ledger.void(requestId);
    });
  });

  describe('an account whose overruns the absorbed bears', () => {
    test('is told of once they pass one per cent of its day, and holds the worst until the day ends', async () => {
      const account = await scene.newAccount(10_000);
      expect(account).toMatchObject({ holds: 'likely', isOverrunning: false });
      expect(await settle(await scene.reserve(account, 9_900), 9_900)).toEqual(charged(9_900));
      const exposed = { exposureMicroCredits: 100 };
      expect(await settle(await scene.reserve(account, 50, exposed), 150)).toEqual(charged(100));
      expect(await settingsOf(account)).toMatchObject({ isOverrunning: false });
      await scene.ledger.grant(account.name, 100);
      const last = settlement(await scene.reserve(account, 100, exposed), {
        chargeMicroCredits: 0,
        absorbedMicroCredits: 60,
        overrunMicroCredits: 60,
      });
      expect(await scene.ledger.settle(last)).toEqual(charged(0, true, false));
      expect(await settingsOf(account)).toMatchObject({ holds: 'likely', isOverrunning: true });
      expect(await settle(await scene.reserve(account, 100), 199)).toEqual(charged(100));
      await scene.meddle(
        `UPDATE account SET overrun_day = ${dayOf(Date.now()) - 1} WHERE id = ${account.id}`,
      );
      expect(await settingsOf(account)).toMatchObject({ isOverrunning: false });
    });

    test('is refused until the day ends once requests that held the most pass one per cent', async () => {
      const account = await scene.newAccount(2_000);
      const beside = await scene.reserve(account, 100, { exposureMicroCredits: 50 });
      expect(await settle(await scene.reserve(account, 1_900), 1_900)).toEqual(charged(1_900));
      const worst = await scene.reserve(account, 0);
      // Its own exposure: the first step, as for every account.
      expect(await settle(beside, 150)).toEqual(charged(100, true, false));
      expect(await settle(worst, 20)).toEqual(charged(0));
      await scene.ledger.grant(account.name, 1_000);
      const next = await scene.reserve(account, 100);
      const last = await scene.reserve(account, 900);
      expect(await settle(next, 102)).toEqual(charged(100, false, true));
      // What is open goes on.
      expect(await settle(last, 50)).toEqual(charged(50));
      const again = (changes: Partial<Reservation> = {}) =>
        scene.ledger.reserve(reservation(scene.newRequest(), { accountId: account.id, ...changes }));
      for (const exposureMicroCredits of [0, 10])
        await expect(again({ exposureMicroCredits })).rejects.toMatchObject({ code: 'account-overrun' });
      await scene.meddle(
        `UPDATE account SET overrun_day = ${dayOf(Date.now()) - 1} WHERE id = ${account.id}`,
      );
      expect(await again()).toEqual({ outcome: 'reserved' });
    });

    test.each([
      ['whose hold covers the charge', 100, 100],
      ['whose charge takes what is free', 100, 150],
      ['whose charge is more than is free', 100, 1_200],
    ])(
      'is refused for what its own bound cut off a request that held the most: one %s',
      async (_, hold, charge) => {
        for (const [exposureMicroCredits, unpaidMicroCredits, isRefused] of [
          [50, 60, false],
          [0, 60, true],
          // The gateway's bound: that a provider bills more is not the account's doing.
          [0, 0, charge > 1_000],
        ] as const) {
          const account = await scene.newAccount(1_000);
          const absorbed = { absorbedMicroCredits: 60, overrunMicroCredits: 60 };
          const beyond = { chargeMicroCredits: charge, ...absorbed, unpaidMicroCredits };
          const ended = settlement(await scene.reserve(account, hold, { exposureMicroCredits }), beyond);
          expect(await scene.ledger.settle(ended)).toEqual(charged(Math.min(charge, 1_000), true, isRefused));
          const again = scene.ledger.reserve(reservation(scene.newRequest(), { accountId: account.id }));
          if (isRefused) await expect(again).rejects.toMatchObject({ code: 'account-overrun' });
          else expect(await again).toMatchObject({ outcome: charge > 1_000 ? 'insufficient' : 'reserved' });
        }
      },
    );

    test('and was refused is taken again when it is resumed', async () => {
      const account = await scene.newAccount(100);
      expect(await settle(await scene.reserve(account, 50), 150)).toEqual(charged(100, true));
      await scene.ledger.grant(account.name, 100);
      const again = () => scene.ledger.reserve(reservation(scene.newRequest(), { accountId: account.id }));
      await expect(again()).rejects.toMatchObject({ code: 'account-overrun' });
      await scene.ledger.suspendAccount(account.name, false);
      expect(await again()).toEqual({ outcome: 'reserved' });
      expect(await settingsOf(account)).toMatchObject({ isOverrunning: true });
    });

    test('is not one whose repeated attempts the absorbed bears', async () => {
      const account = await scene.newAccount(1_000);
      const requestId = await scene.reserve(account, 100);
      const outcome = await scene.ledger.settle(
        settlement(requestId, { chargeMicroCredits: 10, absorbedMicroCredits: 90 }),
      );
      expect(outcome).toEqual(charged(10));
      expect(await settingsOf(account)).toMatchObject({ isOverrunning: false });
    });

    test.each<AccountSettings>([{ holds: 'worst' }, { holds: 'likely' }])(
      'can be set: %o',
      async (settings) => {
        const account = await scene.newAccount(0);
        expect(await scene.ledger.changeAccount(account.name, settings)).toMatchObject(settings);
        await scene.ledger.changeAccount(account.name, { markupMilli: 2_000 });
        expect(await settingsOf(account)).toMatchObject({ ...settings, markupMilli: 2_000 });
      },
    );
  });
}
