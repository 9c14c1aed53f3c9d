import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../core/upstream/fault.ts';
import {
  pauseBeforeRetry,
  type FailedAttempt,
  type PauseRefusal,
} from '../../../core/pipeline/call/next-step.ts';

const RULES = { attempts: 4, firstPauseMs: 100, maxPauseMs: 300, maxRetryAfterMs: 5_000 };
const BUSY: Fault = { code: 'overloaded', retryable: true };
const LIMITED: Fault = { code: 'rate_limited', retryable: true };
const REFUSED: Fault = { code: 'provider_auth', retryable: false };
/** The largest value there is below 1. */
const ALMOST_1 = 1 - Number.EPSILON / 2;

function pauseFor(changes: Partial<FailedAttempt>, random = 0.5): number | PauseRefusal {
  const failed = { fault: BUSY, attempts: 1, remainingMs: 60_000, hasOtherKey: false };
  return pauseBeforeRetry({ ...failed, ...changes }, RULES, () => random);
}

describe('the pause before a retry', () => {
  it.each([
    [1, 0, 0],
    [1, 0.5, 50],
    [2, 0.5, 100],
    [3, 0.5, 150],
    [3, 0, 0],
  ])('after attempt %i is at random %f of its bound: %i ms', (attempts, random, expected) => {
    expect(pauseFor({ attempts }, random)).toBe(expected);
  });

  it.each([
    [1, 100],
    [2, 200],
    [3, 300],
  ])('after attempt %i stays below %i ms', (attempts, bound) => {
    const pauseMs = pauseFor({ attempts }, ALMOST_1);
    expect(pauseMs).toBeLessThan(bound);
    expect(pauseMs).toBeGreaterThan(bound - 1);
  });

  it.each<[string, Partial<FailedAttempt>, number | PauseRefusal]>([
    ['no attempt left', { attempts: 4 }, 'attempts_spent'],
    ['more attempts than allowed', { attempts: 9 }, 'attempts_spent'],
    ['a fault that will not pass', { fault: { code: 'rejected', retryable: false } }, 'not_retryable'],
    ['a quota used up', { fault: { code: 'rate_limited', retryable: false } }, 'not_retryable'],
    ['a wish, with jitter on top', { fault: { ...LIMITED, retryAfterMs: 2_000 } }, 2_050],
    ['no wait wished', { fault: { ...LIMITED, retryAfterMs: 0 } }, 50],
    ['the longest wish', { fault: { ...LIMITED, retryAfterMs: 5_000 } }, 5_050],
    ['a longer wish', { fault: { ...LIMITED, retryAfterMs: 5_001 } }, 'wait_too_long'],
    ['as much time left after it, just', { remainingMs: 100 }, 50],
    ['a moment too little', { remainingMs: 99 }, 'no_time_left'],
    ['no time at all', { remainingMs: -1 }, 'no_time_left'],
    [
      'a wish that takes most of the time',
      { fault: { ...LIMITED, retryAfterMs: 4_000 }, remainingMs: 5_000 },
      'no_time_left',
    ],
    ['another key after a refusal', { fault: REFUSED, hasOtherKey: true }, 0],
    ['no other key after a refusal', { fault: REFUSED }, 'not_retryable'],
    ['another key after a limit', { fault: LIMITED, hasOtherKey: true }, 0],
    [
      'another key, whatever the first must wait',
      { fault: { ...LIMITED, retryAfterMs: 3_600_000 }, hasOtherKey: true },
      0,
    ],
    ['another key after a quota used up', { fault: { ...LIMITED, retryable: false }, hasOtherKey: true }, 0],
    [
      'another key, but no attempt left',
      { fault: REFUSED, hasOtherKey: true, attempts: 4 },
      'attempts_spent',
    ],
    ['another key, but no time', { fault: REFUSED, hasOtherKey: true, remainingMs: 0 }, 'no_time_left'],
  ])('with %s', (_name, changes, expected) => {
    expect(pauseFor(changes)).toBe(expected);
  });
});
