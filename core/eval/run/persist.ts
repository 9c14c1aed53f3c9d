import { networkError } from '../../client/call-gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import type { Clock, Pace } from './pace.ts';

/** Nothing more can be sent: the message is for the person at the terminal. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

export interface Persistence {
  readonly pace: Pace;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Failures in a row, which take about four minutes. */
const MAX_FAILURES = 12;

/** Counts failures in a row, and waits longer after each. */
export class Patience {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #failures = 0;

  constructor({ clock, signal }: Pick<Persistence, 'clock' | 'signal'>) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** @throws RunStopped if there were too many. */
  async wait(error: unknown): Promise<void> {
    this.#failures += 1;
    if (this.#failures > MAX_FAILURES)
      throw new RunStopped(`the gateway does not answer: ${networkError(error).message}`, { cause: error });
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
    await this.#clock.sleep(pauseMs, this.#signal);
  }
}

/** When to try again: after so many milliseconds, `again` with a pause that grows with each failure, or `never`. */
export type Retry = number | 'again' | 'never';

interface RetryOptions extends Persistence {
  readonly patience?: Patience;
  readonly retryOf?: (error: unknown) => Retry;
}

/**
 * Repeats a request through refusals for haste, lost connections and restarts.
 * @throws GatewayProblem for any other refusal; RunStopped if nobody answers; the signal's reason once it is aborted.
 */
export async function persist<T>(
  ask: () => Promise<T>,
  { pace, clock, signal, patience = new Patience({ clock, signal }), retryOf = usualRetry }: RetryOptions,
): Promise<T> {
  for (;;) {
    await pace.enter(signal);
    let failure: unknown;
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    } finally {
      pace.leave();
    }
    const retry = failure instanceof RunStopped ? 'never' : retryOf(failure);
    if (retry === 'never') throw failure;
    if (retry === 'again') await patience.wait(failure);
    else pace.slowDown(retry);
  }
}

function usualRetry(error: unknown): Retry {
  if (error instanceof GatewayProblem && error.status === 429) return waitOf(error);
  return error instanceof GatewayProblem && error.status < 500 ? 'never' : 'again';
}

/** How long the gateway asks to wait, in milliseconds. */
export function waitOf({ retryAfterSeconds }: GatewayProblem): number {
  return (retryAfterSeconds ?? 1) * 1_000;
}
