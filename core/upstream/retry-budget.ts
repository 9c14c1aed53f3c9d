/** Retries are held against the calls of this last stretch, counted in slices that expire one by one. */
const WINDOW_MS = 60_000;
const SLICES = 12;
const SLICE_MS = WINDOW_MS / SLICES;

/** Bounds the retries of all calls to a provider: in an outage every call would else be sent several times. */
export interface RetryBudget {
  /** One call begins. */
  called(): void;
  /** Takes one retry out of the budget. @returns false where it is used up. */
  spend(): boolean;
}

/**
 * At most `percent` of the calls of the last minute, and `perMinute` on top.
 * @param now milliseconds of a clock that never goes back.
 */
export function createRetryBudget(
  { percent, perMinute }: { readonly percent: number; readonly perMinute: number },
  now: () => number,
): RetryBudget {
  const calls = Array.from({ length: SLICES }, () => 0);
  const retries = Array.from({ length: SLICES }, () => 0);
  let allCalls = 0;
  let allRetries = 0;
  let latest = Math.floor(now() / SLICE_MS);

  /** Forgets what is older than the window. @returns the place of the current slice. */
  const advance = (): number => {
    const current = Math.floor(now() / SLICE_MS);
    const first = Math.max(latest + 1, current - SLICES + 1);
    for (let slice = first; slice <= current; slice += 1) {
      const place = slice % SLICES;
      allCalls -= calls[place] ?? 0;
      allRetries -= retries[place] ?? 0;
      calls[place] = 0;
      retries[place] = 0;
    }
    latest = Math.max(latest, current);
    return latest % SLICES;
  };

  return {
    called() {
      const place = advance();
      calls[place] = (calls[place] ?? 0) + 1;
      allCalls += 1;
    },
    spend() {
      const place = advance();
      if (allRetries + 1 > perMinute + (allCalls * percent) / 100) return false;
      retries[place] = (retries[place] ?? 0) + 1;
      allRetries += 1;
      return true;
    },
  };
}
