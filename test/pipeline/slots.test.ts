import { describe, expect, it } from 'vitest';
import { EndingSource } from '../../core/pipeline/ending.ts';
import { createSlots } from '../../core/pipeline/slots.ts';
import { WatchedEnding } from '../support/watched-ending.ts';

const never = [new EndingSource()];
const WIDE = { queue: 1_000 };

describe('slots', () => {
  it('never give out more than there are, and give out all of them again', async () => {
    const slots = createSlots({ slots: 3, ...WIDE });
    let most = 0;
    const work = async (index: number): Promise<void> => {
      expect(await slots.acquire(index % 2 === 0 ? 'contestant' : 'judge', never)).toBe('held');
      most = Math.max(most, slots.inUse());
      await new Promise((resolve) => setImmediate(resolve));
      slots.release();
    };
    await Promise.all(Array.from({ length: 50 }, (_value, index) => work(index)));
    expect({ most, inUse: slots.inUse(), waiting: slots.waiting() }).toEqual({
      most: 3,
      inUse: 0,
      waiting: 0,
    });
  });

  it('are there at once while one is free', () => {
    const slots = createSlots({ slots: 1, ...WIDE });
    expect(slots.acquire('judge', never)).toBe('held');
    slots.release();
    expect(slots.acquire('contestant', never)).toBe('held');
  });

  it('let contestants go before judges, each kind in its own order', async () => {
    const slots = createSlots({ slots: 1, ...WIDE });
    await slots.acquire('judge', never);
    const order: string[] = [];
    const wait = async (name: string, priority: 'contestant' | 'judge'): Promise<void> => {
      await slots.acquire(priority, never);
      order.push(name);
      slots.release();
    };
    const waiting = [
      wait('judge 1', 'judge'),
      wait('judge 2', 'judge'),
      wait('model 1', 'contestant'),
      wait('model 2', 'contestant'),
    ];
    slots.release();
    await Promise.all(waiting);
    expect(order).toEqual(['model 1', 'model 2', 'judge 1', 'judge 2']);
  });

  it.each([0, 1, 3])('let %i wait, and refuse either kind beyond', async (queue) => {
    const slots = createSlots({ slots: 1, queue });
    await slots.acquire('contestant', never);
    const waiting = Array.from({ length: queue }, () => slots.acquire('judge', never));
    expect(slots.waiting()).toBe(queue);
    expect([slots.acquire('judge', never), slots.acquire('contestant', never)]).toEqual(['full', 'full']);
    for (const waiter of waiting) {
      slots.release();
      expect(await waiter).toBe('held');
    }
    slots.release();
    expect([slots.inUse(), slots.waiting()]).toEqual([0, 0]);
  });

  it.each([0, 1])(
    'end a wait that either ending cuts short, and lose neither slot nor place',
    async (which) => {
      const slots = createSlots({ slots: 1, queue: 1 });
      await slots.acquire('contestant', never);
      const endings = [new EndingSource(), new EndingSource()];
      const waiting = slots.acquire('contestant', endings);
      endings[which]?.end();
      expect(await waiting).toBe('ended');
      expect(slots.waiting()).toBe(0);
      expect(await slots.acquire('contestant', endings)).toBe('ended');
      slots.release();
      expect(await slots.acquire('contestant', never)).toBe('held');
    },
  );

  it('leave no callback with the endings of a wait, however it ended', async () => {
    const slots = createSlots({ slots: 1, ...WIDE });
    await slots.acquire('contestant', never);
    const endings = [new WatchedEnding(), new WatchedEnding()];
    const callbacks = (): number => endings.reduce((sum, { waiting }) => sum + waiting, 0);
    const woken = slots.acquire('judge', endings);
    expect(callbacks()).toBe(2);
    slots.release();
    expect(await woken).toBe('held');
    expect(callbacks()).toBe(0);
    const ended = slots.acquire('judge', endings);
    endings[0]?.end();
    expect(await ended).toBe('ended');
    expect(callbacks()).toBe(0);
  });
});
