import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, and a way to let them pass. Tests bring their own. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
};

/**
 * How many requests may run at the same time. Each refusal for haste halves the number and stops everyone for the time
 * the gateway asks for; each answer lets it grow again, up to what the suite allows.
 */
export class Pace {
  readonly #max: number;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #limit: number;
  #running = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(max: number, clock: Clock) {
    this.#max = max;
    this.#limit = max;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  /** Requests that may run at the same time now; at least 1. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Waits for a turn. @throws once the signal is aborted. */
  async enter(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const pauseMs = this.#pausedUntil - this.#clock.now();
      if (pauseMs > 0) await this.#clock.sleep(pauseMs, signal);
      else if (this.#running < this.limit) break;
      else await this.#waitForLeave(signal);
    }
    this.#running += 1;
  }

  /** Gives the turn back. */
  leave(): void {
    this.#running -= 1;
    this.#wake();
  }

  /** The gateway answered. */
  quicken(): void {
    this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
    this.#wake();
  }

  /** The gateway asks for patience. Several that are refused together count once. */
  slowDown(waitMs: number): void {
    const now = this.#clock.now();
    if (now >= this.#pausedUntil) this.#limit = Math.max(1, this.#limit / 2);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + waitMs);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #waitForLeave(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    this.#waiting.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    signal.removeEventListener('abort', wake);
  }
}
