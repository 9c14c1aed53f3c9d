/** The budget depends on the calls of this time, which are counted in slices that expire one by one. */
const WINDOW_MS = 60_000;
const SLICES = 12;
const SLICE_MS = WINDOW_MS / SLICES;
/** While several accounts call the provider, each may use at most the budget divided by this. */
const ACCOUNT_DIVISOR = 3;

/** Bounds the retries of all calls to a provider. Without it, an outage would have every call sent several times. */
export interface RetryBudget {
  /** Counts a call that begins. The budget grows with the calls of the last minute. */
  countCall(accountId: number): void;
  /** Takes one retry out of the budget. @returns false if the budget or the account's part of it is used up. */
  spend(accountId: number): boolean;
}

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
 * Allows `percent` of the calls of the last minute, and `perMinute` more. Once other accounts call, the retries of an
 * account count as at most its part, even if it used more while it was alone.
 * @param now a monotonic clock, in milliseconds.
 */
export function createRetryBudget(
  { percent, perMinute }: { readonly percent: number; readonly perMinute: number },
  now: () => number,
): RetryBudget {
  /** Oldest first. */
  const slices: Slice[] = [];
  let slice: Slice = { index: -1, counts: new Map() };
  /** The counts of the whole window, without accounts that made no call in it. */
  const byAccount = new Map<number, Counts>();
  let allCalls = 0;

  /** Begins the present slice, and drops those that are older than the window. */
  const advance = (): void => {
    const index = Math.floor(now() / SLICE_MS);
    slice = { index, counts: new Map() };
    slices.push(slice);
    const expired = slices.filter((one) => one.index <= index - SLICES);
    slices.splice(0, expired.length);
    for (const { counts } of expired) forget(counts);
  };
  const forget = (expired: ReadonlyMap<number, Counts>): void => {
    for (const [accountId, { calls, retries }] of expired) {
      const counts = countsIn(byAccount, accountId);
      counts.calls -= calls;
      counts.retries -= retries;
      if (counts.calls === 0 && counts.retries === 0) byAccount.delete(accountId);
      allCalls -= calls;
    }
  };

  return {
    countCall(accountId) {
      if (now() >= (slice.index + 1) * SLICE_MS) advance();
      allCalls += 1;
      countsIn(byAccount, accountId).calls += 1;
      countsIn(slice.counts, accountId).calls += 1;
    },
    spend(accountId) {
      if (now() >= (slice.index + 1) * SLICE_MS) advance();
      const budget = perMinute + (allCalls * percent) / 100;
      const isAlone = byAccount.size === 0 || (byAccount.size === 1 && byAccount.has(accountId));
      const part = isAlone ? budget : Math.max(1, budget / ACCOUNT_DIVISOR);
      let spentRetries = 0;
      for (const { retries } of byAccount.values()) spentRetries += Math.min(retries, part);
      const own = byAccount.get(accountId)?.retries ?? 0;
      if (spentRetries + 1 > budget || own + 1 > part) return false;
      countsIn(byAccount, accountId).retries += 1;
      countsIn(slice.counts, accountId).retries += 1;
      return true;
    },
  };
}

function countsIn(counts: Map<number, Counts>, accountId: number): Counts {
  const existing = counts.get(accountId);
  if (existing !== undefined) return existing;
  const created = { calls: 0, retries: 0 };
  counts.set(accountId, created);
  return created;
}
