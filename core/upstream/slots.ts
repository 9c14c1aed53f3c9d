import type { CallRole } from '../metrics/run-metrics.ts';
import type { StopSignal } from './stop-signal.ts';
import { AccountQueues, createWaitingRoom, type WaitingRoom } from './waiting-room.ts';

/**
 * `acquired`: the caller has a slot and must release it. `full`: no more calls may wait. `ended`: a signal ended the wait.
 */
export type SlotOutcome = 'acquired' | 'full' | 'ended';

/** Limits how many calls run at once. Each running call has one slot. */
export interface Slots {
  /**
   * Answers at once, without a promise, if a slot is free for the account. Contestants go first when slots are scarce,
   * because judges need their answers.
   * @param accountId who the slot is for; give it to `release` too.
   */
  acquire(
    role: CallRole,
    accountId: number,
    signals: readonly StopSignal[],
  ): SlotOutcome | Promise<SlotOutcome>;
  /** Gives back one of the account's slots. */
  release(accountId: number): void;
  /** The number of slots that calls have. */
  inUse(): number;
  /** The number of calls that wait for a slot. */
  waiting(): number;
}

/**
 * A counting semaphore that accounts share fairly. A free slot goes to the waiting account that holds the fewest; among
 * equals to a contestant before a judge, and within each kind in rotation. Calls of one account and kind keep their order.
 * Cockatiel's bulkhead has neither priorities nor accounts, and there a call whose request has ended keeps its
 * place in the queue.
 * @param reserved how many slots only accounts without a slot may take, because one account may hold all others for long.
 * @param queue how many calls of both kinds and all accounts may wait; or a waiting room that they share with other
 * calls.
 */
export function createSlots({
  slots,
  reserved = 0,
  queue,
}: {
  readonly slots: number;
  readonly reserved?: number;
  readonly queue: number | WaitingRoom;
}): Slots {
  const waitingRoom = typeof queue === 'number' ? createWaitingRoom(queue) : queue;
  const queues = { contestant: new AccountQueues(), judge: new AccountQueues() };
  const slotsByAccount = new Map<number, number>();
  let free = slots;

  const slotsOf = (accountId: number): number => slotsByAccount.get(accountId) ?? 0;

  const wait = async (
    role: CallRole,
    accountId: number,
    signals: readonly StopSignal[],
  ): Promise<SlotOutcome> => {
    if (await queues[role].wait(accountId, signals)) return 'acquired';
    waitingRoom.leave(accountId);
    return 'ended';
  };

  /** Gives the free slot to the call whose turn it is. */
  const wakeNext = (): void => {
    const contestant = queues.contestant.next(slotsOf);
    const judge = queues.judge.next(slotsOf);
    const isJudgesTurn =
      judge !== undefined && (contestant === undefined || slotsOf(judge) < slotsOf(contestant));
    const next = isJudgesTurn ? judge : contestant;
    if (next === undefined) return;
    const own = slotsOf(next);
    if (own > 0 && free <= reserved) return;
    free -= 1;
    waitingRoom.leave(next);
    slotsByAccount.set(next, own + 1);
    queues[isJudgesTurn ? 'judge' : 'contestant'].take(next)?.();
  };

  return {
    acquire(role, accountId, signals) {
      if (signals.some(({ isStopped }) => isStopped)) return 'ended';
      const own = slotsByAccount.get(accountId) ?? 0;
      if (free > (own === 0 ? 0 : reserved)) {
        free -= 1;
        slotsByAccount.set(accountId, own + 1);
        return 'acquired';
      }
      return waitingRoom.enter(accountId) ? wait(role, accountId, signals) : 'full';
    },
    release(accountId) {
      free += 1;
      const remaining = (slotsByAccount.get(accountId) ?? 0) - 1;
      if (remaining > 0) slotsByAccount.set(accountId, remaining);
      else slotsByAccount.delete(accountId);
      if (queues.contestant.waiting + queues.judge.waiting > 0) wakeNext();
    },
    inUse: () => slots - free,
    waiting: () => waitingRoom.waiting(),
  };
}
