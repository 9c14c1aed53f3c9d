import { CircuitState, CountBreaker } from 'cockatiel';
import type { BreakerRules } from '../contract.ts';

/** What an attempt says about the provider; `nothing` where it was ended from our side. */
export type Evidence = 'answering' | 'failing' | 'nothing';

/** How an attempt was let through. */
export type Admission = 'call' | 'probe';

export type BreakerState = 'closed' | 'halfOpen' | 'open';

/**
 * Keeps calls from a model that fails anyway. Each model has its own: providers run out of capacity for one model
 * while the others answer, and one bad model must not take them with it.
 */
export interface Breaker {
  /** Whether an attempt would be refused now. */
  refuses(): boolean;
  /** @returns undefined where the attempt must not be made; else report what came of it. */
  admit(): Admission | undefined;
  report(admission: Admission, evidence: Evidence): void;
  state(): BreakerState;
}

/**
 * Whether to open is decided by cockatiel, over the last attempts. The states are our own: cockatiel's policy lets the
 * calls that arrive during a probe wait for its end, which may take ten minutes here, and it reads the clock of the day.
 * @param now milliseconds of a clock that never goes back.
 */
export function createBreaker({ calls, failedPercent, openMs }: BreakerRules, now: () => number): Breaker {
  const recent = new CountBreaker({ threshold: failedPercent / 100, size: calls });
  let state: BreakerState = 'closed';
  /** When the next probe may start; a probe that hangs must not keep the breaker open for as long as it hangs. */
  let probeAt = 0;

  const open = (): void => {
    state = 'open';
    probeAt = now() + openMs;
  };
  const refuses = (): boolean => state !== 'closed' && now() < probeAt;

  return {
    refuses,
    admit() {
      if (state === 'closed') return 'call';
      if (refuses()) return undefined;
      state = 'halfOpen';
      probeAt = now() + openMs;
      return 'probe';
    },
    report(admission, evidence) {
      if (state === 'closed') {
        if (evidence === 'answering') recent.success(CircuitState.Closed);
        else if (evidence === 'failing' && recent.failure(CircuitState.Closed)) open();
        return;
      }
      // What began before the breaker opened tells of an earlier time.
      if (admission === 'call') return;
      if (evidence === 'answering') {
        // Forgets what was before.
        recent.success(CircuitState.HalfOpen);
        state = 'closed';
      } else if (evidence === 'failing') open();
      // The next call may find out what this one could not.
      else if (state === 'halfOpen') probeAt = now();
    },
    state: () => state,
  };
}
