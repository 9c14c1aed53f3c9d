import { describe, expect, test } from 'vitest';
import { call, settlement, unwritableCall } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeSettling(scene: LedgerScene): void {
  describe('settling', () => {
    test.each([
      ['nothing', 0, 100, 1000],
      ['a part', 37, 100, 963],
      ['all but one', 99, 100, 901],
      ['the whole hold', 100, 100, 900],
    ])('charges %s and gives the rest back', async (_, chargeMicroCredits, hold, left) => {
      const account = await scene.newAccount(1000);
      await scene.ledger.settle(settlement(await scene.hold(account, hold), { chargeMicroCredits }));
      expect(await scene.balanceOf(account)).toEqual([left, 0]);
    });

    test('books what is absorbed, and does not charge it', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 100, absorbedMicroCredits: 25 }));
      expect(await scene.balanceOf(account)).toEqual([900, 0]);
      const entries = await scene.ledger.history(account.name, 10);
      const booked = entries.filter((entry) => entry.requestId === requestId);
      expect(new Map(booked.map(({ kind, microCredits }) => [kind, microCredits]))).toEqual(
        new Map([
          ['charge', 100],
          ['absorbed', 25],
        ]),
      );
    });

    test('keeps every call, of judges too', async () => {
      const account = await scene.newAccount(1000);
      const calls = [
        call({ costMicroCredits: 10 }),
        call({ index: 1, status: 'failed', faultCode: 'timeout', tokensIn: 0, tokensOut: 0 }),
        call({ role: 'judge', costMicroCredits: 5 }),
        call({ role: 'judge', costMicroCredits: 5 }),
      ];
      const requestId = await scene.hold(account, 100);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 20, calls }));
      expect(await scene.balanceOf(account)).toEqual([980, 0]);
    });

    test.each([
      ['calls that cost less', { chargeMicroCredits: 10, calls: [call({ costMicroCredits: 9 })] }],
      ['calls that cost more', { chargeMicroCredits: 10, calls: [call({ costMicroCredits: 11 })] }],
      ['no calls for a charge', { chargeMicroCredits: 10, calls: [] }],
      ['a negative charge', { chargeMicroCredits: -1, calls: [] }],
      ['a negative absorbed cost', { chargeMicroCredits: 1, absorbedMicroCredits: -1, calls: [] }],
      ['half a micro-credit', { chargeMicroCredits: 0.5, calls: [call({ costMicroCredits: 0.5 })] }],
      ['an endless charge', { chargeMicroCredits: Number.POSITIVE_INFINITY, calls: [] }],
      ['a call with a negative cost', { calls: [call({ providerCostNanoUsd: -1 })] }],
    ])('refuses %s', async (_, changes) => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      await expect(scene.ledger.settle(settlement(requestId, changes))).rejects.toMatchObject({
        code: 'invalid',
      });
      expect(await scene.balanceOf(account)).toEqual([1000, 100]);
      await scene.ledger.void(requestId);
    });

    test.each([
      'index',
      'tokensIn',
      'tokensCached',
      'tokensCacheWrite',
      'tokensOut',
      'searches',
      'attempts',
      'latencyMs',
      'providerCostNanoUsd',
      'costMicroCredits',
      'absorbedMicroCredits',
    ])('refuses a call’s %s that is no figure, before the database is asked', async (figure) => {
      const account = await scene.newAccount(1000);
      const id = await scene.hold(account, 50);
      const others = figure === 'latencyMs' ? [Infinity] : [2 ** 60, 0.5];
      for (const value of [NaN, -1, ...others]) {
        const calls = [call({ [figure]: value })];
        const refused = { code: 'invalid' };
        await expect(scene.ledger.settle(settlement(id, { calls }))).rejects.toMatchObject(refused);
        await expect(scene.ledger.deliver({ requestId: id, from: 0, calls })).rejects.toMatchObject(refused);
      }
      await scene.ledger.void(id);
      expect(await scene.balanceOf(account)).toEqual([1000, 0]);
    });

    test('leaves everything as it was where one call cannot be written', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      const calls = [call({ costMicroCredits: 10 }), unwritableCall()];
      const broken = settlement(requestId, { chargeMicroCredits: 10, calls });
      await expect(scene.ledger.settle(broken)).rejects.toMatchObject({ code: 'rejected' });
      expect(await scene.balanceOf(account)).toEqual([1000, 100]);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10 }));
      expect(await scene.balanceOf(account)).toEqual([990, 0]);
    });
  });
}

export function describeEndings(scene: LedgerScene): void {
  describe('a request ends once', () => {
    test.each(['settle', 'void'] as const)('after %s', async (first) => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      if (first === 'settle') await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 40 }));
      else await scene.ledger.void(requestId);
      const balance = first === 'settle' ? [960, 0] : [1000, 0];
      await expect(scene.ledger.settle(settlement(requestId))).rejects.toMatchObject({
        code: 'not-reserved',
      });
      await expect(scene.ledger.void(requestId)).rejects.toMatchObject({ code: 'not-reserved' });
      expect(await scene.balanceOf(account)).toEqual(balance);
    });

    test('of fifty attempts at once, one', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      const attempts = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0
            ? scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 40 }))
            : scene.ledger.void(requestId),
        ),
      );
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await scene.balanceOf(account)).toEqual([960, 0]);
    });

    test('and by the process that reserved it', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      await expect(scene.another.settle(settlement(requestId))).rejects.toMatchObject({
        code: 'not-reserved',
      });
      await expect(scene.another.void(requestId)).rejects.toMatchObject({ code: 'not-reserved' });
      expect(await scene.balanceOf(account)).toEqual([1000, 100]);
      await scene.ledger.void(requestId);
    });

    test('and not if it never began', async () => {
      await expect(scene.ledger.settle(settlement('unheard-of'))).rejects.toMatchObject({
        code: 'not-reserved',
      });
      await expect(scene.ledger.void('unheard-of')).rejects.toMatchObject({ code: 'not-reserved' });
    });
  });
}
