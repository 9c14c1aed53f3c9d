import { type StopSignal, whenFirstStops } from './stop-signal.ts';

const PLACES_DIVISOR = 4;

/** Bounds the calls to a provider that wait. One account may take up a quarter of the places, rounded up. */
export class WaitingRoom {
  /** Calls that wait. */
  waiting = 0;
  readonly #size: number;
  readonly #byAccount = new Map<number, number>();

  /** @param size upper bound of the waiting calls of all accounts together. */
  constructor(size: number) {
    this.#size = size;
  }

  /** @returns false if no more may wait. Otherwise call `leave` once. */
  enter(accountId: number): boolean {
    const own = this.#byAccount.get(accountId) ?? 0;
    if (this.waiting >= this.#size || own >= Math.ceil(this.#size / PLACES_DIVISOR)) return false;
    this.#byAccount.set(accountId, own + 1);
    this.waiting += 1;
    return true;
  }

  leave(accountId: number): void {
    const own = (this.#byAccount.get(accountId) ?? 0) - 1;
    if (own > 0) this.#byAccount.set(accountId, own);
    else this.#byAccount.delete(accountId);
    this.waiting -= 1;
  }
}

/** `acquired`: the call has what it waited for. `full`: no more calls may wait. `ended`: a signal ended the wait. */
export type WaitOutcome = 'acquired' | 'full' | 'ended';

/** Lets a waiting call continue. */
type Wake = () => void;

/**
 * The calls that wait for one thing, by account. The account with the lowest count is next, and equal accounts take turns.
 * Calls of one account keep their order.
 */
export class AccountQueues {
  readonly #room: WaitingRoom;
  /** In the order of their turns, without accounts that have no waiting call. */
  readonly #queues = new Map<number, Set<Wake>>();
  /** Calls that wait. */
  waiting = 0;

  /** @param room counts the calls, perhaps with those of other queues. */
  constructor(room: WaitingRoom) {
    this.#room = room;
  }

  /** Waits until `wake` or `wakeAll` lets the call continue. */
  wait(accountId: number, signals: readonly StopSignal[]): 'full' | Promise<WaitOutcome> {
    if (!this.#room.enter(accountId)) return 'full';
    this.waiting += 1;
    return new Promise((resolve) => {
      const wake = (): void => {
        forget();
        resolve('acquired');
      };
      const queue = this.#queues.get(accountId);
      if (queue === undefined) this.#queues.set(accountId, new Set([wake]));
      else queue.add(wake);
      const forget = whenFirstStops(signals, () => {
        this.#remove(accountId, wake);
        resolve('ended');
      });
    });
  }

  #remove(accountId: number, wake: Wake): void {
    const queue = this.#queues.get(accountId);
    queue?.delete(wake);
    if (queue?.size === 0) this.#queues.delete(accountId);
    this.waiting -= 1;
    this.#room.leave(accountId);
  }

  /**
   * Finds the account whose turn it is; undefined if no call waits. The search ends at the first account whose count is 0.
   * @param countOf the count of an account, at least 0.
   */
  next(countOf: (accountId: number) => number): number | undefined {
    let next: number | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const accountId of this.#queues.keys()) {
      const count = countOf(accountId);
      if (count < fewest) [next, fewest] = [accountId, count];
      if (count === 0) break;
    }
    return next;
  }

  /** Lets the account's first call continue. The account then takes the last turn. */
  wake(accountId: number): void {
    const queue = this.#queues.get(accountId);
    const [first] = queue ?? [];
    if (queue === undefined || first === undefined) return;
    this.#queues.delete(accountId);
    this.#queues.set(accountId, queue);
    this.#remove(accountId, first);
    first();
  }

  wakeAll(): void {
    for (const [accountId, queue] of this.#queues)
      for (const wake of queue) {
        this.#remove(accountId, wake);
        wake();
      }
  }
}
