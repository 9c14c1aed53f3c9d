import { describe, expect, test } from 'vitest';
import { endOfPeriod, type Budget, type BudgetChanges } from '../../../../core/ledger/budgets/budget.ts';
import type { Account, Hold, HoldResult } from '../../../../core/ledger/ledger.ts';
import { sampleHold, settlement } from '../samples.ts';
import type { LedgerScene } from '../scene.ts';

interface Spender {
  readonly account: Account;
  readonly keyId: number;
  readonly prefix: string;
}

export function describeBudgets(scene: LedgerScene): void {
  const newKey = async (account: Account): Promise<Spender> => {
    const { hash, prefix } = await scene.newKey(account);
    const holder = await scene.ledger.authenticate(hash);
    return { account, keyId: holder?.keyId ?? -1, prefix };
  };
  const newSpender = async (microCredits: number, budgets: BudgetChanges = {}): Promise<Spender> => {
    const account = await scene.newAccount(microCredits);
    await scene.ledger.changeAccount(account.name, { budgets });
    return await newKey(account);
  };
  const ask = async (
    { account, keyId }: Spender,
    holdMicroCredits: number,
    changes: Partial<Hold> = {},
  ): Promise<{ readonly requestId: string; readonly outcome: HoldResult }> => {
    const requestId = scene.newRequest();
    const request = sampleHold(requestId, { accountId: account.id, keyId, holdMicroCredits, ...changes });
    return { requestId, outcome: await scene.ledger.hold(request) };
  };
  const hold = async (spender: Spender, microCredits: number): Promise<string> => {
    const { requestId, outcome } = await ask(spender, microCredits);
    expect(outcome).toEqual({ outcome: 'held' });
    return requestId;
  };
  const spend = async (spender: Spender, chargeMicroCredits: number): Promise<void> => {
    const requestId = await hold(spender, chargeMicroCredits);
    await scene.ledger.settle(settlement(requestId, { chargeMicroCredits }));
  };
  const charge = async (requestId: string, chargeMicroCredits: number): Promise<void> =>
    await scene.ledger.settle(settlement(requestId, { chargeMicroCredits }));
  const budgetsOf = async ({ account, keyId }: Spender): Promise<readonly Budget[]> =>
    await scene.ledger.budgets(account.id, keyId);
  const figuresOf = async (spender: Spender): Promise<readonly string[]> =>
    (await budgetsOf(spender)).map(
      ({ scope, period, limitMicroCredits, spentMicroCredits, heldMicroCredits }) =>
        `${scope} ${period} ${limitMicroCredits}: ${spentMicroCredits}, ${heldMicroCredits} held`,
    );

  describe('a budget', () => {
    test('takes what fits to the micro-credit, and says what does not', async () => {
      const spender = await newSpender(1_000, { day: 100 });
      await spend(spender, 40);
      await hold(spender, 50);
      const { outcome } = await ask(spender, 11);
      const resetsAtMs = endOfPeriod('day', Date.now());
      expect(outcome).toEqual({
        outcome: 'over_budget',
        budget: {
          scope: 'account',
          period: 'day',
          limitMicroCredits: 100,
          spentMicroCredits: 40,
          heldMicroCredits: 50,
          resetsAtMs,
        },
      });
      expect(await scene.balanceOf(spender.account)).toEqual([960, 50]);
      const listed = (await scene.ledger.listAccounts()).find(({ id }) => id === spender.account.id);
      expect(listed?.budgetsLeft).toEqual({ day: 10, month: null });
      const place = `account_id = ${spender.account.id}`;
      await scene.meddle(
        `UPDATE budget SET starts_ms = starts_ms - 86400000, ends_ms = ends_ms - 86400000 WHERE ${place}`,
      );
      const atNewDay = await scene.ledger.findAccount(spender.account.name);
      expect(atNewDay?.budgetsLeft).toEqual({ day: 50, month: null });
      await scene.meddle(
        `UPDATE budget SET starts_ms = starts_ms + 86400000, ends_ms = ends_ms + 86400000 WHERE ${place}`,
      );
      await hold(spender, 10);
      expect(await figuresOf(spender)).toEqual(['account day 100: 40, 60 held']);
    });

    test('gets back what is not charged, and what is voided or ended by recovery', async () => {
      const spender = await newSpender(1_000, { day: 100, month: 500 });
      await charge(await hold(spender, 100), 30);
      await scene.ledger.void(await hold(spender, 70));
      const ended = await hold(spender, 70);
      expect((await ask(spender, 1)).outcome).toMatchObject({ outcome: 'over_budget' });
      await scene.recoverFromDead([ended]);
      expect(await figuresOf(spender)).toEqual([
        'account day 100: 30, 0 held',
        'account month 500: 30, 0 held',
      ]);
    });

    test('counts what recovery charges of a request that was delivering', async () => {
      const spender = await newSpender(1_000, { month: 500 });
      const requestId = await hold(spender, 70);
      const { calls } = settlement(requestId, { chargeMicroCredits: 25 });
      await scene.ledger.deliver({ requestId, from: 0, calls });
      await scene.recoverFromDead([requestId]);
      expect(await figuresOf(spender)).toEqual(['account month 500: 25, 0 held']);
    });

    test('of a key binds that key alone, beside the account’s', async () => {
      const first = await newSpender(1_000, { day: 150 });
      const second = await newKey(first.account);
      await scene.ledger.changeKey(first.prefix, { budgets: { day: 100, month: 120 } });
      await spend(first, 90);
      expect((await ask(first, 20)).outcome).toMatchObject({ budget: { scope: 'key', period: 'day' } });
      await spend(second, 20);
      expect((await ask(second, 41)).outcome).toMatchObject({ budget: { scope: 'account' } });
      expect(await figuresOf(first)).toEqual([
        'account day 150: 110, 0 held',
        'key day 100: 90, 0 held',
        'key month 120: 90, 0 held',
      ]);
      expect(await figuresOf(second)).toEqual(['account day 150: 110, 0 held']);
    });

    test('is named by the one that opens last, where several do not cover the hold', async () => {
      const spender = await newSpender(1_000, { day: 10 });
      await scene.ledger.changeKey(spender.prefix, { budgets: { month: 10 } });
      expect((await ask(spender, 11)).outcome).toMatchObject({ budget: { scope: 'key', period: 'month' } });
    });

    test('counts what was charged and held before it was set, and is changed and lifted', async () => {
      const spender = await newSpender(1_000);
      await spend(spender, 40);
      const open = await hold(spender, 25);
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: 70 } });
      expect((await ask(spender, 6)).outcome).toMatchObject({ outcome: 'over_budget' });
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: 71 } });
      await hold(spender, 6);
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: 10 } });
      expect((await ask(spender, 1)).outcome).toMatchObject({ outcome: 'over_budget' });
      await charge(open, 25);
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: null } });
      await hold(spender, 500);
      expect(await budgetsOf(spender)).toEqual([]);
    });

    test('of nothing lets nothing pass that costs something', async () => {
      const spender = await newSpender(1_000, { day: 0 });
      expect((await ask(spender, 1)).outcome).toMatchObject({ outcome: 'over_budget' });
      await hold(spender, 0);
    });

    test('counts a charge beyond the hold whole, and takes nothing more once it is passed', async () => {
      const spender = await newSpender(1_000, { day: 100, month: 400 });
      await spend(spender, 20);
      const requestId = await hold(spender, 50);
      await hold(spender, 10);
      await charge(requestId, 300);
      expect(await figuresOf(spender)).toEqual([
        'account day 100: 320, 10 held',
        'account month 400: 320, 10 held',
      ]);
      expect((await ask(spender, 1)).outcome).toMatchObject({
        outcome: 'over_budget',
        budget: { period: 'day', spentMicroCredits: 320 },
      });
      const listed = await scene.ledger.findAccount(spender.account.name);
      expect(listed?.budgetsLeft).toEqual({ day: 0, month: 70 });
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('that was lowered below what is spent cuts no charge', async () => {
      const spender = await newSpender(1_000, { day: 100 });
      await spend(spender, 40);
      const requestId = await hold(spender, 50);
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: 10 } });
      await charge(requestId, 60);
      expect(await figuresOf(spender)).toEqual(['account day 10: 100, 0 held']);
    });

    test('that is passed, since it was lowered, still takes a hold of nothing', async () => {
      const spender = await newSpender(1_000, { day: 100 });
      await spend(spender, 40);
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: 10 } });
      await charge(await hold(spender, 0), 0);
      expect((await ask(spender, 1)).outcome).toMatchObject({ outcome: 'over_budget' });
    });

    test('that never holds it is named before one that opens later', async () => {
      const spender = await newSpender(1_000, { day: 20, month: 40 });
      await scene.ledger.changeKey(spender.prefix, { budgets: { day: 15 } });
      await spend(spender, 12);
      // Both days are too small for it at any time; the month would open last.
      expect((await ask(spender, 30)).outcome).toMatchObject({
        outcome: 'over_budget',
        budget: { scope: 'key', period: 'day', limitMicroCredits: 15 },
      });
      await scene.ledger.changeKey(spender.prefix, { budgets: { day: null } });
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: 30 } });
      expect((await ask(spender, 30)).outcome).toMatchObject({
        budget: { scope: 'account', period: 'month' },
      });
      // What open requests alone fill may open at any moment; what is spent opens at midnight.
      await scene.ledger.changeAccount(spender.account.name, { budgets: { day: 12, month: 40 } });
      const heldOfMonth = async (held: number): Promise<void> =>
        await scene.meddle(
          `UPDATE budget SET held = ${held} WHERE account_id = ${spender.account.id} AND period = 'month'`,
        );
      await heldOfMonth(28);
      expect((await ask(spender, 5)).outcome).toMatchObject({ budget: { period: 'day' } });
      await heldOfMonth(0);
    });

    test('leaves an answered request its answer', async () => {
      const spender = await newSpender(1_000, { day: 100 });
      const idempotency = { key: 'once', fingerprint: 'a'.repeat(64) };
      const { requestId } = await ask(spender, 100, { idempotency });
      await charge(requestId, 100);
      const again = await ask(spender, 100, { idempotency });
      expect(again.outcome).toMatchObject({ outcome: 'settled', requestId });
    });

    test('is not touched by credits given or taken, and comes after a suspension', async () => {
      const spender = await newSpender(1_000, { day: 100 });
      await spend(spender, 100);
      await scene.ledger.adjustCredits(spender.account.name, 500);
      await scene.ledger.adjustCredits(spender.account.name, -300);
      expect(await figuresOf(spender)).toEqual(['account day 100: 100, 0 held']);
      await scene.ledger.suspendAccount(spender.account.name, true);
      await expect(ask(spender, 1)).rejects.toMatchObject({ code: 'account-suspended' });
    });

    test('lets of a hundred spenders at once exactly those pass that fit', async () => {
      const account = await scene.newAccount(100_000);
      await scene.ledger.changeAccount(account.name, { budgets: { day: 3_000, month: 40_000 } });
      const keys = await Promise.all(Array.from({ length: 4 }, () => newKey(account)));
      await Promise.all(
        keys.map(({ prefix }) => scene.ledger.changeKey(prefix, { budgets: { day: 1_000 } })),
      );
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) => ask(keys[index % 4] as Spender, 40)),
      );
      const reserved = outcomes.filter(({ outcome }) => outcome.outcome === 'held');
      expect(reserved).toHaveLength(75);
      await Promise.all(reserved.map(({ requestId }) => charge(requestId, 60)));
      const [ofAccount] = await budgetsOf(keys[0] as Spender);
      expect(ofAccount).toMatchObject({ spentMicroCredits: 75 * 60, heldMicroCredits: 0 });
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('whose counts are wrong is found by the check', async () => {
      const spender = await newSpender(1_000, { day: 100 });
      await spend(spender, 10);
      const budget = `account_id = ${spender.account.id}`;
      for (const column of ['charged', 'held']) {
        await scene.meddle(`UPDATE budget SET ${column} = ${column} + 1 WHERE ${budget}`);
        expect(await scene.ledger.check()).toMatchObject([{ invariant: 'budgets-count-requests' }]);
        await scene.meddle(`UPDATE budget SET ${column} = ${column} - 1 WHERE ${budget}`);
      }
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('of a key is set as the key is made, and listed with it and its account', async () => {
      const account = await scene.newAccount(1_000);
      await scene.ledger.changeAccount(account.name, { budgets: { month: 700 } });
      await scene.ledger.createKey({
        accountName: account.name,
        prefix: `made-${account.id}`,
        hash: Buffer.alloc(32, account.id),
        budgets: { day: 30 },
      });
      expect(await scene.ledger.listKeys(account.name)).toMatchObject([
        { budgets: { day: 30, month: null } },
      ]);
      const listed = (await scene.another.listAccounts()).find(({ id }) => id === account.id);
      expect(listed).toMatchObject({ budgets: { day: null, month: 700 } });
    });
  });

  describe('a key that is changed', () => {
    test('gets another expiry, or none, and keeps its budgets', async () => {
      const { account, prefix } = await newSpender(1_000);
      const expiresMs = Date.now() + 60_000;
      await scene.ledger.changeKey(prefix, { budgets: { day: 5 }, expiresMs });
      await scene.ledger.changeKey(prefix, { budgets: { month: 50 } });
      const expires = new Date(expiresMs).toISOString();
      expect(await scene.ledger.listKeys(account.name)).toMatchObject([
        { expires, budgets: { day: 5, month: 50 } },
      ]);
      await scene.ledger.changeKey(prefix, { expiresMs: null });
      expect(await scene.ledger.listKeys(account.name)).toMatchObject([
        { expires: null, budgets: { day: 5, month: 50 } },
      ]);
    });

    test('for another by a rotation shares its budgets with it, and with the one after', async () => {
      const rotate = async (old: Spender, mark: string): Promise<Spender> => {
        const successor = {
          prefix: `${mark}-${old.account.id}`,
          hash: Buffer.alloc(32, `${mark}${old.account.id}`),
        };
        await scene.ledger.rotateKey({ prefix: old.prefix, successor, graceMs: 60_000 });
        const holder = await scene.ledger.authenticate(successor.hash);
        return { ...old, prefix: successor.prefix, keyId: holder?.keyId ?? -1 };
      };
      const first = await newSpender(1_000);
      await scene.ledger.changeKey(first.prefix, { budgets: { day: 30, month: 90 } });
      await spend(first, 20);
      const open = await hold(first, 2);
      const second = await rotate(first, 'second');
      expect((await ask(second, 9)).outcome).toMatchObject({
        budget: { scope: 'key', period: 'day', spentMicroCredits: 20, heldMicroCredits: 2 },
      });
      await spend(second, 5);
      const third = await rotate(second, 'third');
      await hold(third, 1);
      await charge(open, 4);
      const shared = ['key day 30: 29, 1 held', 'key month 90: 29, 1 held'];
      for (const key of [first, second, third]) expect(await figuresOf(key)).toEqual(shared);
      await scene.ledger.changeKey(third.prefix, { budgets: { day: null, month: 31 } });
      expect((await ask(first, 2)).outcome).toMatchObject({ budget: { scope: 'key', period: 'month' } });
      const other = await newKey(first.account);
      await hold(other, 500);
      const listed = await scene.ledger.listKeys(first.account.name);
      const limits = listed.map(({ budgets }) => budgets);
      expect(limits).toEqual([
        ...[first, second, third].map(() => ({ day: null, month: 31 })),
        { day: null, month: null },
      ]);
      await scene.ledger.changeKey(first.prefix, { budgets: { day: 40 } });
      expect(await figuresOf(third)).toEqual(['key day 40: 29, 1 held', 'key month 31: 29, 1 held']);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('must be there and not revoked', async () => {
      const { prefix } = await newSpender(1_000);
      await scene.ledger.revokeKey(prefix);
      for (const named of [prefix, 'nowhere'])
        await expect(scene.ledger.changeKey(named, { budgets: { day: 5 } })).rejects.toMatchObject({
          code: 'key-unknown',
        });
      await expect(scene.ledger.changeKey(prefix, { budgets: { day: 0.5 } })).rejects.toMatchObject({
        code: 'invalid',
      });
    });
  });
}
