import { performance } from 'node:perf_hooks';
import type { BreakerRules } from '../contract.ts';
import type { StopSignal } from './stop-signal.ts';
import { AccountQueues, type WaitingRoom, type WaitOutcome } from './waiting-room.ts';

/** What an attempt shows about the provider. `nothing`: this gateway ended it, or the request itself may be the cause. */
export type Evidence = 'answering' | 'failing' | 'nothing';

/** How the breaker admitted an attempt. */
export type AttemptKind = 'call' | 'probe';

/**
 * `closed`: calls are admitted. `open`: they fail at once until the next probe may start. `halfOpen`: a probe runs, and they
 * wait for its end. If the breaker refuses only one account, the calls of all others are admitted in every state.
 */
export type BreakerState = 'closed' | 'halfOpen' | 'open';

/** How long an account may take to find a slot for its probe, in milliseconds. Then it is another account's turn. */
const TURN_MS = 1_000;

/**
 * Circuit breaker of one model. Each model has its own, because a provider may run out of capacity for one model while
 * its others answer. If all failures are one account's, the breaker refuses only that account, because its requests may
 * be the cause. The calls of the others then show whether the model works.
 */
export class Breaker {
  /** While it is closed, it admits every call. */
  state: BreakerState = 'closed';
  readonly #openMs: number;
  readonly #recent: AttemptWindow;
  readonly #queues: AccountQueues;
  /** Per account: probes since the model's last answer that run or ended without evidence. */
  readonly #idleProbes = new Map<number, number>();
  /** Undefined if it refuses all. */
  #onlyRefusedAccount: number | undefined;
  /** When the next probe may start, even if the last one still hangs. */
  #probeAt = 0;
  /** The account that may start it, if others wait. */
  #turn: { readonly accountId: number; readonly endsAt: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param waitingRoom counts all calls of the provider that wait for a probe. */
  constructor(rules: BreakerRules, waitingRoom: WaitingRoom) {
    this.#openMs = rules.openMs;
    this.#queues = new AccountQueues(waitingRoom);
    this.#recent = new AttemptWindow(rules);
  }

  /** Whether the account's calls fail at once. During a probe they wait for its end instead. */
  refuses(accountId: number): boolean {
    return !this.#isClosedFor(accountId) && this.state === 'open' && performance.now() < this.#probeAt;
  }

  /** @returns undefined if the attempt may not be sent now. Otherwise call `report` with its result. */
  admit(accountId: number): AttemptKind | undefined {
    if (this.#isClosedFor(accountId)) return 'call';
    if (!this.#isTurnOf(accountId)) return undefined;
    this.state = 'halfOpen';
    this.#probeAt = performance.now() + this.#openMs;
    this.#turn = undefined;
    this.#idleProbes.set(accountId, this.#idleProbesOf(accountId) + 1);
    this.#watch();
    return 'probe';
  }

  /**
   * Waits while a probe runs. If the probe hangs until the next may start, or shows nothing, the next probe is of the
   * waiting account with the fewest such probes; equal accounts take turns.
   * @returns `acquired` if no probe runs, or it is the account's turn.
   */
  waitForProbe(accountId: number, signals: readonly StopSignal[]): WaitOutcome | Promise<WaitOutcome> {
    if (this.state !== 'halfOpen' || this.#isClosedFor(accountId) || this.#isTurnOf(accountId))
      return 'acquired';
    const waiting = this.#queues.wait(accountId, signals);
    if (waiting !== 'full') this.#watch();
    return waiting;
  }

  /** Call it once for each admitted attempt. */
  report(admission: AttemptKind, accountId: number, evidence: Evidence): void {
    if (admission === 'probe' && this.state !== 'closed') return this.#endProbe(accountId, evidence);
    // An attempt that began before the breaker opened shows nothing about the present.
    if (evidence === 'nothing' || (this.state !== 'closed' && !this.#isClosedFor(accountId))) return;
    const hasFailed = evidence === 'failing';
    if (this.#recent.add(accountId, hasFailed) && hasFailed) {
      this.#onlyRefusedAccount = this.#recent.onlyFailing();
      this.#open();
    } else if (!hasFailed && this.state !== 'closed') {
      // The model answers an account that is not refused.
      this.#close();
    }
  }

  #isClosedFor(accountId: number): boolean {
    return (
      this.state === 'closed' ||
      (this.#onlyRefusedAccount !== undefined && this.#onlyRefusedAccount !== accountId)
    );
  }

  #open(): void {
    this.state = 'open';
    this.#probeAt = performance.now() + this.#openMs;
    // Nobody waits while it is open: whoever waited for a probe fails at once.
    this.#wakeAll();
  }

  #endProbe(accountId: number, evidence: Evidence): void {
    if (evidence === 'nothing') {
      // The next call may show what this one did not.
      if (this.state !== 'halfOpen') return;
      this.#probeAt = performance.now();
      return this.#passTurn();
    }
    if (evidence === 'answering') {
      this.#recent.clear();
      this.#recent.add(accountId, false);
      return this.#close();
    }
    this.#idleProbes.set(accountId, Math.max(0, this.#idleProbesOf(accountId) - 1));
    this.#open();
  }

  #close(): void {
    this.state = 'closed';
    this.#idleProbes.clear();
    this.#wakeAll();
  }

  #idleProbesOf(accountId: number): number {
    return this.#idleProbes.get(accountId) ?? 0;
  }

  #isTurnOf(accountId: number): boolean {
    if (performance.now() < this.#probeAt) return false;
    if (this.#turn === undefined || performance.now() >= this.#turn.endsAt) this.#passTurn();
    return this.#turn === undefined || this.#turn.accountId === accountId;
  }

  #passTurn(): void {
    const accountId = this.#queues.next((id) => this.#idleProbesOf(id));
    this.#turn = accountId === undefined ? undefined : { accountId, endsAt: performance.now() + TURN_MS };
    // A timer may fire a moment early.
    this.#probeAt = Math.min(this.#probeAt, performance.now());
    if (accountId !== undefined) this.#queues.wake(accountId);
    this.#watch();
  }

  #wakeAll(): void {
    this.#turn = undefined;
    this.#queues.wakeAll();
    this.#watch();
  }

