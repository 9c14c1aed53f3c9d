import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue, type TaskOptions } from '../../core/workers/fair-queue.ts';

const PATIENT = new AbortController().signal;
const ROOMY = { queue: 1_000, queuePerAccount: 1_000 };

/** Tasks that the test ends, and the accounts in the order in which they were served. */
function scene(limits: ConstructorParameters<typeof FairQueue>[0]) {
  let nowMs = 0;
  const queue = new FairQueue({ ...limits, now: () => nowMs });
  const served: number[] = [];
  const running: { readonly account: number; readonly end: () => void }[] = [];
  const add = (account: number, options: Partial<TaskOptions> = {}): Promise<void> =>
    queue.run(
      account,
      () => {
        served.push(account);
        const { promise, resolve } = Promise.withResolvers<void>();
        running.push({ account, end: resolve });
        return promise;
      },
      { signal: PATIENT, ...options },
    );
  /** Ends the oldest running task after this time, and waits for the consequences. */
  const endOne = async (afterMs = 0): Promise<void> => {
    nowMs += afterMs;
    running.shift()?.end();
    await new Promise(setImmediate);
  };
  return { queue, served, running, add, endOne };
}

describe('a fair queue', () => {
  it('lets accounts take turns, however much one of them brought first', async () => {
    const { served, add, endOne } = scene({ slots: 1, ...ROOMY });
    const all = [1, 1, 1, 1, 2, 2, 3].map((account) => add(account));
    for (let index = 0; index < all.length; index += 1) await endOne();
    await Promise.all(all);
    expect(served).toEqual([1, 2, 3, 1, 2, 1, 1]);
  });

  it('gives several slots to one account while nobody else waits, and a second one to nobody while others do', async () => {
    const { served, running, add, endOne } = scene({ slots: 3, ...ROOMY });
    const all = [1, 1, 1, 1].map((account) => add(account));
    expect(running).toHaveLength(2);
    all.push(add(2), add(3));
    expect(running.map(({ account }) => account)).toEqual([1, 1, 2]);
    await endOne();
    await endOne();
    expect(running.map(({ account }) => account)).toEqual([2, 3, 1]);
    for (let index = 0; index < 4; index += 1) await endOne();
    await Promise.all(all);
    expect(served).toEqual([1, 1, 2, 3, 1, 1]);
  });

  it('refuses an account beyond its share, and everybody beyond the whole', async () => {
    const { queue, add, endOne } = scene({ slots: 1, queue: 3, queuePerAccount: 2 });
    const running = [add(1), add(1), add(1)];
    await expect(add(1)).rejects.toThrow('the queue is full');
    running.push(add(2));
    await expect(add(3)).rejects.toThrow('the queue is full');
    expect(queue.waiting()).toBe(3);
    for (let index = 0; index < 4; index += 1) await endOne();
    await Promise.all(running);
    expect(queue.waiting()).toBe(0);
  });

  it('lets go whoever stops waiting, and starts nothing of theirs', async () => {
    const { queue, served, add, endOne } = scene({ slots: 1, ...ROOMY });
    const leaving = new AbortController();
    const first = add(1);
    const left = add(2, { signal: leaving.signal });
    const last = add(3);
    leaving.abort();
    await expect(left).rejects.toThrow('the wait was ended');
    expect(queue.waiting()).toBe(1);
    await expect(add(4, { signal: leaving.signal })).rejects.toThrow('the wait was ended');
    await endOne();
    await endOne();
    await Promise.all([first, last]);
    expect(served).toEqual([1, 3]);
  });

  it('hands its slot on when work fails', async () => {
    const queue = new FairQueue({ slots: 1, ...ROOMY });
    const failed = queue.run(1, () => Promise.reject(new Error('broken')), { signal: PATIENT });
    const next = queue.run(1, async () => 'done', { signal: PATIENT });
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('gives many short tasks their turns before another long one', async () => {
    const { served, add, endOne } = scene({ slots: 1, ...ROOMY });
    const all = [1, 1, 2, 2, 2].map((account) => add(account));
    await endOne(300);
    for (let index = 1; index < all.length; index += 1) await endOne(5);
    await Promise.all(all);
    expect(served).toEqual([1, 2, 2, 2, 1]);
  });

  it('forgets the used time of an account after a while', async () => {
    const { served, add, endOne } = scene({ slots: 1, ...ROOMY });
    const all = [add(1)];
    await endOne(300);
    all.push(add(3));
    all.push(add(1), add(2), add(2));
    await endOne(120_000);
    for (let index = 2; index < all.length; index += 1) await endOne();
    await Promise.all(all);
    expect(served).toEqual([1, 3, 1, 2, 2]);
  });

  it('keeps a slot from long tasks and from accounts whose tasks are, and lets a short task pass', async () => {
    const { running, add, endOne } = scene({ slots: 2, ...ROOMY });
    const accounts = (): readonly number[] => running.map(({ account }) => account);
    const all = [add(1, { isLong: true }), add(2, { isLong: true }), add(2)];
    expect(accounts()).toEqual([1, 2]);
    await endOne(3_000);
    // The short task continues. The second task of its account may not take the other slot.
    expect(accounts()).toEqual([2]);
    await endOne();
    expect(accounts()).toEqual([2]);
    all.push(add(1));
    expect(accounts()).toEqual([2]);
    await endOne();
    expect(accounts()).toEqual([1]);
    all.push(add(1));
    expect(accounts()).toEqual([1]);
    all.push(add(3));
    expect(accounts()).toEqual([1, 3]);
    for (let index = 0; index < 3; index += 1) await endOne();
    await Promise.all(all);
  });

  it('keeps no slot from an account of many short tasks, and hides no long one behind them', async () => {
    const { running, add, endOne } = scene({ slots: 2, ...ROOMY });
    const accounts = (): readonly number[] => running.map(({ account }) => account);
    const all: Promise<void>[] = [];
    const bring = async (account: number, times: number, afterMs: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        all.push(add(account));
        await endOne(afterMs);
      }
    };
    await bring(1, 200, 20);
    await bring(2, 20, 5);
    await bring(2, 1, 300);
    all.push(add(3, { isLong: true }), add(1));
    expect(accounts()).toEqual([3, 1]);
    await endOne();
    await endOne();
    all.push(add(3, { isLong: true }), add(2));
    expect(accounts()).toEqual([3]);
    await endOne();
    await endOne();
    await Promise.all(all);
  });

  it('counts the time that the work reports, however long it waited for a processor', async () => {
    const { running, add, endOne } = scene({ slots: 2, ...ROOMY });
    const all = [add(1, { usedMs: () => 5 }), add(2, { usedMs: () => undefined })];
    await endOne(900);
    await endOne();
    all.push(add(3, { isLong: true }), add(2), add(1));
    expect(running.map(({ account }) => account)).toEqual([3, 1]);
    for (let index = 0; index < 3; index += 1) await endOne();
    await Promise.all(all);
  });

  it('serves everything once, never over its slots, and no account twice while one with nothing running waits', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
      { weight: 2, arbitrary: fc.constant('end' as const) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 60 }),
        async (slots, steps) => {
          const { queue, served, running, add, endOne } = scene({ slots, ...ROOMY });
          const all: Promise<void>[] = [];
          const waitingOf = new Map<number, number>();
          let seen = 0;
          const check = (): void => {
            const isIdle = (other: number): boolean => running.every((task) => task.account !== other);
            for (const account of served.slice(seen)) {
              const others = [...waitingOf].filter(([other, waits]) => other !== account && waits > 0);
              const runs = running.filter((task) => task.account === account).length;
              if (runs > 1) expect(others.some(([other]) => isIdle(other))).toBe(false);
              waitingOf.set(account, (waitingOf.get(account) ?? 0) - 1);
            }
            seen = served.length;
            expect(running.length).toBeLessThanOrEqual(slots);
            const waitIdle = [...waitingOf].some(([other, waits]) => waits > 0 && isIdle(other));
            if (queue.waiting() > 0)
              expect(running.length).toBeGreaterThanOrEqual(waitIdle ? slots : Math.max(1, slots - 1));
          };
          for (const account of [...steps, ...steps.map(() => 'end' as const)]) {
            if (account === 'end') await endOne();
            else {
              waitingOf.set(account, (waitingOf.get(account) ?? 0) + 1);
              all.push(add(account));
            }
            check();
          }
          await Promise.all(all);
          expect(countEach(served)).toEqual(countEach(steps.filter((one) => one !== 'end')));
        },
      ),
    );
  });
});

function countEach(accounts: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}
