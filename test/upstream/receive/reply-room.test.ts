import { describe, expect, it } from 'vitest';
import { createMemoryBudget } from '../../../core/stores/memory-budget.ts';
import { NoRoomForReply, ReplyRoom } from '../../../core/upstream/receive/reply-bounds.ts';
import { StopSource } from '../../../core/upstream/stop-signal.ts';
import { slowIt } from '../../support/whole-run.ts';

describe('the room of a reply', () => {
  it('grows and shrinks with it, in steps', () => {
    const budget = createMemoryBudget(1_000_000);
    const room = new ReplyRoom(budget.share(1));
    expect(room.resize(1)).toBe(true);
    expect(budget.heldBytes()).toBe(4_096);
    expect(room.resize(10_000)).toBe(true);
    expect(budget.heldBytes()).toBe(12_288);
    expect(room.resize(0)).toBe(true);
    expect(budget.heldBytes()).toBe(0);
  });

  it('is waited for until another request has ended, or the signal comes', async () => {
    const budget = createMemoryBudget(100_000);
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
    const room = new ReplyRoom(createMemoryBudget(1_000).share(1));
    expect(room.resize(10_000)).toBe(false);
    const error: unknown = await room.wait(new StopSource()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NoRoomForReply);
    expect(error).toMatchObject({ fault: { code: 'overloaded', retryable: false } });
  });
});
