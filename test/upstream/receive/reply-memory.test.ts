import { describe, expect, it } from 'vitest';
import { MemoryBudget } from '../../../core/stores/account-shares.ts';
import { NoMemoryForReply, ReplyMemory } from '../../../core/upstream/receive/reply-bounds.ts';
import { StopSource } from '../../../core/upstream/stop-signal.ts';
import { slowIt } from '../../support/whole-run.ts';

describe('the memory of a reply', () => {
  it('grows and shrinks with it, in steps', () => {
    const budget = new MemoryBudget(1_000_000);
    const memory = new ReplyMemory(budget.share(1));
    expect(memory.resize(1)).toBe(true);
    expect(budget.total).toBe(4_096);
    expect(memory.resize(10_000)).toBe(true);
    expect(budget.total).toBe(12_288);
    expect(memory.resize(0)).toBe(true);
    expect(budget.total).toBe(0);
  });

  it('is waited for until another request has ended, or the signal comes', async () => {
    const budget = new MemoryBudget(100_000);
    const other = budget.share(1);
    other.take(40_000);
    const memory = new ReplyMemory(budget.share(1));
    expect(memory.resize(20_000)).toBe(false);
    const waited = memory.wait(new StopSource());
    other.release();
    await waited;
    expect(budget.total).toBe(20_480);
    expect(memory.resize(90_000)).toBe(false);
    const stopped = new StopSource();
    stopped.stop();
    await memory.wait(stopped);
    expect(budget.total).toBe(20_480);
  });

  slowIt('that does not come is a fault, for which the call is not made again', async () => {
    const memory = new ReplyMemory(new MemoryBudget(1_000).share(1));
    expect(memory.resize(10_000)).toBe(false);
    const error: unknown = await memory.wait(new StopSource()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NoMemoryForReply);
    expect(error).toMatchObject({ fault: { code: 'overloaded', retryable: false } });
  });
});
