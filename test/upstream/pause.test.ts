import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EndingSource } from '../../core/upstream/ending.ts';
import { pause } from '../../core/upstream/pause.ts';
import { WatchedEnding } from '../support/watched-ending.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a pause', () => {
  it('takes its time, and leaves no timer and no callback', async () => {
    const ending = new WatchedEnding();
    let ended: boolean | undefined;
    const paused = pause(1_000, [ending]).then((whole) => {
      ended = whole;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await paused;
    expect({ ended, timers: vi.getTimerCount() }).toEqual({ ended: true, timers: 0 });
    expect(ending.waiting).toBe(0);
  });

  it.each([0, 1])('is cut short by ending %i, and leaves as little', async (which) => {
    const endings = [new WatchedEnding(), new WatchedEnding()];
    const paused = pause(3_600_000, endings);
    endings[which]?.end();
    expect(await paused).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    expect(endings.map(({ waiting }) => waiting)).toEqual([0, 0]);
  });

  it('does not begin where it is over already', async () => {
    const over = new EndingSource();
    over.end();
    expect(await pause(3_600_000, [over])).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