  /** Wakes a waiting call if the probe hangs or the account does not use its turn. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#queues.waiting === 0) return;
    const waitMs = Math.max(0, (this.#turn?.endsAt ?? this.#probeAt) - performance.now());
    // The calls may end earlier, and then nothing waits for the timer.
    this.#timer = setTimeout(() => this.#passTurn(), waitMs).unref();
  }
}

/** An account whose last attempt is older does not use the model. */
const IN_USE_MS = 60_000;
/** While several accounts use the model, each has at most the window divided by this. */
const WINDOW_DIVISOR = 3;

interface CountedAttempt {
  readonly accountId: number;
  readonly failed: boolean;
}

/**
 * The last attempts of a model. While several accounts use the model, each has a third of the window, so that no single
 * account can open the breaker for all.
 */
class AttemptWindow {
  readonly #rules: Pick<BreakerRules, 'calls' | 'failedPercent'>;
  /** Oldest first. */
  readonly #attempts = new Set<CountedAttempt>();
  readonly #byAccount = new Map<number, Set<CountedAttempt>>();
  #attemptCount = 0;
  #failures = 0;
  /** The latest attempt, and the time of the latest one of another account. */
  #latest = { accountId: Number.NaN, at: Number.NEGATIVE_INFINITY };
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(rules: Pick<BreakerRules, 'calls' | 'failedPercent'>) {
    this.#rules = rules;
  }

  /**
   * Adds an attempt that has ended.
   * @returns whether more than the allowed share failed. With fewer attempts than count it is false.
   */
  add(accountId: number, failed: boolean): boolean {
    const { calls: size, failedPercent } = this.#rules;
    const attempt = { accountId, failed };
    this.#attempts.add(attempt);
    const own = this.#byAccount.get(accountId);
    if (own === undefined) this.#byAccount.set(accountId, new Set([attempt]));
    else own.add(attempt);
    if (failed) this.#failures += 1;
    this.#attemptCount = Math.min(size, this.#attemptCount + 1);
    const time = performance.now();
    if (this.#latest.accountId !== accountId) this.#otherAt = this.#latest.at;
    this.#latest = { accountId, at: time };
    if (time - this.#otherAt < IN_USE_MS) {
      const sizePerAccount = Math.max(1, Math.floor(size / WINDOW_DIVISOR));
      for (const list of this.#byAccount.values()) this.#forgetOldest(list, sizePerAccount);
    }
    if (this.#attempts.size > size) this.#forgetOldest(this.#attempts, size);
    return this.#attemptCount === size && this.#failures * 100 > failedPercent * size;
  }

  #forgetOldest(list: ReadonlySet<CountedAttempt>, maxSize: number): void {
    for (const attempt of list) {
      if (list.size <= maxSize) return;
      this.#attempts.delete(attempt);
      const own = this.#byAccount.get(attempt.accountId);
      own?.delete(attempt);
      if (own?.size === 0) this.#byAccount.delete(attempt.accountId);
      if (attempt.failed) this.#failures -= 1;
    }
  }

  /** The account of all failures; undefined if they are of several accounts, or there are none. */
  onlyFailing(): number | undefined {
    const failing = new Set([...this.#attempts].filter(({ failed }) => failed).map((one) => one.accountId));
    return failing.size === 1 ? [...failing][0] : undefined;
  }

  clear(): void {
    this.#attempts.clear();
    this.#byAccount.clear();
    this.#attemptCount = 0;
    this.#failures = 0;
  }
}
