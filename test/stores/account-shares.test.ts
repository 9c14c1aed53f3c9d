import { array, assert, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryBudget, takeOrRefuse } from '../../core/stores/account-shares.ts';

const MAX = 1_000;

describe('the budget of memory', () => {
  it('holds no more than its bound, and gives no account more than it leaves free', () => {
    const step = record({
      account: nat(2),
      share: nat(1),
      bytes: integer({ min: 1, max: MAX }),
      does: nat(4),
    });
    assert(
      property(array(step, { maxLength: 60 }), (steps) => {
        const budget = new MemoryBudget(MAX);
        const accounts = [0, 1, 2].map((id) => [budget.share(id), budget.share(id)]);
        const held = accounts.map(() => [0, 0]);
        const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
        for (const { account, share, bytes, does } of steps) {
          const one = accounts[account]?.[share];
          const own = held[account];
          if (one === undefined || own === undefined) continue;
          const others = sum(held.flat()) - sum(own);
          const has = own[share] ?? 0;
          if (does > 1) {
            const fits = sum(own) + bytes <= MAX - others - sum(own) - bytes;
            expect(one.take(bytes)).toBe(fits);
            if (fits) own[share] = has + bytes;
          } else {
            const back = Math.min(has, bytes);
            one.give(back);
            own[share] = has - back;
          }
          expect(budget.total).toBe(sum(held.flat()));
          expect(budget.total).toBeLessThanOrEqual(MAX);
        }
        for (const one of accounts.flat()) one.release();
        expect(budget.total).toBe(0);
      }),
    );
  });

  it('knows whether an account holds more than all others together', () => {
    const budget = new MemoryBudget(MAX);
    const [one, other] = [budget.share(1), budget.share(2)];
    expect(one.holdsMost()).toBe(false);
    one.take(200);
    other.take(200);
    expect([one.holdsMost(), other.holdsMost()]).toEqual([false, false]);
    one.take(1);
    expect([one.holdsMost(), other.holdsMost()]).toEqual([true, false]);
  });

  it('counts nothing of a request that has ended', () => {
    const budget = new MemoryBudget(MAX);
    const share = budget.share(1);
    expect(share.take(400)).toBe(true);
    share.release();
    expect(share.take(4_000)).toBe(true);
    share.give(4_000);
    share.release();
    expect(budget.total).toBe(0);
  });

  it('refuses with what the account itself can do, or with the gateway’s own state', () => {
    const budget = new MemoryBudget(MAX);
    const [one, other] = [budget.share(1), budget.share(2)];
    takeOrRefuse(one, 500);
    expect(() => takeOrRefuse(one, 1)).toThrow('Your account’s other requests');
    expect(() => takeOrRefuse(other, 500)).toThrow('The gateway holds as many bytes');
    expect(budget.total).toBe(500);
  });
});
