import type { CallRole } from '../metrics/run-metrics.ts';
import type { StopSignal } from './stop-signal.ts';
import { AccountQueues, type WaitingRoom, type WaitOutcome } from './waiting-room.ts';

/**
 * Limits how many calls run at once: a counting semaphore that accounts share fairly. A free slot goes to the waiting
 * account that holds the fewest; among equals to a contestant before a judge, because judges need the contestants'
 * answers, and within each kind in rotation. Calls of one account and kind keep their order. Cockatiel's bulkhead has
 * neither priorities nor accounts, and there a call whose request has ended keeps its place in the queue.
 */
export class Slots {
  /** The slots that calls have. */
  inUse = 0;
  readonly #slots: number;
  readonly #reserved: number;
  readonly #queues: Readonly<Record<CallRole, AccountQueues>>;
  readonly #slotsByAccount = new Map<number, number>();

  /**
   * @param waitingRoom bounds the calls of both kinds that wait.
   * @param reserved how many slots only accounts without a slot may take, because one account may hold all others for long.
   */
  constructor(slots: number, waitingRoom: WaitingRoom, reserved = 0) {
    this.#slots = slots;
    this.#reserved = reserved;
    this.#queues = { contestant: new AccountQueues(waitingRoom), judge: new AccountQueues(waitingRoom) };
  }

  /**
   * Answers at once, without a promise, if a slot is free for the account. Whoever has acquired a slot must release it.
   * @param accountId who the slot is for; give it to `release` too.
   */
  acquire(
    role: CallRole,
    accountId: number,
    signals: readonly StopSignal[],
  ): WaitOutcome | Promise<WaitOutcome> {
    if (signals.some(({ isStopped }) => isStopped)) return 'ended';
    const own = this.#slotsByAccount.get(accountId) ?? 0;
    if (this.#slots - this.inUse <= (own === 0 ? 0 : this.#reserved))
      return this.#queues[role].wait(accountId, signals);
    this.inUse += 1;
    this.#slotsByAccount.set(accountId, own + 1);
    return 'acquired';
  }

  /** Gives back one of the account's slots. */
  release(accountId: number): void {
    this.inUse -= 1;
    const remaining = (this.#slotsByAccount.get(accountId) ?? 0) - 1;
    if (remaining > 0) this.#slotsByAccount.set(accountId, remaining);
    else this.#slotsByAccount.delete(accountId);
    if (this.#queues.contestant.waiting + this.#queues.judge.waiting > 0) this.#wakeNext();
  }

  /** Gives the free slot to the call whose turn it is. */
  #wakeNext(): void {
    const slotsOf = (accountId: number): number => this.#slotsByAccount.get(accountId) ?? 0;
    const contestant = this.#queues.contestant.next(slotsOf);
    const judge = this.#queues.judge.next(slotsOf);
    const isJudgesTurn =
      judge !== undefined && (contestant === undefined || slotsOf(judge) < slotsOf(contestant));
    const next = isJudgesTurn ? judge : contestant;
    if (next === undefined) return;
    const own = slotsOf(next);
    if (own > 0 && this.#slots - this.inUse <= this.#reserved) return;
    this.inUse += 1;
    this.#slotsByAccount.set(next, own + 1);
    this.#queues[isJudgesTurn ? 'judge' : 'contestant'].wake(next);
  }
}
