/** Retries are held against the calls of this last stretch, counted in slices that expire one by one. */
const WINDOW_MS = 60_000;
const SLICES = 12;
const SLICE_MS = WINDOW_MS / SLICES;
/** While others call the provider, one account's retries are the budget divided by this at most. */
const ACCOUNT_DIVISOR = 3;

/** Bounds the retries of all calls to a provider: in an outage every call would else be sent several times. */
export interface RetryBudget {
  /** One call begins. */
  called(accountId: number): void;
  /** Takes one retry out of the budget. @returns false where it is used up, or the account's part of it. */
  spend(accountId: number): boolean;
}

interface Counts {
  calls: number;
  retries: number;
}

/**
 * At most `percent` of the calls of the last minute, and `perMinute` on top. What an account took while it was alone counts
 * no more than its part once others come.
 * @param now milliseconds of a clock that never goes back.
 */
export function createRetryBudget(
  { percent, perMinute }: { readonly percent: number; readonly perMinute: number },
  now: () => number,
): RetryBudget {
  const slices = Array.from({ length: SLICES }, () => new Map<number, Counts>());
  /** Of the whole window; no account that has made no call in it. */
  const byAccount = new Map<number, Counts>();
  let allCalls = 0;
  let latest = Math.floor(now() / SLICE_MS);

  const forget = (slice: Map<number, Counts>): void => {
    for (const [accountId, { calls, retries }] of slice) {
      add(byAccount, accountId, { calls: -calls, retries: -retries });
      allCalls -= calls;
    }
    slice.clear();
  };
  const count = (accountId: number, counts: Counts): void => {
    for (const counted of [slices[latest % SLICES], byAccount])
      if (counted !== undefined) add(counted, accountId, counts);
  };
  /** Forgets what is older than the window. */
  const advance = (): void => {
    const current = Math.floor(now() / SLICE_MS);
    const first = Math.max(latest + 1, current - SLICES + 1);
    for (let index = first; index <= current; index += 1) {
      const slice = slices[index % SLICES];
      if (slice !== undefined) forget(slice);
    }
    latest = Math.max(latest, current);
  };

  return {
    called(accountId) {
      advance();
      count(accountId, { calls: 1, retries: 0 });
      allCalls += 1;
    },
    spend(accountId) {
      advance();
      const budget = perMinute + (allCalls * percent) / 100;
      const isAlone = byAccount.size === 0 || (byAccount.size === 1 && byAccount.has(accountId));
      const part = isAlone ? budget : Math.max(1, budget / ACCOUNT_DIVISOR);
      let spent = 0;
      for (const { retries } of byAccount.values()) spent += Math.min(retries, part);
      const own = byAccount.get(accountId)?.retries ?? 0;
      if (spent + 1 > budget || own + 1 > part) return false;
      count(accountId, { calls: 0, retries: 1 });
      return true;
    },
  };
}

function add(counts: Map<number, Counts>, accountId: number, { calls, retries }: Counts): void {
  const known = counts.get(accountId);
  if (known === undefined) counts.set(accountId, { calls, retries });
  else {
    known.calls += calls;
    known.retries += retries;
    if (known.calls === 0 && known.retries === 0) counts.delete(accountId);
  }
}
