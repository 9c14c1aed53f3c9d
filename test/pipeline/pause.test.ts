import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pause } from '../../core/pipeline/pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a pause', () => {
  it('takes its time, and leaves no timer and no listener', async () => {
    const { signal } = new AbortController();
    let ended: boolean | undefined;
    const paused = pause(1_000, [signal]).then((whole) => {
      ended = whole;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await paused;
    expect({ ended, timers: vi.getTimerCount() }).toEqual({ ended: true, timers: 0 });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each([0, 1])('is cut short by signal %i, and leaves as little', async (which) => {
    const controllers = [new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const paused = pause(3_600_000, signals);
    controllers[which]?.abort();
    expect(await paused).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
  });

  it('does not begin under a signal that has aborted', async () => {
    expect(await pause(3_600_000, [AbortSignal.abort()])).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
