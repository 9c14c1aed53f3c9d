import { Keyv } from 'keyv';
import { describe, expect, it } from 'vitest';
import { createRateCounters, type Admission, type WindowCount } from '../../core/stores/rate-counters.ts';

const limits = { requestsPerMinute: 10, requestsInFlight: 1_000 };

describe('rate counters', () => {
  it.each([1, 10, 50])(
    'let exactly %i of ten times as many concurrent requests through',
    async (requestsPerMinute) => {
      const counters = createRateCounters(new Keyv<WindowCount>(), () => 0);
      const admissions = await Promise.all(
        Array.from({ length: requestsPerMinute * 10 }, () =>
          counters.admit('key', { ...limits, requestsPerMinute }),
        ),
      );
      expect(admissions.filter(({ refusedBy }) => refusedBy === undefined)).toHaveLength(requestsPerMinute);
    },
  );

  it('bound requests in flight, and take the next when one ends', async () => {
    const counters = createRateCounters(new Keyv<WindowCount>(), () => 0);
    const admit = (): Promise<Admission> =>
      counters.admit('key', { requestsPerMinute: 1_000, requestsInFlight: 2 });
    const [first, second, third] = await Promise.all([admit(), admit(), admit()]);
    expect([first?.refusedBy, second?.refusedBy, third?.refusedBy]).toEqual([
      undefined,
      undefined,
      'requests_in_flight',
    ]);
    await first?.release();
    await first?.release();
    await third?.release();
    expect((await admit()).refusedBy).toBeUndefined();
    expect((await admit()).refusedBy).toBe('requests_in_flight');
  });

  it('do not count a refused request', async () => {
    const counters = createRateCounters(new Keyv<WindowCount>(), () => 0);
    const admit = (requestsPerMinute: number): Promise<Admission> =>
      counters.admit('key', { ...limits, requestsPerMinute });
    await admit(1);
    await admit(1);
    expect(await admit(2)).toMatchObject({ refusedBy: undefined, remaining: 0 });
  });

  it('start anew with the minute and say when', async () => {
    let timeMs = 119_500;
    const counters = createRateCounters(new Keyv<WindowCount>(), () => timeMs);
    const admit = (): Promise<Admission> => counters.admit('key', { ...limits, requestsPerMinute: 1 });
    expect(await admit()).toMatchObject({ refusedBy: undefined, resetSeconds: 1 });
    expect(await admit()).toMatchObject({ refusedBy: 'requests_per_minute', resetSeconds: 1 });
    timeMs = 120_000;
    expect(await admit()).toMatchObject({ refusedBy: undefined, resetSeconds: 60 });
  });

  it('keep as many entries as there are keys, however many minutes pass', async () => {
    let timeMs = 0;
    const entries = new Map<string, unknown>();
    const counters = createRateCounters(new Keyv<WindowCount>({ store: entries }), () => timeMs);
    for (let minute = 0; minute < 100; minute += 1) {
      timeMs = minute * 60_000;
      await (await counters.admit('key', limits)).release();
    }
    expect(entries.size).toBe(1);
  });

  it('keep keys apart', async () => {
    const counters = createRateCounters(new Keyv<WindowCount>(), () => 0);
    await counters.admit('one', { ...limits, requestsPerMinute: 1 });
    expect((await counters.admit('two', { ...limits, requestsPerMinute: 1 })).refusedBy).toBeUndefined();
  });
});
