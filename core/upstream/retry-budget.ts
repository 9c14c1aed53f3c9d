import { performance } from 'node:perf_hooks';
import type { Provider } from '../contract.ts';

/** The budget depends on the calls of this time, which are counted in slices that expire one by one. */
const WINDOW_MS = 60_000;
const SLICES = 12;
const SLICE_MS = WINDOW_MS / SLICES;
/** While several accounts call the provider, each may use at most the budget divided by this. */
const BUDGET_DIVISOR = 3;

interface Counts {
  calls: number;
  retries: number;
}

interface Slice {
  readonly index: number;
  /** By account. */
  readonly counts: Map<number, Counts>;
}

/**
 * Bounds the retries of all calls to a provider. Without it, an outage would have every call sent several times. It allows
 * `percent` of the calls of the last minute, and `perMinute` more. Once other accounts call, the retries of an account
 * count as at most its part, even if it used more while it was alone.
 */
export class RetryBudget {
  readonly #rules: Provider['retryBudget'];
  /** Oldest first. */
  #slices: Slice[] = [];
  #slice: Slice = { index: -1, counts: new Map() };
  /** The counts of the whole window, without accounts that made no call in it. */
  readonly #byAccount = new Map<number, Counts>();
  #allCalls = 0;

  constructor(rules: Provider['retryBudget']) {
    this.#rules = rules;
  }

  /** Counts a call that begins. The budget grows with the calls of the last minute. */
  countCall(accountId: number): void {
    if (performance.now() >= (this.#slice.index + 1) * SLICE_MS) this.#advance();
    this.#allCalls += 1;
    countsIn(this.#byAccount, accountId).calls += 1;
    countsIn(this.#slice.counts, accountId).calls += 1;
  }

  /** Takes one retry out of the budget. @returns false if the budget or the account's part of it is used up. */
  spend(accountId: number): boolean {
    if (performance.now() >= (this.#slice.index + 1) * SLICE_MS) this.#advance();
    const { percent, perMinute } = this.#rules;
    const budget = perMinute + (this.#allCalls * percent) / 100;
    const accounts = this.#byAccount;
    const isAlone = accounts.size === 0 || (accounts.size === 1 && accounts.has(accountId));
    const part = isAlone ? budget : Math.max(1, budget / BUDGET_DIVISOR);
    let spentRetries = 0;
    for (const { retries } of accounts.values()) spentRetries += Math.min(retries, part);
    const own = accounts.get(accountId)?.retries ?? 0;
    if (spentRetries + 1 > budget || own + 1 > part) return false;
    countsIn(accounts, accountId).retries += 1;
    countsIn(this.#slice.counts, accountId).retries += 1;
    return true;
  }

  /** Begins the present slice, and drops those that are older than the window. */
  #advance(): void {
    const index = Math.floor(performance.now() / SLICE_MS);
    this.#slice = { index, counts: new Map() };
    const expired = this.#slices.filter((one) => one.index <= index - SLICES);
    this.#slices = [...this.#slices.slice(expired.length), this.#slice];
    for (const [accountId, { calls, retries }] of expired.flatMap(({ counts }) => [...counts])) {
      const remaining = countsIn(this.#byAccount, accountId);
      remaining.calls -= calls;
      remaining.retries -= retries;
      if (remaining.calls === 0 && remaining.retries === 0) this.#byAccount.delete(accountId);
      this.#allCalls -= calls;
    }
  }
}

function countsIn(counts: Map<number, Counts>, accountId: number): Counts {
  const existing = counts.get(accountId);
  if (existing !== undefined) return existing;
  const created = { calls: 0, retries: 0 };
  counts.set(accountId, created);
  return created;
}
