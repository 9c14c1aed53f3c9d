/** An account that made its last attempt longer ago does not use the model. */
const IN_USE_MS = 60_000;
/** While others use the model, one account's attempts are a window divided by this at most. */
const ACCOUNT_DIVISOR = 3;

interface Attempt {
  readonly accountId: number;
  readonly failed: boolean;
}

/** The last attempts of a model. */
export interface AttemptWindow {
  /** Adds one. @returns true where more than the share failed. */
  add(accountId: number, failed: boolean): boolean;
  /** Whose all failures were; undefined where several accounts', or nobody's. */
  onlyFailing(): number | undefined;
  clear(): void;
}

/**
 * While several accounts use a model, each has a third of its window: no account alone makes it look as if it failed.
 * @param size how many attempts are looked at; nothing is said before there were as many.
 * @param failedPercent of `size`.
 * @param now milliseconds of a clock that never goes back.
 */
export function createAttemptWindow(
  { size, failedPercent }: { readonly size: number; readonly failedPercent: number },
  now: () => number,
): AttemptWindow {
  const sizePerAccount = Math.max(1, Math.floor(size / ACCOUNT_DIVISOR));
  /** Oldest first. */
  const attempts = new Set<Attempt>();
  const byAccount = new Map<number, Set<Attempt>>();
  let seen = 0;
  let failures = 0;
  /** Whose attempt was the last, and when the last one of another account was. */
  let latest: { readonly accountId: number; at: number } | undefined;
  let otherAt = Number.NEGATIVE_INFINITY;

  const forget = (attempt: Attempt): void => {
    attempts.delete(attempt);
    const own = byAccount.get(attempt.accountId);
    own?.delete(attempt);
    if (own?.size === 0) byAccount.delete(attempt.accountId);
    if (attempt.failed) failures -= 1;
  };
  const forgetOldest = (list: ReadonlySet<Attempt> | undefined, left: number): void => {
    if (list === undefined) return;
    for (const attempt of list) {
      if (list.size <= left) return;
      forget(attempt);
    }
  };
  /** @returns whether others use the model too. */
  const noteUse = (accountId: number): boolean => {
    const time = now();
    if (latest?.accountId === accountId) latest.at = time;
    else {
      otherAt = latest?.at ?? otherAt;
      latest = { accountId, at: time };
    }
    return time - otherAt < IN_USE_MS;
  };

  return {
    add(accountId, failed) {
      const attempt = { accountId, failed };
      attempts.add(attempt);
      const own = byAccount.get(accountId);
      if (own === undefined) byAccount.set(accountId, new Set([attempt]));
      else own.add(attempt);
      if (failed) failures += 1;
      seen = Math.min(size, seen + 1);
      if (noteUse(accountId)) for (const list of byAccount.values()) forgetOldest(list, sizePerAccount);
      forgetOldest(attempts, size);
      return seen === size && failures * 100 > failedPercent * size;
    },
    onlyFailing() {
      const failing = new Set([...attempts].filter(({ failed }) => failed).map((one) => one.accountId));
      return failing.size === 1 ? [...failing][0] : undefined;
    },
    clear() {
      attempts.clear();
      byAccount.clear();
      seen = 0;
      failures = 0;
    },
  };
}
