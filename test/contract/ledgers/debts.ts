import { describe, expect, test } from 'vitest';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import type { Account } from '../../../core/ledger/ledger.ts';
import { sampleHold, settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeDebts(scene: LedgerScene): void {
  const settle = (requestId: string, chargeMicroCredits: number): Promise<void> =>
    scene.ledger.settle(settlement(requestId, { chargeMicroCredits }));
  const ask = (account: Account, holdMicroCredits: number) =>
    scene.ledger.hold(sampleHold(scene.newRequest(), { accountId: account.id, holdMicroCredits }));

  describe('a charge beyond the hold', () => {
    test.each([
      ['takes what the account has free', 150, 850],
      ['takes the last micro-credit', 1_000, 0],
      ['that is more than the balance is owed', 1_200, -200],
    ])('%s', async (_, charge, left) => {
      const account = await scene.newAccount(1_000);
      const requestId = await scene.hold(account, 100);
      await settle(requestId, charge);
      expect(await scene.balanceOf(account)).toEqual([left, 0]);
      const entries = await scene.ledger.history(account.name, 10);
      const booked = entries.filter((entry) => entry.requestId === requestId);
      expect(Object.fromEntries(booked.map(({ kind, microCredits }) => [kind, microCredits]))).toEqual({
        charge,
      });
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        holdMicroCredits: 100,
        chargeMicroCredits: charge,
      });
    });

    test('leaves what other requests hold alone', async () => {
      const account = await scene.newAccount(1_000);
      const requestId = await scene.hold(account, 100);
      const other = await scene.hold(account, 850);
      await settle(requestId, 500);
      expect(await scene.balanceOf(account)).toEqual([500, 850]);
      // Nothing is owed yet, and nothing is free.
      expect(await ask(account, 0)).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: -350,
        owedMicroCredits: 0,
      });
      await settle(other, 850);
      expect(await scene.balanceOf(account)).toEqual([-350, 0]);
    });

    test('of a delivering request is charged too', async () => {
      const account = await scene.newAccount(100);
      const requestId = await scene.hold(account, 100);
      const whole = settlement(requestId, { chargeMicroCredits: 150 });
      await scene.ledger.deliver({ requestId, from: 0, calls: whole.calls });
      await scene.ledger.settle(whole);
      expect(await scene.balanceOf(account)).toEqual([-50, 0]);
    });

    test('of a hundred at once is taken to the micro-credit', async () => {
      const account = await scene.newAccount(2_000);
      const ids = await Promise.all(Array.from({ length: 100 }, () => scene.hold(account, 10)));
      await Promise.all(ids.map((id, index) => settle(id, 1 + index)));
      expect(await scene.balanceOf(account)).toEqual([2_000 - 5_050, 0]);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('is refused where the debt would be beyond exact arithmetic, and the hold stands', async () => {
      const account = await scene.newAccount(100);
      const [first, second] = [await scene.hold(account, 10), await scene.hold(account, 10)];
      await settle(first, Number.MAX_SAFE_INTEGER);
      await expect(settle(second, 101)).rejects.toMatchObject({ code: 'rejected' });
      expect(await scene.balanceOf(account)).toEqual([100 - Number.MAX_SAFE_INTEGER, 10]);
      await scene.ledger.void(second);
    });
  });

  describe('an account that owes', () => {
    const newDebtor = async (owed: number): Promise<Account> => {
      const account = await scene.newAccount(100);
      await settle(await scene.hold(account, 100), 100 + owed);
      return account;
    };

    test('is refused every hold, and told what it owes, until a credit covers that and the hold', async () => {
      const account = await newDebtor(40);
      const refused = (owed: number) => ({
        outcome: 'insufficient',
        availableMicroCredits: -owed,
        owedMicroCredits: owed,
      });
      for (const hold of [0, 1, 1_000]) expect(await ask(account, hold)).toEqual(refused(40));
      // A credit that does not cover the debt leaves it owing.
      expect(await scene.ledger.adjustCredits(account.name, 30)).toEqual({
        postedMicroCredits: -10,
        heldMicroCredits: 0,
      });
      for (const hold of [0, 1]) expect(await ask(account, hold)).toEqual(refused(10));
      await scene.ledger.adjustCredits(account.name, 14);
      expect(await ask(account, 5)).toEqual({
        outcome: 'insufficient',
        availableMicroCredits: 4,
        owedMicroCredits: 0,
      });
      expect(await ask(account, 4)).toEqual({ outcome: 'held' });
    });

    test('has nothing that could be taken back', async () => {
      const account = await newDebtor(40);
      await expect(scene.ledger.adjustCredits(account.name, -1)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('Only 0 credits'),
      });
      expect(await scene.balanceOf(account)).toEqual([-40, 0]);
    });

    test('is credited once under a claim, and told the same again', async () => {
      const account = await newDebtor(40);
      const terms = { claim: { key: 'c'.repeat(64), fingerprint: 'd'.repeat(64) } };
      const balance = { postedMicroCredits: -10, heldMicroCredits: 0 };
      expect(await scene.ledger.adjustCredits(account.name, 30, undefined, terms)).toMatchObject(balance);
      expect(await scene.ledger.adjustCredits(account.name, 30, undefined, terms)).toMatchObject({
        ...balance,
        isRepeated: true,
      });
    });
  });

  test.each<AccountSettings>([{ holds: 'worst' }, { holds: 'likely' }])(
    'the rule of holds can be set: %o',
    async (settings) => {
      const account = await scene.newAccount(0);
      expect(await scene.ledger.changeAccount(account.name, settings)).toMatchObject(settings);
      await scene.ledger.changeAccount(account.name, { markupMilli: 2_000 });
      const listed = (await scene.ledger.listAccounts()).find(({ id }) => id === account.id);
      expect(listed).toMatchObject({ ...settings, markupMilli: 2_000 });
    },
  );
}
