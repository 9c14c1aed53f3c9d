import { describe, expect, test } from 'vitest';
import { call, sampleHold, settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeDeliveries(scene: LedgerScene): void {
  describe('a delivering request', () => {
    const first = call({ costMicroCredits: 10 });
    const second = call({ index: 1, costMicroCredits: 5 });
    const judged = call({ role: 'judge', costMicroCredits: 2 });

    test('is never voided, and its hold stands', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      await scene.ledger.deliver({ requestId, from: 0, calls: [first] });
      await expect(scene.ledger.void(requestId)).rejects.toMatchObject({ code: 'delivering' });
      expect(await scene.balanceOf(account)).toEqual([1000, 100]);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10, calls: [first] }));
      expect(await scene.balanceOf(account)).toEqual([990, 0]);
    });

    test('is settled with every call once, those delivered before and the rest', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      await scene.ledger.deliver({ requestId, from: 0, calls: [second] });
      await scene.ledger.deliver({ requestId, from: 1, calls: [first] });
      // As after a lost answer: the same once more.
      await scene.ledger.deliver({ requestId, from: 0, calls: [second, first] });
      // What has been delivered is known while the request runs.
      expect(await scene.another.findRequest(account.id, requestId)).toMatchObject({
        state: 'reserved',
        calls: [first, second],
      });
      const calls = [second, first, judged];
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 17, calls }));
      expect(await scene.balanceOf(account)).toEqual([983, 0]);
      const record = await scene.another.findRequest(account.id, requestId);
      expect(record?.calls).toEqual([first, second, judged]);
    });

    test('is not settled for less than was delivered', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      await scene.ledger.deliver({ requestId, from: 0, calls: [first] });
      const cheaper = settlement(requestId, {
        chargeMicroCredits: 1,
        calls: [call({ costMicroCredits: 1 })],
      });
      await expect(scene.ledger.settle(cheaper)).rejects.toMatchObject({ code: 'rejected' });
      expect(await scene.balanceOf(account)).toEqual([1000, 100]);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10, calls: [first] }));
    });

    test('is delivered by the process that reserved it, while it is open', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      const delivery = { requestId, from: 0, calls: [first] };
      await expect(scene.another.deliver(delivery)).rejects.toMatchObject({ code: 'not-reserved' });
      await scene.ledger.void(requestId);
      await expect(scene.ledger.deliver(delivery)).rejects.toMatchObject({ code: 'not-reserved' });
      await expect(scene.ledger.deliver({ ...delivery, requestId: 'unheard-of' })).rejects.toMatchObject({
        code: 'not-reserved',
      });
      expect(await scene.balanceOf(account)).toEqual([1000, 0]);
    });

    test.each([
      ['a negative place', { from: -1, calls: [first] }],
      ['half a micro-credit', { from: 0, calls: [call({ costMicroCredits: 0.5 })] }],
    ])('refuses %s', async (_, changes) => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      await expect(scene.ledger.deliver({ requestId, ...changes })).rejects.toMatchObject({
        code: 'invalid',
      });
      await scene.ledger.void(requestId);
    });

    test.each([
      ['less than its hold', 100, 0, null],
      ['more than its hold', 12, 0, null],
      ['but for what the operator bears', 101, 4, 15],
      ['but no more than its bound', 102, 4, 9],
    ])('whose process is gone is charged what is known of it: %s', async (_, hold, absorbed, most) => {
      const charge = Math.min(15 - absorbed, most ?? Infinity);
      const givenBack = Math.max(0, hold - charge);
      // What other tests left running.
      await scene.recoverFromDead([]);
      const account = await scene.newAccount(1000);
      const idempotency = { key: `gone ${hold}`, fingerprint: '0'.repeat(64) };
      const maxChargeMicroCredits = most;
      const requestId = await scene.hold(account, hold, { idempotency, maxChargeMicroCredits });
      const plain = await scene.hold(account, 7);
      const calls = [first, { ...second, absorbedMicroCredits: absorbed }];
      await scene.ledger.deliver({ requestId, from: 0, calls });
      expect(await scene.recoverFromDead([requestId, plain])).toEqual({
        voidedRequests: 1,
        chargedRequests: 1,
        chargedMicroCredits: charge,
        givenBackMicroCredits: givenBack + 7,
      });
      expect(await scene.recoverFromDead([])).toEqual({
        voidedRequests: 0,
        chargedRequests: 0,
        chargedMicroCredits: 0,
        givenBackMicroCredits: 0,
      });
      expect(await scene.balanceOf(account)).toEqual([1000 - charge, 0]);
      expect(await scene.ledger.findRequest(account.id, plain)).toMatchObject({ state: 'voided' });
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        state: 'settled',
        chargeMicroCredits: charge,
        calls: [first, second],
        log: null,
      });
      const again = sampleHold(`gone-again-${hold}`, { accountId: account.id, idempotency });
      expect(await scene.ledger.hold(again)).toMatchObject({
        outcome: 'settled',
        requestId,
        chargeMicroCredits: charge,
        responseBytes: null,
      });
    });
  });
}
