import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WindowLatencies } from './window-latencies.ts';

describe('latencies by window', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('belong to the window in which the request was sent', () => {
    const latencies = new WindowLatencies(1_000);
    latencies.window = 'hostile';
    const answered = latencies.begin('plain');
    latencies.window = 'quiet';
    vi.advanceTimersByTime(40);
    answered();
    expect(latencies.figures('hostile')).toEqual({ count: 1, p50Ms: 40, p99Ms: 40, maxMs: 40 });
    expect(latencies.figures('quiet')).toEqual({ count: 0, p50Ms: NaN, p99Ms: NaN, maxMs: NaN });
  });

  it('between windows are not counted', () => {
    const latencies = new WindowLatencies(1_000);
    latencies.window = 'between';
    latencies.begin('plain')();
    expect(latencies.figures('between').count).toBe(0);
  });

  it('count the requests that a stall kept from being sent', () => {
    const latencies = new WindowLatencies(100);
    const answered = latencies.begin('plain');
    vi.advanceTimersByTime(1_050);
    answered();
    // 1,050, 950, ... and 50 ms.
    expect(latencies.figures('quiet')).toEqual({ count: 11, p50Ms: 550, p99Ms: 1_050, maxMs: 1_050 });
  });

  it('are grouped by the kind of request and by the attacks that ran, the slowest first', () => {
    const latencies = new WindowLatencies(1_000);
    latencies.window = 'hostile';
    const ends = [latencies.beginAttack('zeal'), latencies.beginAttack('anger')];
    const slow = latencies.begin('files');
    ends[0]!();
    const quick = latencies.begin('plain');
    vi.advanceTimersByTime(10);
    quick();
    vi.advanceTimersByTime(10);
    slow();
    const names = (by: 'kind' | 'beside') => latencies.groups('hostile', by).map(({ name }) => name);
    expect(names('kind')).toEqual(['files', 'plain']);
    expect(names('beside')).toEqual(['anger + zeal', 'anger']);
  });
});
