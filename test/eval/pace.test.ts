import { describe, expect, it } from 'vitest';
import { Pace, type Clock } from '../../core/eval/run/pace.ts';

/** A clock whose time passes only while somebody sleeps. */
function sleptClock(): Clock & { readonly slept: number[] } {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      slept.push(milliseconds);
      now += milliseconds;
      await Promise.resolve();
    },
  };
}

const { signal } = new AbortController();

/** Whether a promise has been fulfilled by the time all others that could have been were. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  const pending = Symbol('pending');
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('the pace of a run', () => {
  it('lets so many run at the same time, and the next when one leaves', async () => {
    const pace = new Pace(2, sleptClock());
    await pace.enter(signal);
    await pace.enter(signal);
    const third = pace.enter(signal);
    expect(await isDone(third)).toBe(false);
    pace.leave();
    await third;
    expect(pace.running).toBe(2);
  });

  it('halves after a refusal, waits as long as it is asked to, and grows again with each answer', async () => {
    const clock = sleptClock();
    const pace = new Pace(8, clock);
    pace.slowDown(7_000);
    pace.slowDown(3_000);
    expect(pace.limit).toBe(4);
    await pace.enter(signal);
    expect(clock.slept).toEqual([7_000]);
    for (let answer = 0; answer < 4; answer += 1) pace.quicken();
    expect(pace.limit).toBe(4);
    pace.quicken();
    expect(pace.limit).toBe(5);
    for (let answer = 0; answer < 100; answer += 1) pace.quicken();
    expect(pace.limit).toBe(8);
  });

  it('never falls below one', async () => {
    const clock = sleptClock();
    const pace = new Pace(2, clock);
    for (let refusal = 0; refusal < 5; refusal += 1) {
      pace.slowDown(1_000);
      await pace.enter(signal);
      pace.leave();
    }
    expect(pace.limit).toBe(1);
    expect(clock.slept).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
  });

  it('lets go of those who wait once the run is stopped', async () => {
    const stopped = new AbortController();
    const pace = new Pace(1, sleptClock());
    await pace.enter(stopped.signal);
    const waiting = pace.enter(stopped.signal);
    stopped.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
