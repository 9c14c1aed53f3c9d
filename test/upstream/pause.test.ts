import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StopSource, pause } from '../../core/upstream/stop-signal.ts';
import { WatchedStop } from '../support/watched-stop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a pause', () => {
  it('takes its time, and leaves no timer and no callback', async () => {
    const signal = new WatchedStop();
    let ended: boolean | undefined;
    const paused = pause(1_000, [signal]).then((whole) => {
      ended = whole;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await paused;
    expect({ ended, timers: vi.getTimerCount() }).toEqual({ ended: true, timers: 0 });
    expect(signal.waiting).toBe(0);
  });

  it.each([0, 1])('is cut short by signal %i, and leaves as little', async (which) => {
    const signals = [new WatchedStop(), new WatchedStop()];
    const paused = pause(3_600_000, signals);
    signals[which]?.stop();
    expect(await paused).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    expect(signals.map(({ waiting }) => waiting)).toEqual([0, 0]);
  });

  it('does not begin where it is over already', async () => {
    const over = new StopSource();
    over.stop();
    expect(await pause(3_600_000, [over])).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
