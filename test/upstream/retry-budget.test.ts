import { array, assert, nat, property, record } from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RetryBudget } from '../../core/upstream/retry-budget.ts';

const START_MS = 1_234_567;
const [ACCOUNT, OTHER, THIRD] = [1, 2, 3];

afterEach(() => vi.restoreAllMocks());

function budgetAt(rules: { percent: number; perMinute: number }) {
  let nowMs = START_MS;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const budget = new RetryBudget(rules);
  return {
    budget,
    wait: (durationMs: number) => {
      nowMs += durationMs;
    },
    calls: (count: number) => {
      for (let call = 0; call < count; call += 1) budget.countCall(ACCOUNT);
    },
    /** How many retries pass until one is refused. */
    spendAll: (accountId = ACCOUNT) => {
      let retries = 0;
      while (budget.spend(accountId)) retries += 1;
      return retries;
    },
  };
}

describe('the retry budget', () => {
  it.each([
    ['a share of the calls', { percent: 20, perMinute: 0 }, 100, 20],
    ['whole retries only', { percent: 20, perMinute: 0 }, 104, 20],
    ['the floor without calls', { percent: 20, perMinute: 7 }, 0, 7],
    ['both together', { percent: 10, perMinute: 5 }, 1_000, 105],
    ['nothing where neither is given', { percent: 0, perMinute: 0 }, 1_000, 0],
    ['one for each call at 100 percent', { percent: 100, perMinute: 0 }, 3, 3],
  ])('is %s', (_name, rules, calls, expected) => {
    const { budget, calls: make, spendAll } = budgetAt(rules);
    make(calls);
    expect(spendAll()).toBe(expected);
    expect(budget.spend(ACCOUNT)).toBe(false);
  });

  it('comes back as its retries grow older than a minute', () => {
    const { wait, spendAll } = budgetAt({ percent: 0, perMinute: 6 });
    expect(spendAll()).toBe(6);
    wait(54_000);
    expect(spendAll()).toBe(0);
    wait(6_000);
    expect(spendAll()).toBe(6);
  });

  it('forgets calls older than a minute too, so that an old rush allows no retries now', () => {
    const { wait, calls, spendAll } = budgetAt({ percent: 50, perMinute: 1 });
    calls(1_000);
    wait(30_000);
    calls(10);
    wait(31_000);
    expect(spendAll()).toBe(6);
    wait(86_400_000);
    expect(spendAll()).toBe(1);
  });

  it('leaves two thirds of it to the others while there are any', () => {
    const { budget, wait, spendAll } = budgetAt({ percent: 0, perMinute: 60 });
    for (const accountId of [ACCOUNT, OTHER]) budget.countCall(accountId);
    expect(spendAll(ACCOUNT)).toBe(20);
    expect(spendAll(OTHER)).toBe(20);
    expect(spendAll(THIRD)).toBe(20);
    expect([ACCOUNT, OTHER, THIRD].map((accountId) => spendAll(accountId))).toEqual([0, 0, 0]);
    wait(60_000);
    expect(spendAll(OTHER)).toBe(60);
  });

  it('gives an account its part though another has taken all of it while it was alone', () => {
    const { budget, spendAll } = budgetAt({ percent: 20, perMinute: 60 });
    budget.countCall(ACCOUNT);
    expect(spendAll(ACCOUNT)).toBe(60);
    budget.countCall(OTHER);
    expect(spendAll(OTHER)).toBe(20);
    expect(spendAll(ACCOUNT)).toBe(0);
  });

  it('lets a retry through only where the last minute, it included, is within the rules', () => {
    const step = record({ waitMs: nat(20_000), calls: nat(20), tries: nat(20) });
    const rules = record({ percent: nat(100), perMinute: nat(20) });
    assert(
      property(rules, array(step, { maxLength: 40 }), ({ percent, perMinute }, steps) => {
        let nowMs = START_MS;
        vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
        const budget = new RetryBudget({ percent, perMinute });
        const calls: number[] = [];
        const retries: number[] = [];
        const since = (times: readonly number[], windowMs: number): number =>
          times.filter((time) => time > nowMs - windowMs).length;
        for (const { waitMs, calls: callCount, tries } of steps) {
          nowMs += waitMs;
          for (let call = 0; call < callCount; call += 1) {
            budget.countCall(ACCOUNT);
            calls.push(nowMs);
          }
          for (let attempt = 0; attempt < tries; attempt += 1) {
            if (!budget.spend(ACCOUNT)) continue;
            retries.push(nowMs);
            // In slices of five seconds: what is remembered is the last 55 to 60.
            const allowed = perMinute + (since(calls, 60_000) * percent) / 100;
            expect(since(retries, 55_000)).toBeLessThanOrEqual(allowed);
          }
        }
      }),
    );
  });
});
