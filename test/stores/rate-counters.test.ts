import { describe, expect, it } from 'vitest';
import { createProcessCounters } from '../../core/stores/rate-counters.ts';
import { openRedisCounters } from '../../core/stores/redis-counters.ts';
import { describeRedis } from '../support/servers/describe-redis.ts';
import { startRedis } from '../support/servers/redis-server.ts';
import { describeCounters } from './counters-contract.ts';

describeCounters('counters in process', () => {
  let timeMs = Date.now();
  const counters = createProcessCounters(() => timeMs);
  return Promise.resolve({
    join: () => Promise.resolve(counters),
    nextMinute: () => Promise.resolve(void (timeMs += 60_000)),
    remove: () => Promise.resolve(),
  });
});

describeRedis('with a Redis', () => {
  describeCounters('counters in Redis', async () => {
    const redis = await startRedis();
    const onDown = (reason: string): void => {
      throw new Error(`Redis went away: ${reason}`);
    };
    return {
      join: () => openRedisCounters({ url: redis.url, maxPending: 10_000, onDown, onUp: () => {} }),
      // What was counted is of the minute before now.
      async nextMinute() {
        const keys = (await redis.run('KEYS', '*::minute:*')) as readonly string[];
        for (const key of keys) {
          const { value, expires } = JSON.parse(String(await redis.run('GET', key))) as {
            readonly value: { readonly window: number; readonly count: number };
            readonly expires: number;
          };
          const earlier = { value: { ...value, window: value.window - 1 }, expires };
          await redis.run('SET', key, JSON.stringify(earlier));
        }
      },
      remove: () => redis.stop(),
    };
  });
});

describe('counters in process', () => {
  const limits = { requestsPerMinute: 1, requestsInFlight: 1_000 };

  it('tell how long the minute still is', async () => {
    let timeMs = 119_500;
    const counters = createProcessCounters(() => timeMs);
    expect((await counters.admit('key', limits)).count?.resetSeconds).toBe(1);
    timeMs = 120_000;
    expect((await counters.admit('key', limits)).count).toMatchObject({
      refusedBy: undefined,
      resetSeconds: 60,
    });
  });

  it('keep as many entries as there are keys, however many minutes pass', async () => {
    let timeMs = 0;
    const entries = new Map<string, unknown>();
    const counters = createProcessCounters(() => timeMs, entries);
    for (let minute = 0; minute < 100; minute += 1) {
      timeMs = minute * 60_000;
      await (await counters.admit('key', limits)).release();
    }
    expect(entries.size).toBe(1);
  });
});
