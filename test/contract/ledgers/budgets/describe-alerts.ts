import { describe, expect, test } from 'vitest';
import type { BudgetChanges } from '../../../../core/ledger/budgets/budget.ts';
import { endOfPeriod } from '../../../../core/ledger/budgets/budget.ts';
import type { Account } from '../../../../core/ledger/ledger.ts';
import type { NewAlert } from '../../../../core/ledger/webhooks/outbox.ts';
import { sampleHold, settlement } from '../samples.ts';
import type { LedgerScene } from '../scene.ts';
import { WEBHOOK } from '../webhooks.ts';

export function describeAlerts(scene: LedgerScene): void {
  const newSpender = async (budgets: BudgetChanges, isHooked = true): Promise<Account> => {
    const account = await scene.newAccount(100_000);
    if (isHooked) await scene.ledger.webhooks.set(account.name, WEBHOOK);
    await scene.ledger.changeAccount(account.name, { budgets });
    return account;
  };
  const spend = async (
    { id: accountId }: Account,
    chargeMicroCredits: number,
    keyId: number | null = null,
  ): Promise<void> => {
    const requestId = scene.newRequest();
    const request = sampleHold(requestId, { accountId, keyId, holdMicroCredits: chargeMicroCredits });
    expect(await scene.ledger.hold(request)).toEqual({ outcome: 'held' });
    await scene.ledger.settle(settlement(requestId, { chargeMicroCredits }));
  };
  /** Delivers the events of the account. @returns its alerts. */
  const deliverAlerts = async ({ id: accountId }: Account): Promise<readonly string[]> => {
    const { claimed } = await scene.ledger.webhooks.claim([], [{ accountId, maxEvents: 1_000 }]);
    const ended = claimed.map(({ id, attempt }) => ({ id, attempt, outcome: 'delivered' as const }));
    await scene.ledger.webhooks.claim(ended, []);
    return claimed.flatMap(({ message: { type, data } }) =>
      type === 'budget.reached' && 'threshold' in data
        ? [`${data.scope} ${data.period} ${data.threshold}`]
        : [],
    );
  };
  const newAlerts = async ({ id }: Account): Promise<readonly NewAlert[]> =>
    (await scene.ledger.webhooks.takeAlerts()).filter(({ accountId }) => accountId === id);

  describe('a budget that is reached', () => {
    test('is told of at 80 and at 100 %, to the micro-credit, each once', async () => {
      const account = await newSpender({ day: 101 });
      await spend(account, 80);
      expect(await deliverAlerts(account)).toEqual([]);
      await spend(account, 1);
      expect(await deliverAlerts(account)).toEqual(['account day 80']);
      await spend(account, 19);
      expect(await deliverAlerts(account)).toEqual([]);
      await spend(account, 1);
      expect(await deliverAlerts(account)).toEqual(['account day 100']);
      await spend(account, 0);
      expect(await deliverAlerts(account)).toEqual([]);
    });

    test('says whose it is, how much it is, and when it opens again', async () => {
      const account = await newSpender({ month: 1_000 });
      await spend(account, 850);
      const { claimed } = await scene.ledger.webhooks.claim([], [{ accountId: account.id, maxEvents: 2 }]);
      expect(claimed.find(({ message }) => message.type === 'budget.reached')).toEqual({
        id: expect.stringMatching(/^budget_\d+_\d+_month_\d+_80$/),
        accountId: account.id,
        webhook: WEBHOOK,
        attempt: 1,
        ageMs: expect.any(Number),
        leftMs: expect.any(Number),
        message: {
          type: 'budget.reached',
          timestamp: expect.stringMatching(/Z$/),
          data: {
            account: account.name,
            scope: 'account',
            keyPrefix: null,
            period: 'month',
            threshold: 80,
            limit: 0.001,
            spent: 0.00085,
            resetsAt: new Date(endOfPeriod('month', Date.now())).toISOString(),
          },
        },
      });
      const listed = await scene.another.webhooks.list(10_000);
      const reached = listed.find(
        (event) => event.event === 'budget.reached' && event.account === account.name,
      );
      expect(reached).toMatchObject({
        promptLogId: null,
        attempts: 1,
        at: expect.stringMatching(/Z$/),
        deadSince: null,
      });
      expect(await scene.another.webhooks.retry(reached?.id ?? '')).toBe(true);
      expect(await deliverAlerts(account)).toEqual(['account month 80']);
    });

    test('by one charge at both thresholds is told of both, as each of several budgets is', async () => {
      const account = await newSpender({ day: 50, month: 60 });
      await spend(account, 50);
      expect((await deliverAlerts(account)).toSorted()).toEqual([
        'account day 100',
        'account day 80',
        'account month 80',
      ]);
    });

    test('of a key names the newest of those that share it, and is not told of again for that', async () => {
      const account = await newSpender({});
      const { hash, prefix } = await scene.newKey(account);
      const keyId = (await scene.ledger.authenticate(hash))?.keyId ?? -1;
      await scene.ledger.changeKey(prefix, { budgets: { day: 100 } });
      await spend(account, 70, keyId);
      const successor = { prefix: `after-${account.id}`, hash: Buffer.alloc(32, `a${account.id}`) };
      await scene.ledger.rotateKey({ prefix, successor, graceMs: 60_000 });
      await spend(account, 15, (await scene.ledger.authenticate(successor.hash))?.keyId ?? -1);
      const { claimed } = await scene.ledger.webhooks.claim([], [{ accountId: account.id, maxEvents: 9 }]);
      expect(
        claimed.map(({ message }) => message).filter(({ type }) => type === 'budget.reached'),
      ).toMatchObject([
        { data: { scope: 'key', keyPrefix: successor.prefix, threshold: 80, spent: 0.000085 } },
      ]);
      await spend(account, 5, keyId);
      expect(await deliverAlerts(account)).toEqual([]);
    });

    test('as it is set or lowered is told of then, once a period whatever it is set to', async () => {
      const account = await newSpender({});
      await spend(account, 90);
      await scene.ledger.changeAccount(account.name, { budgets: { day: 100 } });
      expect(await deliverAlerts(account)).toEqual(['account day 80']);
      await scene.ledger.changeAccount(account.name, { budgets: { day: 90 } });
      expect(await deliverAlerts(account)).toEqual(['account day 100']);
      await scene.ledger.changeAccount(account.name, { budgets: { day: null } });
      await scene.ledger.changeAccount(account.name, { budgets: { day: 200 } });
      await spend(account, 110);
      expect(await deliverAlerts(account)).toEqual([]);
    });

    test('of nothing is not told of before something is spent', async () => {
      const account = await newSpender({ day: 0 });
      await spend(account, 0);
      expect(await deliverAlerts(account)).toEqual([]);
    });

    test('is not told of where the charge is rolled back', async () => {
      const account = await newSpender({ day: 100 });
      const requestId = await scene.hold(account, 90);
      const { calls } = settlement(requestId, { chargeMicroCredits: 7 });
      await scene.ledger.deliver({ requestId, from: 0, calls });
      // Refused behind the last statement: the stored call costs something else.
      const wrong = settlement(requestId, { chargeMicroCredits: 90 });
      await expect(scene.ledger.settle(wrong)).rejects.toThrow();
      expect(await scene.count(`budget_alert WHERE account_id = ${account.id}`)).toBe(0);
      expect(await deliverAlerts(account)).toEqual([]);
    });

    test('is told of where recovery charges what reaches it', async () => {
      const account = await newSpender({ day: 100 });
      const requestId = await scene.hold(account, 90);
      const { calls } = settlement(requestId, { chargeMicroCredits: 85 });
      await scene.ledger.deliver({ requestId, from: 0, calls });
      await scene.recoverFromDead([requestId]);
      expect(await deliverAlerts(account)).toEqual(['account day 80']);
    });

    test('is counted by one gateway, once, also of an account without a webhook', async () => {
      const account = await newSpender({ day: 100 }, false);
      await spend(account, 100);
      expect(await deliverAlerts(account)).toEqual([]);
      expect((await scene.ledger.webhooks.counts()).hasNewAlerts).toBe(true);
      const alerts = (await Promise.all([1, 2, 3].map(() => newAlerts(account)))).flat();
      expect(alerts.toSorted((one, other) => one.threshold - other.threshold)).toEqual([
        { accountId: account.id, scope: 'account', period: 'day', threshold: 80 },
        { accountId: account.id, scope: 'account', period: 'day', threshold: 100 },
      ]);
      expect((await scene.another.webhooks.counts()).hasNewAlerts).toBe(false);
    });

    test('by a hundred charges at once is told of once at each threshold', async () => {
      const account = await newSpender({ day: 100, month: 1_000 });
      await Promise.all(Array.from({ length: 100 }, () => spend(account, 1)));
      expect((await deliverAlerts(account)).toSorted()).toEqual(['account day 100', 'account day 80']);
    });

    test('is removed from the outbox with its webhook, and pruned as a dead letter', async () => {
      const account = await newSpender({ day: 10 });
      await spend(account, 8);
      const ofAccount = `webhook_event WHERE account_id = ${account.id}`;
      expect(await scene.count(ofAccount)).toBe(2);
      expect(await scene.ledger.webhooks.remove(account.name)).toBe(2);
      expect(await scene.count(ofAccount)).toBe(0);
    });
  });
}
