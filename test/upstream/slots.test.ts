import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallRole } from '../../core/metrics/run-metrics.ts';
import { StopSource } from '../../core/upstream/stop-signal.ts';
import { Slots } from '../../core/upstream/slots.ts';
import { WaitingRoom, type WaitOutcome } from '../../core/upstream/waiting-room.ts';
import { WatchedStop } from '../support/watched-stop.ts';
import { cases } from '../support/whole-run.ts';

const never = [new StopSource()];
/** A provider's slots, and the room in which calls wait for them. */
function slotsOf(slots: number, { queue = 1_000, reserved = 0 } = {}) {
  const waitingRoom = new WaitingRoom(queue);
  return { waitingRoom, slots: new Slots(slots, waitingRoom, reserved) };
}
/** An account. */
const ONE = 1;

describe('slots', () => {
  it('never give out more than there are, and give out all of them again', async () => {
    const { slots, waitingRoom } = slotsOf(3);
    let most = 0;
    const work = async (index: number): Promise<void> => {
      expect(await slots.acquire(index % 2 === 0 ? 'contestant' : 'judge', index % 3, never)).toBe(
        'acquired',
      );
      most = Math.max(most, slots.inUse);
      await new Promise((resolve) => setImmediate(resolve));
      slots.release(index % 3);
    };
    await Promise.all(Array.from({ length: 50 }, (_value, index) => work(index)));
    expect({ most, inUse: slots.inUse, waiting: waitingRoom.waiting }).toEqual({
      most: 3,
      inUse: 0,
      waiting: 0,
    });
  });

  it('are there at once while one is free', () => {
    const { slots } = slotsOf(1);
    expect(slots.acquire('judge', ONE, never)).toBe('acquired');
    slots.release(ONE);
    expect(slots.acquire('contestant', ONE, never)).toBe('acquired');
  });

  it('let contestants go before judges, each kind in its own order', async () => {
    const { slots } = slotsOf(1);
    await slots.acquire('judge', ONE, never);
    const order: string[] = [];
    const wait = async (name: string, role: CallRole): Promise<void> => {
      await slots.acquire(role, ONE, never);
      order.push(name);
      slots.release(ONE);
    };
    const waiting = [
      wait('judge 1', 'judge'),
      wait('judge 2', 'judge'),
      wait('model 1', 'contestant'),
      wait('model 2', 'contestant'),
    ];
    slots.release(ONE);
    await Promise.all(waiting);
    expect(order).toEqual(['model 1', 'model 2', 'judge 1', 'judge 2']);
  });

  it('give an account that holds none its judge before another one its next contestant', async () => {
    const { slots } = slotsOf(2);
    await slots.acquire('contestant', ONE, never);
    await slots.acquire('contestant', ONE, never);
    const order: string[] = [];
    const wait = async (role: CallRole, account: number): Promise<void> => {
      await slots.acquire(role, account, never);
      order.push(`${role} of ${account}`);
    };
    const waiting = [wait('contestant', ONE), wait('judge', 2)];
    slots.release(ONE);
    slots.release(ONE);
    await Promise.all(waiting);
    expect(order).toEqual(['judge of 2', 'contestant of 1']);
  });

  it.each([0, 1, 3])('let %i wait, and refuse either kind beyond', async (queue) => {
    const { slots, waitingRoom } = slotsOf(1, { queue });
    await slots.acquire('contestant', ONE, never);
    const accounts = Array.from({ length: queue }, (_value, index) => index);
    const waiting = accounts.map((account) => slots.acquire('judge', account, never));
    expect(waitingRoom.waiting).toBe(queue);
    expect([slots.acquire('judge', 99, never), slots.acquire('contestant', 99, never)]).toEqual([
      'full',
      'full',
    ]);
    let holder = ONE;
    for (const [index, waiter] of waiting.entries()) {
      slots.release(holder);
      expect(await waiter).toBe('acquired');
      holder = index;
    }
    slots.release(holder);
    expect([slots.inUse, waitingRoom.waiting]).toEqual([0, 0]);
  });

  it('let one account take up a quarter of the queue, and refuse it alone beyond', async () => {
    const { slots, waitingRoom } = slotsOf(1, { queue: 8 });
    await slots.acquire('contestant', ONE, never);
    void slots.acquire('contestant', ONE, never);
    void slots.acquire('judge', ONE, never);
    expect(slots.acquire('contestant', ONE, never)).toBe('full');
    expect(slots.acquire('contestant', 2, never)).toBeInstanceOf(Promise);
    expect(waitingRoom.waiting).toBe(3);
  });

  it('go to the account that holds the fewest, and among equals in turn', async () => {
    const { slots } = slotsOf(2);
    for (let count = 0; count < 2; count += 1) await slots.acquire('contestant', ONE, never);
    const order: number[] = [];
    const accounts = [ONE, ONE, ONE, 2, 2, 3, 3];
    for (const account of accounts) {
      void Promise.resolve(slots.acquire('contestant', account, never)).then(() => order.push(account));
    }
    let freed = ONE;
    for (let turn = 0; turn < accounts.length; turn += 1) {
      slots.release(freed);
      await new Promise((resolve) => setImmediate(resolve));
      freed = order.at(-1) ?? ONE;
    }
    expect(order).toEqual([2, 3, 2, 3, ONE, ONE, ONE]);
  });

  it('keep some for accounts that hold none, which one account cannot fill', async () => {
    const { slots, waitingRoom } = slotsOf(8, { reserved: 2 });
    for (let count = 0; count < 6; count += 1)
      expect(slots.acquire('contestant', ONE, never)).toBe('acquired');
    const waiting = slots.acquire('contestant', ONE, never);
    expect(waiting).toBeInstanceOf(Promise);
    expect([slots.acquire('judge', 2, never), slots.acquire('contestant', 3, never)]).toEqual([
      'acquired',
      'acquired',
    ]);
    const other = slots.acquire('judge', 4, never);
    slots.release(3);
    expect(await other).toBe('acquired');
    // Once more are free than are kept.
    for (const freed of [2, 4, ONE]) slots.release(freed);
    expect(await waiting).toBe('acquired');
    expect([slots.inUse, waitingRoom.waiting]).toEqual([6, 0]);
  });

  it.each([0, 1])(
    'end a wait that either signal cuts short, and lose neither slot nor place',
    async (which) => {
      const { slots, waitingRoom } = slotsOf(1, { queue: 1 });
      await slots.acquire('contestant', ONE, never);
      const signals = [new StopSource(), new StopSource()];
      const waiting = slots.acquire('contestant', ONE, signals);
      signals[which]?.stop();
      expect(await waiting).toBe('ended');
      expect(waitingRoom.waiting).toBe(0);
      expect(await slots.acquire('contestant', ONE, signals)).toBe('ended');
      slots.release(ONE);
      expect(await slots.acquire('contestant', ONE, never)).toBe('acquired');
    },
  );

  it('leave no callback with the signals of a wait, however it ended', async () => {
    const { slots } = slotsOf(1);
    await slots.acquire('contestant', ONE, never);
    const signals = [new WatchedStop(), new WatchedStop()];
    const callbacks = (): number => signals.reduce((sum, { waiting }) => sum + waiting, 0);
    const woken = slots.acquire('judge', ONE, signals);
    expect(callbacks()).toBe(2);
    slots.release(ONE);
    expect(await woken).toBe('acquired');
    expect(callbacks()).toBe(0);
    const ended = slots.acquire('judge', ONE, signals);
    signals[0]?.stop();
    expect(await ended).toBe('ended');
    expect(callbacks()).toBe(0);
  });

  it('are neither lost nor given out twice, and go to the account that holds the fewest', async () => {
    const step = fc.record({
      act: fc.constantFrom('acquire', 'acquire', 'release', 'end'),
      account: fc.nat(3),
      role: fc.constantFrom('contestant' as const, 'judge' as const),
      pick: fc.nat(),
    });
    const sizes = fc
      .record({ slots: fc.integer({ min: 1, max: 4 }), free: fc.nat(2), queue: fc.nat(12) })
      .map(({ slots, free, queue }) => ({ slots, reserved: Math.min(free, slots - 1), queue }));
    const property = fc.asyncProperty(sizes, fc.array(step, { maxLength: 120 }), async (limits, steps) => {
      const model = new SlotsModel(limits);
      for (const one of steps) await model.step(one);
      await model.drain();
    });
    await fc.assert(property, { numRuns: cases(200) });
  });
});

