import { describe, expect, it } from 'vitest';
import { createSlots } from '../../core/pipeline/slots.ts';

const never = new AbortController().signal;

describe('slots', () => {
  it('never give out more than there are, and give out all of them again', async () => {
    const slots = createSlots(3);
    let inside = 0;
    let most = 0;
    const work = async (index: number): Promise<void> => {
      const release = await slots.acquire(index % 2 === 0 ? 'contestant' : 'judge', never);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      release?.();
      release?.();
    };
    await Promise.all(Array.from({ length: 50 }, (_value, index) => work(index)));
    expect({ inside, most }).toEqual({ inside: 0, most: 3 });
  });

  it('let contestants go before judges, each kind in its own order', async () => {
    const slots = createSlots(1);
    const first = await slots.acquire('judge', never);
    const order: string[] = [];
    const wait = async (name: string, priority: 'contestant' | 'judge'): Promise<void> => {
      const release = await slots.acquire(priority, never);
      order.push(name);
      release?.();
    };
    const waiting = [
      wait('judge 1', 'judge'),
      wait('judge 2', 'judge'),
      wait('model 1', 'contestant'),
      wait('model 2', 'contestant'),
    ];
    first?.();
    await Promise.all(waiting);
    expect(order).toEqual(['model 1', 'model 2', 'judge 1', 'judge 2']);
  });

  it('end a wait that is given up, and lose no slot over it', async () => {
    const slots = createSlots(1);
    const first = await slots.acquire('contestant', never);
    const giveUp = new AbortController();
    const waiting = slots.acquire('contestant', giveUp.signal);
    giveUp.abort();
    expect(await waiting).toBeUndefined();
    expect(await slots.acquire('contestant', giveUp.signal)).toBeUndefined();
    first?.();
    expect(await slots.acquire('contestant', never)).toBeTypeOf('function');
  });
});
