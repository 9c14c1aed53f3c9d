/** What a provider has seen of its calls so far. */
export interface Tally {
  readonly answered: number;
  /** Read whole, and neither answered nor given up. */
  readonly open: number;
  /** The same added up over time, milliseconds. */
  readonly openMs: number;
}

/** A longer timer would come at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The calls of a provider that takes its time. */
export class PacedCalls {
  #meanDelayMs = 0;
  /** What answers each call that is open. */
  readonly #open = new Set<() => void>();
  #answered = 0;
  #openMs = 0;
  #changedAtMs = performance.now();

  /** From now on; at 0 what is open is answered at once, too. */
  set meanDelayMs(meanDelayMs: number) {
    this.#meanDelayMs = meanDelayMs;
    if (meanDelayMs === 0) for (const answer of this.#open) answer();
  }

  /**
   * A delay is drawn from the exponential distribution, which has no memory: clients that all began at once ask evenly
   * from their second request on. A fixed delay would send them in one wave each time, and what comes in waves is
   * cheaper, for it is committed and written together.
   */
  schedule(answer: () => void): (() => void) | undefined {
    if (this.#meanDelayMs === 0) {
      this.#answered += 1;
      answer();
      return undefined;
    }
    const close = (): void => {
      this.#passTime();
      clearTimeout(timer);
      this.#open.delete(answerOpen);
    };
    const answerOpen = (): void => {
      close();
      this.#answered += 1;
      answer();
    };
    this.#passTime();
    this.#open.add(answerOpen);
    const delayMs = -Math.log(1 - Math.random()) * this.#meanDelayMs;
    const timer = delayMs > MAX_TIMER_MS ? undefined : setTimeout(answerOpen, delayMs);
    return close;
  }

  tally(): Tally {
    this.#passTime();
    return { answered: this.#answered, open: this.#open.size, openMs: this.#openMs };
  }

  #passTime(): void {
    const nowMs = performance.now();
    this.#openMs += this.#open.size * (nowMs - this.#changedAtMs);
    this.#changedAtMs = nowMs;
  }
}
