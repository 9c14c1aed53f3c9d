import type { RetryRules } from '../contract.ts';
import type { Fault } from './fault.ts';

/** The facts about a failed attempt that decide whether there is a further one. */
export interface FailedAttempt {
  readonly fault: Fault;
  /** How many requests the call has sent so far. */
  readonly attempts: number;
  /** The time until the call's deadline, in milliseconds. */
  readonly remainingMs: number;
  /** Whether the fault is this key's alone and another key does not rest. */
  readonly hasOtherKey: boolean;
}

/** The reason why no further attempt is made. */
export type GiveUpReason = 'not_retryable' | 'attempts_spent' | 'wait_too_long' | 'no_time_left';

/**
 * Decides whether a call may be sent again, and after which pause. The pause has full jitter, so that callers that a
 * provider turned away together do not come back together.
 * @param random 0 inclusive to 1 exclusive.
 * @returns milliseconds to wait before the next attempt, or the reason against one: the fault will not pass, no attempt
 * is left, the provider asks for a longer pause than the rules allow, or the pause would take more than half of the
 * remaining time, which the attempt itself needs too.
 */
export function pauseBeforeRetry(
  { fault, attempts, remainingMs, hasOtherKey }: FailedAttempt,
  rules: RetryRules,
  random: () => number,
): number | GiveUpReason {
  if (!hasOtherKey && !fault.retryable) return 'not_retryable';
  if (attempts >= rules.attempts) return 'attempts_spent';
  const retryAfterMs = fault.retryAfterMs ?? 0;
  if (!hasOtherKey && retryAfterMs > rules.maxRetryAfterMs) return 'wait_too_long';
  const maxPauseMs = Math.min(rules.maxPauseMs, rules.firstPauseMs * 2 ** (attempts - 1));
  const pauseMs = hasOtherKey ? 0 : retryAfterMs + random() * maxPauseMs;
  return remainingMs <= 0 || pauseMs > remainingMs / 2 ? 'no_time_left' : pauseMs;
}
