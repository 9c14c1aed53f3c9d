import { array, assert, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplyBudget } from '../../../core/upstream/receive/reply-budget.ts';
import { NoRoomForReply, ReplyRoom } from '../../../core/upstream/receive/reply-room.ts';
import { StopSource } from '../../../core/upstream/stop-signal.ts';
import { slowIt } from '../../support/whole-run.ts';

const MAX = 1_000;

describe('the budget of replies', () => {
  it('holds no more than its bound, and gives no account more than it leaves free', () => {
    const step = record({
      account: nat(2),
      share: nat(1),
      bytes: integer({ min: 1, max: MAX }),
      does: nat(4),
    });
    assert(
      property(array(step, { maxLength: 60 }), (steps) => {
        const budget = createReplyBudget(MAX);
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
          expect(budget.heldBytes()).toBe(sum(held.flat()));
          expect(budget.heldBytes()).toBeLessThanOrEqual(MAX);
        }
        for (const one of accounts.flat()) one.release();
        expect(budget.heldBytes()).toBe(0);
      }),
    );
  });

  it('knows whether an account holds more than all others together', () => {
    const budget = createReplyBudget(MAX);
    const [one, other] = [budget.share(1), budget.share(2)];
    expect(one.holdsMost()).toBe(false);
    one.take(200);
    other.take(200);
    expect([one.holdsMost(), other.holdsMost()]).toEqual([false, false]);
    one.take(1);
    expect([one.holdsMost(), other.holdsMost()]).toEqual([true, false]);
  });

  it('counts nothing of a request that has ended', () => {
    const budget = createReplyBudget(MAX);
    const share = budget.share(1);
    expect(share.take(400)).toBe(true);
    share.release();
    expect(share.take(4_000)).toBe(true);
    share.give(4_000);
    share.release();
    expect(budget.heldBytes()).toBe(0);
  });
});

describe('the room of a reply', () => {
  it('grows and shrinks with it, in steps', () => {
    const budget = createReplyBudget(1_000_000);
    const room = new ReplyRoom(budget.share(1));
    expect(room.resize(1)).toBe(true);
    expect(budget.heldBytes()).toBe(4_096);
    expect(room.resize(10_000)).toBe(true);
    expect(budget.heldBytes()).toBe(12_288);
    expect(room.resize(0)).toBe(true);
    expect(budget.heldBytes()).toBe(0);
  });

  it('is waited for until another request has ended, or the signal comes', async () => {
    const budget = createReplyBudget(100_000);
    const other = budget.share(1);
    other.take(40_000);
    const room = new ReplyRoom(budget.share(1));
    expect(room.resize(20_000)).toBe(false);
    const waited = room.wait(new StopSource());
    other.release();
    await waited;
    expect(budget.heldBytes()).toBe(20_480);
    expect(room.resize(90_000)).toBe(false);
    const stopped = new StopSource();
    stopped.stop();
    await room.wait(stopped);
    expect(budget.heldBytes()).toBe(20_480);
  });

  slowIt('that does not come is a fault, for which the call is not made again', async () => {
    const room = new ReplyRoom(createReplyBudget(1_000).share(1));
    expect(room.resize(10_000)).toBe(false);
    const error: unknown = await room.wait(new StopSource()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NoRoomForReply);
    expect(error).toMatchObject({ fault: { code: 'overloaded', retryable: false } });
  });
});