interface Call {
  readonly account: number;
  readonly role: CallRole;
  readonly signal: StopSource;
}

interface Limits {
  readonly slots: number;
  readonly reserved: number;
  readonly queue: number;
}

interface Step extends Omit<Call, 'signal'> {
  readonly act: 'acquire' | 'release' | 'end';
  /** Which of the calls there are. */
  readonly pick: number;
}

/** Runs slots beside plain lists of who holds and who waits, and compares the two after each step. */
class SlotsModel {
  readonly #slots: Slots;
  readonly #waitingRoom: WaitingRoom;
  readonly #limits: Limits;
  readonly #heldCalls: Call[] = [];
  readonly #waiting: Call[] = [];
  readonly #entered: { readonly call: Call; readonly outcome: WaitOutcome }[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
    const { slots, waitingRoom } = slotsOf(limits.slots, limits);
    this.#slots = slots;
    this.#waitingRoom = waitingRoom;
  }

  async step({ act, pick, account, role }: Step): Promise<void> {
    if (act === 'acquire') await this.#acquire({ account, role, signal: new StopSource() });
    else if (act === 'release') await this.#release(pick);
    else await this.#end(pick);
    expect(this.#slots.inUse).toBe(this.#heldCalls.length);
    expect(this.#waitingRoom.waiting).toBe(this.#waiting.length);
  }

  /** Gives every slot back: each call that waits gets its turn. */
  async drain(): Promise<void> {
    while (this.#heldCalls.length > 0) await this.#release(0);
    expect([this.#waiting.length, this.#slots.inUse, this.#waitingRoom.waiting]).toEqual([0, 0, 0]);
  }

  async #acquire(call: Call): Promise<void> {
    const { queue } = this.#limits;
    const ofAccount = this.#waiting.filter(({ account }) => account === call.account).length;
    const isFull = this.#waiting.length >= queue || ofAccount >= Math.ceil(queue / 4);
    const outcome = this.#slots.acquire(call.role, call.account, [call.signal]);
    if (this.#isFreeFor(call.account)) {
      expect(outcome).toBe('acquired');
      this.#heldCalls.push(call);
    } else if (isFull) {
      expect(outcome).toBe('full');
    } else {
      expect(outcome).toBeInstanceOf(Promise);
      this.#waiting.push(call);
      void Promise.resolve(outcome).then((value) => this.#entered.push({ call, outcome: value }));
    }
    expect(await this.#whatEntered()).toEqual([]);
  }

  async #release(pick: number): Promise<void> {
    const [freed] =
      this.#heldCalls.length === 0 ? [] : this.#heldCalls.splice(pick % this.#heldCalls.length, 1);
    if (freed === undefined) return;
    this.#slots.release(freed.account);
    const entered = await this.#whatEntered();
    const mayEnter = this.#waiting.some(({ account }) => this.#isFreeFor(account));
    expect(entered).toHaveLength(mayEnter ? 1 : 0);
    const [next] = entered;
    if (next === undefined) return;
    expect(next.outcome).toBe('acquired');
    this.#expectItsTurn(next.call);
    this.#waiting.splice(this.#waiting.indexOf(next.call), 1);
    this.#heldCalls.push(next.call);
  }

  #callsOf(account: number): number {
    return this.#heldCalls.filter((call) => call.account === account).length;
  }

  #isFreeFor(account: number): boolean {
    const { slots, reserved } = this.#limits;
    return slots - this.#heldCalls.length > (this.#callsOf(account) === 0 ? 0 : reserved);
  }

  async #end(pick: number): Promise<void> {
    const [call] = this.#waiting.length === 0 ? [] : this.#waiting.splice(pick % this.#waiting.length, 1);
    if (call === undefined) return;
    call.signal.stop();
    expect(await this.#whatEntered()).toEqual([{ call, outcome: 'ended' }]);
  }

  #expectItsTurn(call: Call): void {
    const able = this.#waiting.filter(({ account }) => this.#isFreeFor(account));
    const fewest = Math.min(...able.map(({ account }) => this.#callsOf(account)));
    const first = able.filter(({ account }) => this.#callsOf(account) === fewest);
    const contestants = first.filter(({ role }) => role === 'contestant');
    const eligible = contestants.length > 0 ? contestants : first;
    // Of one account's calls, the first.
    expect(eligible.find(({ account }) => account === call.account)).toBe(call);
  }

  async #whatEntered(): Promise<readonly { readonly call: Call; readonly outcome: WaitOutcome }[]> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#entered.splice(0);
  }
}
