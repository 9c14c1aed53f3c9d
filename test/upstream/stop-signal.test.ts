import { beforeEach, describe, expect, it } from 'vitest';
import { TransportError } from '../../core/upstream/fault.ts';
import { pause, rejectIfStopped, StopSource, whenFirstStops } from '../../core/upstream/stop-signal.ts';
import { holdTimers, type HeldTimers } from '../support/held-timers.ts';
import { WatchedStop } from '../support/watched-stop.ts';

describe('a signal', () => {
  it('calls back once, in the order of the calls, whoever else is called or leaves meanwhile', () => {
    const signal = new StopSource();
    const calls: string[] = [];
    signal.whenStopped(() => {
      calls.push('first');
      forgetThird();
      signal.whenStopped(() => calls.push('late'));
    });
    signal.whenStopped(() => calls.push('second'));
    const forgetThird = signal.whenStopped(() => calls.push('third'));
    expect([signal.isStopped, calls]).toEqual([false, []]);
    signal.stop();
    signal.stop();
    expect([signal.isStopped, calls]).toEqual([true, ['first', 'late', 'second']]);
  });

  it('calls back at once after it has stopped', () => {
    const signal = new StopSource();
    signal.stop();
    let calls = 0;
    signal.whenStopped(() => (calls += 1))();
    expect(calls).toBe(1);
  });

  it.each([0, 1])('of several, %i comes first and is the only one that calls back', (which) => {
    const signals = [new WatchedStop(), new WatchedStop()];
    let calls = 0;
    whenFirstStops(signals, () => (calls += 1));
    signals[which]?.stop();
    expect([calls, ...signals.map(({ waiting }) => waiting)]).toEqual([1, 0, 0]);
    for (const signal of signals) signal.stop();
    expect(calls).toBe(1);
  });
});

describe('a pause', () => {
  /** A length that nothing else waits for. */
  const PAUSE_MS = 3_601_003;

  let timers: HeldTimers;
  beforeEach(() => {
    timers = holdTimers();
    return () => timers.release();
  });

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

describe('the result of a plugin', () => {
  const never = new Promise<string>(() => {});

  it('is waited for', async () => {
    const signal = new StopSource();
    expect(await rejectIfStopped(Promise.resolve('later'), signal)).toBe('later');
    await expect(rejectIfStopped(Promise.reject(new Error('its own')), signal)).rejects.toThrow('its own');
  });

  it('is waited for no longer than the call may take', async () => {
    const signal = new StopSource();
    const waiting = rejectIfStopped(never, signal);
    signal.stop();
    await expect(waiting).rejects.toEqual(new TransportError('timeout', undefined));
    await expect(rejectIfStopped(never, signal)).rejects.toBeInstanceOf(TransportError);
  });
});
