import type { BreakerRules } from '../contract.ts';
import type { StopSignal } from './stop-signal.ts';
import { AccountLines, type WaitingRoom } from './waiting-room.ts';

/** What an attempt says about the provider; `nothing` where it was ended from our side, or what was asked may be the reason. */
export type Evidence = 'answering' | 'failing' | 'nothing';

/** How an attempt was let through. */
export type AttemptKind = 'call' | 'probe';

export type BreakerState = 'closed' | 'halfOpen' | 'open';

/** `over`: no probe is under way, or it is the account's turn. `full`: as many wait as may. `ended`: a signal came. */
export type ProbeWait = 'over' | 'full' | 'ended';

/** How long the account whose turn it is may take to find a slot, milliseconds; then it is another's. */
const TURN_MS = 1_000;

/**
 * Keeps calls from a model that fails anyway. Each model has its own: providers run out of capacity for one model
 * while the others answer, and one bad model must not take them with it. Where all failures were one account's, it keeps
 * away that account alone: what it asks may be their reason, and the others' calls find out.
 */
export class Breaker {
  /** While it is closed, every call is let through. */
  state: BreakerState = 'closed';
  readonly #openMs: number;
  readonly #room: WaitingRoom;
  readonly #now: () => number;
  readonly #recent: AttemptWindow;
  readonly #lines = new AccountLines();
  /** By account, those that have told nothing; since the model last answered. */
  readonly #idleProbes = new Map<number, number>();
  /** Whom alone it keeps away; undefined where all. */
  #only: number | undefined;
  /** When the next probe may start; a probe that hangs must not keep the breaker open for as long as it hangs. */
  #probeAt = 0;
  /** Who may start it, where others wait. */
  #turn: { readonly accountId: number; readonly endsAt: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param room of all calls of the provider that wait for a probe.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor({ calls, failedPercent, openMs }: BreakerRules, room: WaitingRoom, now: () => number) {
    this.#openMs = openMs;
    this.#room = room;
    this.#now = now;
    this.#recent = createAttemptWindow({ size: calls, failedPercent }, now);
  }

  /** Whether the account's calls fail at once now. During a probe they wait for its end. */
  refuses(accountId: number): boolean {
    return !this.#isClosedFor(accountId) && this.state === 'open' && this.#now() < this.#probeAt;
  }

  /** @returns undefined where the attempt must not be made now; else report what came of it. */
  admit(accountId: number): AttemptKind | undefined {
    if (this.#isClosedFor(accountId)) return 'call';
    if (!this.#isTurnOf(accountId)) return undefined;
    this.state = 'halfOpen';
    this.#probeAt = this.#now() + this.#openMs;
    this.#turn = undefined;
    this.#idleProbes.set(accountId, this.#idleProbesOf(accountId) + 1);
    this.#watch();
    return 'probe';
  }

  /**
   * Waits while a probe is under way; at once where none is. Where one hangs until the next may start, or tells nothing,
   * the account is next that waits and has had the fewest such probes, among equals in rotation.
   */
  waitForProbe(accountId: number, signals: readonly StopSignal[]): ProbeWait | Promise<ProbeWait> {
    if (this.state !== 'halfOpen' || this.#isClosedFor(accountId) || this.#isTurnOf(accountId)) return 'over';
    if (!this.#room.enter(accountId)) return 'full';
    const waiting = this.#lines.wait(accountId, signals).then((isItsTurn) => {
      this.#room.leave(accountId);
      if (!isItsTurn) this.#watch();
      return isItsTurn ? 'over' : 'ended';
    });
    this.#watch();
    return waiting;
  }

  /** Once for each attempt that was let through. */
  report(admission: AttemptKind, accountId: number, evidence: Evidence): void {
    if (admission === 'probe' && this.state !== 'closed') return this.#endProbe(accountId, evidence);
    // What began before the breaker opened tells of an earlier time.
    if (evidence === 'nothing' || (this.state !== 'closed' && !this.#isClosedFor(accountId))) return;
    if (this.#recent.add(accountId, evidence === 'failing')) {
      this.#only = this.#recent.onlyFailing();
      this.#open();
    } else if (evidence === 'answering' && this.state !== 'closed') {
      // The model answers another account than the one that is kept away.
      this.state = 'closed';
      this.#wakeAll();
    }
  }

  #isClosedFor(accountId: number): boolean {
    return this.state === 'closed' || (this.#only !== undefined && this.#only !== accountId);
  }

  #open(): void {
    this.state = 'open';
    this.#probeAt = this.#now() + this.#openMs;
  }

  #endProbe(accountId: number, evidence: Evidence): void {
    if (evidence === 'nothing') {
      // The next call may find out what this one could not.
      if (this.state !== 'halfOpen') return;
      this.#probeAt = this.#now();
      return this.#passTurn();
    }
    if (evidence === 'answering') {
      this.#recent.clear();
      this.#recent.add(accountId, false);
      this.#idleProbes.clear();
      this.state = 'closed';
    } else {
      this.#idleProbes.set(accountId, Math.max(0, this.#idleProbesOf(accountId) - 1));
      this.#open();
    }
    this.#wakeAll();
  }

  #idleProbesOf(accountId: number): number {
    return this.#idleProbes.get(accountId) ?? 0;
  }

  #isTurnOf(accountId: number): boolean {
    if (this.#now() < this.#probeAt) return false;
    if (this.#turn === undefined || this.#now() >= this.#turn.endsAt) this.#passTurn();
    return this.#turn === undefined || this.#turn.accountId === accountId;
  }

  #passTurn(): void {
    const accountId = this.#lines.next((id) => this.#idleProbesOf(id));
    this.#turn = accountId === undefined ? undefined : { accountId, endsAt: this.#now() + TURN_MS };
    // A timer may ring a moment early.
    this.#probeAt = Math.min(this.#probeAt, this.#now());
    if (accountId !== undefined) this.#lines.take(accountId)?.();
    this.#watch();
  }

  #wakeAll(): void {
    this.#turn = undefined;
    for (const wake of this.#lines.takeAll()) wake();
    this.#watch();
  }

  /** Wakes one of those that wait once the probe hangs, or the turn is not used. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#lines.waiting === 0) return;
    const waitMs = Math.max(0, (this.#turn?.endsAt ?? this.#probeAt) - this.#now());
    this.#timer = setTimeout(() => this.#passTurn(), waitMs);
  }
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
  let latest = { accountId: Number.NaN, at: Number.NEGATIVE_INFINITY };
  let otherAt = Number.NEGATIVE_INFINITY;

  const forget = (attempt: Attempt): void => {
    attempts.delete(attempt);
    const own = byAccount.get(attempt.accountId);
    own?.delete(attempt);
    if (own?.size === 0) byAccount.delete(attempt.accountId);
    if (attempt.failed) failures -= 1;
  };
  const forgetOldest = (list: ReadonlySet<Attempt>, left: number): void => {
    for (const attempt of list) {
      if (list.size <= left) return;
      forget(attempt);
    }
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
      const time = now();
      if (latest.accountId !== accountId) otherAt = latest.at;
      latest = { accountId, at: time };
      const isShared = time - otherAt < IN_USE_MS;
      if (isShared) for (const list of byAccount.values()) forgetOldest(list, sizePerAccount);
      if (attempts.size > size) forgetOldest(attempts, size);
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
