import type { BreakerRules } from '../contract.ts';
import { AccountLines } from './account-lines.ts';
import type { StopSignal } from './stop-signal.ts';
import type { WaitingRoom } from './waiting-room.ts';

/** What an attempt says about the provider; `nothing` where it was ended from our side, or what was asked may be the reason. */
export type Evidence = 'answering' | 'failing' | 'nothing';

/** How an attempt was let through. */
export type AttemptKind = 'call' | 'probe';

export type BreakerState = 'closed' | 'halfOpen' | 'open';

/** `over`: no probe is under way, or it is the account's turn. `full`: as many wait as may. `ended`: a signal came. */
export type ProbeWait = 'over' | 'full' | 'ended';

/**
 * Keeps calls from a model that fails anyway. Each model has its own: providers run out of capacity for one model
 * while the others answer, and one bad model must not take them with it. Where all failures were one account's, it keeps
 * away that account alone: what it asks may be their reason, and the others' calls find out.
 */
export interface Breaker {
  /** Whether the account's calls fail at once now. During a probe they wait for its end. */
  refuses(accountId: number): boolean;
  /** @returns undefined where the attempt must not be made now; else report what came of it. */
  admit(accountId: number): AttemptKind | undefined;
  /**
   * Waits while a probe is under way; at once where none is. Where one hangs until the next may start, or tells nothing,
   * the account is next that waits and has had the fewest such probes, among equals in rotation.
   */
  waitForProbe(accountId: number, signals: readonly StopSignal[]): ProbeWait | Promise<ProbeWait>;
  /** Once for each attempt that was let through. */
  report(admission: AttemptKind, accountId: number, evidence: Evidence): void;
  state(): BreakerState;
}

/** How long the account whose turn it is may take to find a slot, milliseconds; then it is another's. */
const TURN_MS = 1_000;

/**
 * @param room of all calls of the provider that wait for a probe.
 * @param now milliseconds of a clock that never goes back.
 */
export function createBreaker(
  { calls, failedPercent, openMs }: BreakerRules,
  room: WaitingRoom,
  now: () => number,
): Breaker {
  const recent = createAttemptWindow({ size: calls, failedPercent }, now);
  const lines = new AccountLines();
  /** By account, those that have told nothing; since the model last answered. */
  const idleProbes = new Map<number, number>();
  let state: BreakerState = 'closed';
  /** Whom alone it keeps away; undefined where all. */
  let only: number | undefined;
  /** When the next probe may start; a probe that hangs must not keep the breaker open for as long as it hangs. */
  let probeAt = 0;
  /** Who may start it, where others wait. */
  let turn: { readonly accountId: number; readonly endsAt: number } | undefined;
  let timer: NodeJS.Timeout | undefined;

  const idleProbesOf = (accountId: number): number => idleProbes.get(accountId) ?? 0;
  /** Wakes one of those that wait once the probe hangs, or the turn is not used. */
  const watch = (): void => {
    clearTimeout(timer);
    if (!lines.isEmpty) timer = setTimeout(passTurn, Math.max(0, (turn?.endsAt ?? probeAt) - now()));
  };
  const passTurn = (): void => {
    const accountId = lines.next(idleProbesOf);
    turn = accountId === undefined ? undefined : { accountId, endsAt: now() + TURN_MS };
    // A timer may ring a moment early.
    probeAt = Math.min(probeAt, now());
    if (accountId !== undefined) lines.take(accountId)?.();
    watch();
  };
  const wakeAll = (): void => {
    turn = undefined;
    for (const wake of lines.takeAll()) wake();
    watch();
  };
  const isTurnOf = (accountId: number): boolean => {
    if (now() < probeAt) return false;
    if (turn === undefined || now() >= turn.endsAt) passTurn();
    return turn === undefined || turn.accountId === accountId;
  };
  const isClosedFor = (accountId: number): boolean =>
    state === 'closed' || (only !== undefined && only !== accountId);
  const open = (): void => {
    state = 'open';
    probeAt = now() + openMs;
  };
  const endProbe = (accountId: number, evidence: Evidence): void => {
    if (evidence === 'nothing') {
      // The next call may find out what this one could not.
      if (state !== 'halfOpen') return;
      probeAt = now();
      return passTurn();
    }
    if (evidence === 'answering') {
      recent.clear();
      recent.add(accountId, false);
      idleProbes.clear();
      state = 'closed';
    } else {
      idleProbes.set(accountId, Math.max(0, idleProbesOf(accountId) - 1));
      open();
    }
    wakeAll();
  };

  return {
    refuses: (accountId) => !isClosedFor(accountId) && state === 'open' && now() < probeAt,
    admit(accountId) {
      if (isClosedFor(accountId)) return 'call';
      if (!isTurnOf(accountId)) return undefined;
      state = 'halfOpen';
      probeAt = now() + openMs;
      turn = undefined;
      idleProbes.set(accountId, idleProbesOf(accountId) + 1);
      watch();
      return 'probe';
    },
    waitForProbe(accountId, signals) {
      if (state !== 'halfOpen' || isClosedFor(accountId) || isTurnOf(accountId)) return 'over';
      if (!room.enter(accountId)) return 'full';
      const waiting = lines.wait(accountId, signals).then((isItsTurn) => {
        room.leave(accountId);
        if (!isItsTurn) watch();
        return isItsTurn ? 'over' : 'ended';
      });
      watch();
      return waiting;
    },
    report(admission, accountId, evidence) {
      if (admission === 'probe' && state !== 'closed') return endProbe(accountId, evidence);
      // What began before the breaker opened tells of an earlier time.
      if (!isClosedFor(accountId)) return;
      if (evidence === 'nothing') return;
      if (recent.add(accountId, evidence === 'failing')) {
        only = recent.onlyFailing();
        open();
      } else if (evidence === 'answering' && state !== 'closed') {
        // The model answers another account than the one that is kept away.
        state = 'closed';
        wakeAll();
      }
    },
    state: () => state,
  };
}

/** An account that made its last attempt longer ago does not use the model. */
const IN_USE_MS = 60_000;
/** While others use the model, one account's attempts are a window divided by this at most. */
const ACCOUNT_DIVISOR = 3;

interface Attempt {
  readonly accountId: number;
  readonly failed: boolean;
}

/** The last attempts of a model. */
interface AttemptWindow {
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
function createAttemptWindow(
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
