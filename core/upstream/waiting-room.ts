import { type StopSignal, whenFirstStops } from './stop-signal.ts';

/** Bounds the calls to a provider that wait. One account may take up a quarter of the places, rounded up. */
export interface WaitingRoom {
  /** @returns false if no more may wait. Otherwise call `leave` once. */
  enter(accountId: number): boolean;
  leave(accountId: number): void;
  waiting(): number;
}

const ACCOUNT_DIVISOR = 4;

/** @param size upper bound of the waiting calls of all accounts together. */
export function createWaitingRoom(size: number): WaitingRoom {
  const sizePerAccount = Math.ceil(size / ACCOUNT_DIVISOR);
  const byAccount = new Map<number, number>();
  let waiting = 0;
  return {
    enter(accountId) {
      const own = byAccount.get(accountId) ?? 0;
      if (waiting >= size || own >= sizePerAccount) return false;
      byAccount.set(accountId, own + 1);
      waiting += 1;
      return true;
    },
    leave(accountId) {
      const own = (byAccount.get(accountId) ?? 0) - 1;
      if (own > 0) byAccount.set(accountId, own);
      else byAccount.delete(accountId);
      waiting -= 1;
    },
    waiting: () => waiting,
  };
}

/** Lets a waiting call continue. */
type Wake = () => void;

/**
 * The calls that wait, by account. The account with the lowest count is next, and equal accounts take turns. Calls of one
 * account keep their order.
 */
export class AccountQueues {
  /** In the order of their turns, without accounts that have no waiting call. */
  readonly #queues = new Map<number, Set<Wake>>();
  /** Calls that wait. */
  waiting = 0;

  /** Waits until `take` or `takeAll` wakes the call. @returns false if a signal ended the wait. */
  wait(accountId: number, signals: readonly StopSignal[]): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = (): void => {
        forget();
        resolve(true);
      };
      this.#add(accountId, wake);
      const forget = whenFirstStops(signals, () => {
        this.#remove(accountId, wake);
        resolve(false);
      });
    });
  }

  #add(accountId: number, wake: Wake): void {
    this.waiting += 1;
    const queue = this.#queues.get(accountId);
    if (queue === undefined) this.#queues.set(accountId, new Set([wake]));
    else queue.add(wake);
  }

  #remove(accountId: number, wake: Wake): void {
    const queue = this.#queues.get(accountId);
    if (queue?.delete(wake) === true) this.waiting -= 1;
    if (queue?.size === 0) this.#queues.delete(accountId);
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

  /** Takes out the account's first call. The account then takes the last turn. */
  take(accountId: number): Wake | undefined {
    const queue = this.#queues.get(accountId);
    const wake = queue?.values().next().value;
    if (queue === undefined || wake === undefined) return undefined;
    this.waiting -= 1;
    queue.delete(wake);
    this.#queues.delete(accountId);
    if (queue.size > 0) this.#queues.set(accountId, queue);
    return wake;
  }

  /** Takes out all calls of all accounts. */
  takeAll(): readonly Wake[] {
    const all = [...this.#queues.values()].flatMap((queue) => [...queue]);
    this.#queues.clear();
    this.waiting = 0;
    return all;
  }
}
