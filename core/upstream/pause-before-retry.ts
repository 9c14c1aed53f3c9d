import type { RetryRules } from '../contract.ts';
import type { Fault } from './classify-fault.ts';

export interface FailedAttempt {
  readonly fault: Fault;
  /** Requests sent for the call by now. */
  readonly attempts: number;
  /** Until the call's deadline, milliseconds. */
  readonly remainingMs: number;
  /** The fault is this key's alone, and a key that does not rest is there. */
  readonly hasOtherKey: boolean;
}

/**
 * Full jitter, so that callers a provider turned away together do not come back together.
 * @param random 0 inclusive to 1 exclusive.
 * @returns milliseconds to wait before the next attempt; undefined where there is to be none: no fault that may pass,
 * no attempt left, a longer pause asked for than is honoured, or one that takes more than half of the time left, which
 * the attempt after it needs too.
 */
export function pauseBeforeRetry(
  { fault, attempts, remainingMs, hasOtherKey }: FailedAttempt,
  rules: RetryRules,
  random: () => number,
): number | undefined {
  if (attempts >= rules.attempts) return undefined;
  if (!hasOtherKey && !fault.retryable) return undefined;
  const askedMs = fault.retryAfterMs ?? 0;
  if (!hasOtherKey && askedMs > rules.longestRetryAfterMs) return undefined;
  const bound = Math.min(rules.longestPauseMs, rules.firstPauseMs * 2 ** (attempts - 1));
  const pauseMs = hasOtherKey ? 0 : askedMs + random() * bound;
  return remainingMs <= 0 || pauseMs > remainingMs / 2 ? undefined : pauseMs;
}
