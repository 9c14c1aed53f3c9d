import { describe, expect, it } from 'vitest';
import { createRestartPlan } from '../../core/cluster/restart-plan.ts';

const CRASH = { wasReady: true, wasOrderly: false, livedMs: 1_000 };
const FAILED_START = { wasReady: false, wasOrderly: false, livedMs: 1_000 };

describe('the plan of restarts', () => {
  it('answers the first death at once, and the next ones later and later, up to half a minute', () => {
    const next = createRestartPlan();
    expect(Array.from({ length: 10 }, () => next(CRASH))).toEqual([
      0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('forgets deaths after a good life', () => {
    const next = createRestartPlan();
    for (let death = 0; death < 5; death += 1) next(CRASH);
    expect(next({ ...CRASH, livedMs: 60_000 })).toBe(0);
    expect(next(CRASH)).toBe(500);
  });

  it('replaces at once whoever ended as told', () => {
    const next = createRestartPlan();
    for (let end = 0; end < 5; end += 1) expect(next({ ...CRASH, wasOrderly: true })).toBe(0);
  });

  it('gives up after six failed starts in a row, a good start between them starts anew', () => {
    const next = createRestartPlan();
    for (let start = 0; start < 5; start += 1) expect(next(FAILED_START)).toBeDefined();
    expect(next(CRASH)).toBeDefined();
    for (let start = 0; start < 5; start += 1) expect(next(FAILED_START)).toBeDefined();
    expect(next(FAILED_START)).toBeUndefined();
  });

  it('does not take an end before the first request for one in good order', () => {
    const next = createRestartPlan();
    const early = { wasReady: false, wasOrderly: true, livedMs: 120_000 };
    expect(Array.from({ length: 6 }, () => next(early))).toEqual([0, 500, 1_000, 2_000, 4_000, undefined]);
  });
});
