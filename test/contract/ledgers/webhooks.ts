import { describe, expect, test } from 'vitest';
import type { Account } from '../../../core/ledger/ledger.ts';
import type { ClaimedEvent, EventReport, Webhook } from '../../../core/ledger/webhooks/outbox.ts';
import { CLAIM_MS, EVENT_LIFE_MS } from '../../../core/ledger/webhooks/outbox.ts';
import { call, settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export const WEBHOOK: Webhook = {
  url: 'https://receiver.example/hook?token=1',
  secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};
const MINUTE_MS = 60_000;

/** An account with credits and a webhook. */
async function hookedAccount(scene: LedgerScene): Promise<Account> {
  const account = await scene.newAccount(1_000);
  await scene.ledger.webhooks.set(account.name, WEBHOOK);
  return account;
}

async function settled(scene: LedgerScene, account: Account): Promise<string> {
  const requestId = await scene.hold(account, 100);
  await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 40 }));
  return requestId;
}

async function claim(
  scene: LedgerScene,
  account: Account,
  {
    maxEvents = 10,
    by = scene.ledger,
  }: { readonly maxEvents?: number; readonly by?: LedgerScene['ledger'] } = {},
): Promise<readonly ClaimedEvent[]> {
  return (await by.webhooks.claim([], [{ accountId: account.id, maxEvents }])).claimed;
}

const idsOf = (events: readonly { readonly id: string }[]): readonly string[] =>
  events.map(({ id }) => id).toSorted();

/** Makes the account's events so much older, as if the time had passed. */
async function pass(scene: LedgerScene, account: Account, ms: number): Promise<void> {
  await scene.meddle(
    `UPDATE webhook_event SET due_ms = due_ms - ${ms}, until_ms = until_ms - ${ms}, dead_ms = dead_ms - ${ms}
     WHERE account_id = ${account.id}`,
  );
}

