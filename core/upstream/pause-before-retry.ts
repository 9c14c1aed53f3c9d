import type { RetryRules } from '../contract.ts';
import type { Fault } from './fault.ts';

export interface FailedAttempt {
  readonly fault: Fault;
  /** Requests sent for the call by now. */
  readonly attempts: number;
  /** Until the call's deadline, milliseconds. */
  readonly remainingMs: number;
  /** The fault is this key's alone, and a key that does not rest is there. */
  readonly hasOtherKey: boolean;
}

/** Why no further attempt is made. */
export type GiveUpReason =
  | 'not_retryable'
  | 'attempts_spent'
  | 'wait_too_long'
  | 'no_time_left'
  | 'client_gone';

/**
 * Full jitter, so that callers a provider turned away together do not come back together.
 * @param random 0 inclusive to 1 exclusive.
 * @returns milliseconds to wait before the next attempt, or why there is to be none: no fault that may pass, no attempt
 * left, a longer pause asked for than is honoured, or one that takes more than half of the time left, which the attempt
 * after it needs too.
 */
export function pauseBeforeRetry(
  { fault, attempts, remainingMs, hasOtherKey }: FailedAttempt,
  rules: RetryRules,
  random: () => number,
): number | GiveUpReason {
  if (!hasOtherKey && !fault.retryable) return 'not_retryable';
  if (attempts >= rules.attempts) return 'attempts_spent';
  const askedMs = fault.retryAfterMs ?? 0;
  if (!hasOtherKey && askedMs > rules.maxRetryAfterMs) return 'wait_too_long';
  const maxPauseMs = Math.min(rules.maxPauseMs, rules.firstPauseMs * 2 ** (attempts - 1));
  const pauseMs = hasOtherKey ? 0 : askedMs + random() * maxPauseMs;
  return remainingMs <= 0 || pauseMs > remainingMs / 2 ? 'no_time_left' : pauseMs;
}
