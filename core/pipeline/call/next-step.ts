import { performance } from 'node:perf_hooks';
import type { Provider, RetryRules } from '../../contract.ts';
import type { Fault } from '../../upstream/fault.ts';
import type { RequestContext } from '../request-context.ts';
import type { Attempt, AttemptResult } from './call-result.ts';

/** The reaction to a failed attempt. */
export type NextStep =
  | { readonly next: 'retry' | 'retry_other_key'; readonly pauseMs: number }
  | {
      readonly next: 'give_up';
      readonly reason:
        | PauseRefusal
        | 'billed'
        | 'cancelled'
        | 'partly_delivered'
        | 'breaker_open'
        | 'retry_budget_spent';
    };

/**
 * Decides whether to send again, and takes a retry out of the budget for it. A key that was limited or refused rests,
 * even if there is no further attempt.
 */
export function chooseNextStep(
  fault: Fault,
  { isFinal = false }: AttemptResult,
  { planned, connection, deadline, key, number }: Attempt,
  { services: { metrics, random }, account, cancelSignal, listener }: RequestContext,
): NextStep {
  const { model, provider } = planned.entry;
  const restMs = restOf(fault, provider.keys);
  if (restMs !== undefined) connection.keys.rest(key, restMs);
  const hasOtherKey = restMs !== undefined && connection.keys.hasOther(key);
  const remainingMs = deadline.endsAt - performance.now();
  const failure = { fault, attempts: number, remainingMs, hasOtherKey };
  const pauseMs = pauseBeforeRetry(failure, provider.retries, random);
  if (typeof pauseMs === 'string') return { next: 'give_up', reason: pauseMs };
  if (isFinal) return { next: 'give_up', reason: 'billed' };
  if (deadline.signal.isStopped) return { next: 'give_up', reason: 'no_time_left' };
  if (listener?.hasReachedCaller === true) return { next: 'give_up', reason: 'partly_delivered' };
  if (cancelSignal.isStopped) return { next: 'give_up', reason: 'cancelled' };
  if (connection.breaker(model.id).refuses(account.id)) return { next: 'give_up', reason: 'breaker_open' };
  if (!connection.retryBudget.spend(account.id)) {
    metrics.retryBudgetExhausted.inc({ provider: provider.id });
    return { next: 'give_up', reason: 'retry_budget_spent' };
  }
  return { next: hasOtherKey ? 'retry_other_key' : 'retry', pauseMs };
}

/** How long the key rests after this fault, in milliseconds; undefined if the fault is not the key's. */
function restOf({ code, retryable, retryAfterMs }: Fault, rests: Provider['keys']): number | undefined {
  if (code === 'provider_auth') return rests.refusedRestMs;
  if (code !== 'rate_limited') return undefined;
  // A used-up quota takes as long to come back as a refused key, so its key rests as long.
  return retryAfterMs ?? (retryable ? rests.limitedRestMs : rests.refusedRestMs);
}

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

/** Why no further attempt is made. */
export type PauseRefusal = 'not_retryable' | 'attempts_spent' | 'wait_too_long' | 'no_time_left';

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
): number | PauseRefusal {
  if (!hasOtherKey && !fault.retryable) return 'not_retryable';
  if (attempts >= rules.attempts) return 'attempts_spent';
  const retryAfterMs = fault.retryAfterMs ?? 0;
  if (!hasOtherKey && retryAfterMs > rules.maxRetryAfterMs) return 'wait_too_long';
  const maxPauseMs = Math.min(rules.maxPauseMs, rules.firstPauseMs * 2 ** (attempts - 1));
  const pauseMs = hasOtherKey ? 0 : retryAfterMs + random() * maxPauseMs;
  return remainingMs <= 0 || pauseMs > remainingMs / 2 ? 'no_time_left' : pauseMs;
}
