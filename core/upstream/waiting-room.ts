import { type StopSignal, whenFirstStops } from './stop-signal.ts';

/** Counts who waits. One account may take up a quarter of the room, rounded up. */
export interface WaitingRoom {
  /** @returns false where as many wait as may; else `leave` once. */
  enter(accountId: number): boolean;
  leave(accountId: number): void;
  waiting(): number;
}

const ACCOUNT_DIVISOR = 4;

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

/** Lets the call that waits go on. */
type Wake = () => void;

/**
 * Calls that wait, by account. The account's turn it is that has the fewest of something, among equals in rotation; calls
 * of one account keep their order.
 */
export class AccountLines {
  /** In rotation order; accounts without a waiting call are not in it. */
  readonly #lines = new Map<number, Set<Wake>>();
  /** Calls that wait. */
  waiting = 0;

  /** Waits until the call is taken out. @returns false where a signal comes first. */
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
    const line = this.#lines.get(accountId);
    if (line === undefined) this.#lines.set(accountId, new Set([wake]));
    else line.add(wake);
  }

  #remove(accountId: number, wake: Wake): void {
    const line = this.#lines.get(accountId);
    if (line?.delete(wake) === true) this.waiting -= 1;
    if (line?.size === 0) this.#lines.delete(accountId);
  }

  /**
   * Whose turn it is; undefined where nobody waits. Looks no further than the first account that has none.
   * @param countOf at least 0; by account.
   */
  next(countOf: (accountId: number) => number): number | undefined {
    let next: number | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const accountId of this.#lines.keys()) {
      const count = countOf(accountId);
      if (count < fewest) [next, fewest] = [accountId, count];
      if (count === 0) break;
    }
    return next;
  }

  /** Takes the account's first call out, and moves the account to the end of the rotation. */
  take(accountId: number): Wake | undefined {
    const line = this.#lines.get(accountId);
    const wake = line?.values().next().value;
    if (line === undefined || wake === undefined) return undefined;
    this.waiting -= 1;
    line.delete(wake);
    this.#lines.delete(accountId);
    if (line.size > 0) this.#lines.set(accountId, line);
    return wake;
  }

  /** Takes out all calls of all accounts. */
  takeAll(): readonly Wake[] {
    const all = [...this.#lines.values()].flatMap((line) => [...line]);
    this.#lines.clear();
    this.waiting = 0;
    return all;
  }
}