export function describeWebhooks(scene: LedgerScene): void {
  const waitingOf = async (account: Account): Promise<number | undefined> =>
    (await scene.ledger.webhooks.waiting(0)).find(({ accountId }) => accountId === account.id)?.dueInMs;
  const end = async (...reports: readonly EventReport[]): Promise<number> =>
    (await scene.ledger.webhooks.claim(reports, [])).expired;
  const rowsOf = async (account: Account): Promise<number> =>
    await scene.count(`webhook_event WHERE account_id = ${account.id}`);

  describe('a webhook', () => {
    test('is told of each request that ends, once, and says what it came to', async () => {
      const account = await hookedAccount(scene);
      const charged = await settled(scene, account);
      const voided = await scene.hold(account, 50, { zeroDataRetention: true });
      const open = await scene.hold(account, 60);
      await scene.ledger.void(voided);
      for (const again of [scene.ledger.void(voided), scene.ledger.settle(settlement(charged))])
        await expect(again).rejects.toMatchObject({ code: 'not-reserved' });
      expect(await rowsOf(account)).toBe(2);
      const claimed = await claim(scene, account);
      expect(idsOf(claimed)).toEqual([charged, voided].toSorted());
      const time = expect.stringMatching(/^\d{4}-.*Z$/);
      const common = {
        accountId: account.id,
        webhook: WEBHOOK,
        attempt: 1,
        ageMs: expect.any(Number),
        leftMs: expect.any(Number),
      };
      const payload = (id: string, data: object) => ({
        timestamp: time,
        data: {
          promptLogId: id,
          createdAt: time,
          finishedAt: time,
          record: `/api/v1/prompts/${id}`,
          response: null,
          ...data,
        },
      });
      expect(claimed.find(({ id }) => id === charged)).toEqual({
        ...common,
        id: charged,
        message: {
          type: 'prompt.settled',
          ...payload(charged, {
            state: 'settled',
            creditsHeld: 0.0001,
            creditsUsed: 0.00004,
            zeroDataRetention: false,
          }),
        },
      });
      expect(claimed.find(({ id }) => id === voided)).toMatchObject({
        ...common,
        message: {
          type: 'prompt.voided',
          ...payload(voided, {
            state: 'voided',
            creditsHeld: 0.00005,
            creditsUsed: 0,
            zeroDataRetention: true,
          }),
        },
      });
      for (const { ageMs, leftMs } of claimed) expect(ageMs + leftMs).toBe(EVENT_LIFE_MS);
      await scene.ledger.void(open);
    });

    test('is told of what cost more than its hold, and of what was delivering', async () => {
      const account = await hookedAccount(scene);
      const [over, delivering] = [await scene.hold(account, 10), await scene.hold(account, 10)];
      await scene.ledger.settle(settlement(over, { chargeMicroCredits: 30 }));
      await scene.ledger.deliver({
        requestId: delivering,
        from: 0,
        calls: [call({ costMicroCredits: 5 })],
      });
      expect(await rowsOf(account)).toBe(1);
      await scene.ledger.settle(settlement(delivering, { chargeMicroCredits: 5 }));
      const charges = (await claim(scene, account)).map(({ message }) =>
        message.type === 'budget.reached' ? 0 : message.data.creditsUsed,
      );
      expect(new Set(charges)).toEqual(new Set([0.00003, 0.000005]));
    });

    test('is told of what recovery ends', async () => {
      const account = await hookedAccount(scene);
      const [lost, delivering] = [await scene.hold(account, 10), await scene.hold(account, 10)];
      await scene.ledger.deliver({
        requestId: delivering,
        from: 0,
        calls: [call({ costMicroCredits: 5 })],
      });
      await scene.recoverFromDead([lost, delivering]);
      const claimed = await claim(scene, account);
      expect(claimed.find(({ id }) => id === lost)).toMatchObject({ message: { type: 'prompt.voided' } });
      expect(claimed.find(({ id }) => id === delivering)).toMatchObject({
        message: { type: 'prompt.settled', data: { creditsUsed: 0.000005 } },
      });
      expect(await rowsOf(account)).toBe(2);
    });

    test('is told of nothing that was rolled back', async () => {
      const account = await hookedAccount(scene);
      const requestId = await scene.hold(account, 100);
      await scene.ledger.deliver({ requestId, from: 0, calls: [call({ costMicroCredits: 7 })] });
      // Refused behind the last statement: the stored call costs something else.
      await expect(scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 40 }))).rejects.toThrow();
      expect(await rowsOf(account)).toBe(0);
      const calls = [call({ costMicroCredits: 7 })];
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 7, calls }));
      expect(await rowsOf(account)).toBe(1);
    });

    test('is the account’s own; an account without one has no events', async () => {
      const [account, other] = [await hookedAccount(scene), await scene.newAccount(1_000)];
      await settled(scene, other);
      expect(await rowsOf(other)).toBe(0);
      const requestId = await settled(scene, account);
      expect(await claim(scene, other)).toEqual([]);
      expect(idsOf(await claim(scene, account))).toEqual([requestId]);
    });

    test('is shown among the accounts without its secret, until it is removed with its events', async () => {
      const account = await hookedAccount(scene);
      const urlOf = async (): Promise<unknown> =>
        (await scene.another.listAccounts()).find(({ id }) => id === account.id);
      expect(await urlOf()).toMatchObject({ webhookUrl: WEBHOOK.url });
      expect(JSON.stringify(await urlOf())).not.toContain('whsec_');
      await settled(scene, account);
      expect(await scene.another.webhooks.remove(account.name)).toBe(1);
      expect(await urlOf()).toMatchObject({ webhookUrl: null });
      await settled(scene, account);
      expect(await rowsOf(account)).toBe(0);
      expect(await scene.ledger.webhooks.remove(account.name)).toBe(0);
    });

    test('that is changed is sent what waits', async () => {
      const account = await hookedAccount(scene);
      const requestId = await settled(scene, account);
      const webhook = { ...WEBHOOK, url: 'http://127.0.0.1:1/other' };
      await scene.ledger.webhooks.set(account.name, webhook);
      expect(await claim(scene, account)).toMatchObject([{ id: requestId, webhook }]);
    });

    test.each([
      'receiver.example/hook',
      'ftp://receiver.example/',
      'https://user:password@receiver.example/',
      'https://receiver.example/#part',
      `https://receiver.example/${'a'.repeat(2_048)}`,
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:10.0.0.1]/',
      'http://0x7f.1.0.0@169.254.169.254/',
      'http://2852039166/',
    ])('does not lead to %s', async (url) => {
      const account = await scene.newAccount(0);
      const setting = scene.ledger.webhooks.set(account.name, { ...WEBHOOK, url });
      await expect(setting).rejects.toMatchObject({ code: 'invalid' });
    });

    test('has a secret that signs, and an account that exists', async () => {
      const { webhooks } = scene.ledger;
      const account = await scene.newAccount(0);
      const weak = webhooks.set(account.name, { ...WEBHOOK, secret: 'whsec_c2hvcnQ=' });
      await expect(weak).rejects.toMatchObject({ code: 'invalid' });
      await expect(webhooks.set('nobody', WEBHOOK)).rejects.toMatchObject({ code: 'account-unknown' });
      await expect(webhooks.remove('nobody')).rejects.toMatchObject({ code: 'account-unknown' });
    });
  });

  describe('a webhook’s event', () => {
    test('is claimed by one, and due again once who claimed it is silent for too long', async () => {
      const account = await hookedAccount(scene);
      const requestId = await settled(scene, account);
      const claims = await Promise.all(
        [scene.ledger, scene.another, scene.ledger, scene.another].map((by) => claim(scene, account, { by })),
      );
      expect(claims.flat()).toMatchObject([{ id: requestId, attempt: 1 }]);
      await pass(scene, account, CLAIM_MS / 2);
      expect(await claim(scene, account)).toEqual([]);
      await pass(scene, account, CLAIM_MS / 2);
      expect(await claim(scene, account)).toMatchObject([{ id: requestId, attempt: 2 }]);
    });

    test('is claimed with others, the earliest due first, as many as are wanted', async () => {
      const account = await hookedAccount(scene);
      const requests = [];
      for (let index = 0; index < 5; index += 1) {
        requests.push(await settled(scene, account));
        await pass(scene, account, 10);
      }
      expect(idsOf(await claim(scene, account, { maxEvents: 2 }))).toEqual(requests.slice(0, 2));
      expect(idsOf(await claim(scene, account, { maxEvents: 2 }))).toEqual(requests.slice(2, 4));
      expect(idsOf(await claim(scene, account, { maxEvents: 2 }))).toEqual(requests.slice(4));
    });

    test('is gone once it was delivered', async () => {
      const account = await hookedAccount(scene);
      const requestId = await settled(scene, account);
      const [event] = await claim(scene, account);
      await end({ id: requestId, attempt: event?.attempt ?? 0, outcome: 'delivered' });
      expect(await rowsOf(account)).toBe(0);
      expect(await waitingOf(account)).toBeUndefined();
    });

    test('waits for its pause where it failed, and for less where it was only postponed', async () => {
      const account = await hookedAccount(scene);
      const requestId = await settled(scene, account);
      await claim(scene, account);
      await end({
        id: requestId,
        attempt: 1,
        outcome: 'failed',
        pauseMs: 5 * MINUTE_MS,
        failure: 'HTTP 500',
      });
      expect(await waitingOf(account)).toBeGreaterThan(4 * MINUTE_MS);
      expect(await claim(scene, account)).toEqual([]);
      await pass(scene, account, 5 * MINUTE_MS);
      expect(await claim(scene, account)).toMatchObject([{ attempt: 2 }]);
      await end({ id: requestId, attempt: 2, outcome: 'postponed', pauseMs: 0 });
      expect(await claim(scene, account)).toMatchObject([{ attempt: 2 }]);
      expect(await scene.ledger.webhooks.list(10_000)).toContainEqual(
        expect.objectContaining({ id: requestId, lastFailure: 'HTTP 500', attempts: 2 }),
      );
    });

    test('takes no report of an earlier attempt but that it was delivered', async () => {
      const account = await hookedAccount(scene);
      const requestId = await settled(scene, account);
      await claim(scene, account);
      await pass(scene, account, CLAIM_MS);
      await claim(scene, account);
      await end({ id: requestId, attempt: 1, outcome: 'dead', failure: 'HTTP 410' });
      await end({ id: requestId, attempt: 1, outcome: 'failed', pauseMs: 0, failure: 'HTTP 500' });
      await end({ id: requestId, attempt: 1, outcome: 'postponed', pauseMs: 0 });
      expect(await waitingOf(account)).toBeGreaterThan(0);
      await end({ id: requestId, attempt: 1, outcome: 'delivered' });
      expect(await rowsOf(account)).toBe(0);
    });

    test('is dead where that is said of it, and lives for another day where an operator wants it', async () => {
      const account = await hookedAccount(scene);
      const [one, other] = [await settled(scene, account), await settled(scene, account)];
      await claim(scene, account);
      for (const requestId of [one, other])
        await end({ id: requestId, attempt: 1, outcome: 'dead', failure: 'HTTP 410' });
      expect(await claim(scene, account)).toEqual([]);
      expect(await waitingOf(account)).toBeUndefined();
      const [first] = await scene.another.webhooks.list(1);
      expect(first).toEqual({
        id: expect.any(String),
        promptLogId: expect.any(String),
        account: expect.any(String),
        event: 'prompt.settled',
        at: expect.any(String),
        state: 'dead',
        attempts: expect.any(Number),
        nextAttempt: null,
        deadSince: expect.stringMatching(/Z$/),
        lastFailure: expect.any(String),
      });
      await pass(scene, account, 2 * EVENT_LIFE_MS);
      expect(await scene.another.webhooks.retry(one)).toBe(true);
      expect(await scene.another.webhooks.retry('unheard-of')).toBe(false);
      expect(await claim(scene, account)).toMatchObject([{ id: one, attempt: 1 }]);
      expect(await scene.another.webhooks.retryDead()).toBeGreaterThan(0);
      expect(await claim(scene, account)).toMatchObject([{ id: other, attempt: 1 }]);
      expect((await scene.ledger.webhooks.counts()).isUsed).toBe(true);
    });

    test('is given up once its day is over', async () => {
      const account = await hookedAccount(scene);
      const requestId = await settled(scene, account);
      await pass(scene, account, EVENT_LIFE_MS - MINUTE_MS);
      expect(await claim(scene, account)).toMatchObject([{ id: requestId }]);
      const before = await scene.ledger.webhooks.counts();
      await pass(scene, account, MINUTE_MS);
      expect(await end()).toBe(1);
      expect(await scene.ledger.webhooks.counts()).toEqual({
        ...before,
        pending: before.pending - 1,
        dead: before.dead + 1,
      });
      // A late success is one all the same.
      await end({ id: requestId, attempt: 1, outcome: 'delivered' });
      expect(await rowsOf(account)).toBe(0);
    });

    test('that is dead is pruned by its age, and one that waits is not', async () => {
      const account = await hookedAccount(scene);
      const [dead, alive] = [await settled(scene, account), await settled(scene, account)];
      await claim(scene, account);
      await end({ id: dead, attempt: 1, outcome: 'dead', failure: 'HTTP 410' });
      await end({ id: alive, attempt: 1, outcome: 'failed', pauseMs: 0, failure: 'HTTP 500' });
      const tenMinutesAgo = new Date(Date.now() - 10 * MINUTE_MS).toISOString();
      await scene.another.prunePrompts(tenMinutesAgo);
      expect(await rowsOf(account)).toBe(2);
      await pass(scene, account, 11 * MINUTE_MS);
      await scene.another.prunePrompts(tenMinutesAgo);
      expect(idsOf(await claim(scene, account))).toEqual([alive]);
      expect(await rowsOf(account)).toBe(1);
    });

    test('of accounts further on is found too, each account once', async () => {
      const accounts = [await hookedAccount(scene), await hookedAccount(scene)];
      for (const account of accounts) for (let n = 0; n < 3; n += 1) await settled(scene, account);
      const waiting = await scene.ledger.webhooks.waiting(accounts[0]?.id ?? 0);
      expect(waiting.map(({ accountId }) => accountId)).toEqual([accounts[1]?.id]);
      const all = (await scene.ledger.webhooks.waiting(0)).map(({ accountId }) => accountId);
      expect(all).toEqual([...new Set(all)].toSorted((one, two) => one - two));
      expect(all).toEqual(expect.arrayContaining(accounts.map(({ id }) => id)));
    });
  });
}
