import { beforeEach, describe, expect, it } from 'vitest';
import { StopSource, pause } from '../../core/upstream/stop-signal.ts';
import { holdTimers, type HeldTimers } from '../support/held-timers.ts';
import { WatchedStop } from '../support/watched-stop.ts';

/** A length that nothing else waits for. */
const PAUSE_MS = 3_601_003;

let timers: HeldTimers;
beforeEach(() => {
  timers = holdTimers();
  return () => timers.release();
});

describe('a pause', () => {
  it('takes its time, and leaves no timer and no callback', async () => {
    const signal = new WatchedStop();
    const paused = pause(PAUSE_MS, [signal]);
    expect([timers.waiting(PAUSE_MS), signal.waiting]).toEqual([1, 1]);
    timers.expire(PAUSE_MS);
    expect(await paused).toBe(true);
    expect([timers.waiting(PAUSE_MS), signal.waiting]).toEqual([0, 0]);
  });

  it.each([0, 1])('is cut short by signal %i, and leaves as little', async (which) => {
    const signals = [new WatchedStop(), new WatchedStop()];
    const paused = pause(PAUSE_MS, signals);
    signals[which]?.stop();
    expect(await paused).toBe(false);
    expect(timers.waiting(PAUSE_MS)).toBe(0);
    expect(signals.map(({ waiting }) => waiting)).toEqual([0, 0]);
  });

  it('does not begin where it is over already', async () => {
    const over = new StopSource();
    over.stop();
    expect(await pause(PAUSE_MS, [over])).toBe(false);
    expect(timers.waiting(PAUSE_MS)).toBe(0);
  });
});
