import { describe, expect, it } from 'vitest';
import { StopSource, whenFirstStops } from '../../core/upstream/stop-signal.ts';
import { WatchedStop } from '../support/watched-stop.ts';

describe('a signal', () => {
  it('calls back once, in the order asked, whoever else is called or leaves meanwhile', () => {
    const signal = new StopSource();
    const called: string[] = [];
    signal.whenStopped(() => {
      called.push('first');
      forgetThird();
      signal.whenStopped(() => called.push('late'));
    });
    signal.whenStopped(() => called.push('second'));
    const forgetThird = signal.whenStopped(() => called.push('third'));
    expect([signal.isStopped, called]).toEqual([false, []]);
    signal.stop();
    signal.stop();
    expect([signal.isStopped, called]).toEqual([true, ['first', 'late', 'second']]);
  });

  it('is over at once for whoever asks afterwards', () => {
    const signal = new StopSource();
    signal.stop();
    let called = 0;
    signal.whenStopped(() => (called += 1))();
    expect(called).toBe(1);
  });

  it.each([0, 1])('of several, %i comes first and is the only one that calls back', (which) => {
    const signals = [new WatchedStop(), new WatchedStop()];
    let called = 0;
    whenFirstStops(signals, () => (called += 1));
    signals[which]?.stop();
    expect([called, ...signals.map(({ waiting }) => waiting)]).toEqual([1, 0, 0]);
    for (const signal of signals) signal.stop();
    expect(called).toBe(1);
  });
});
