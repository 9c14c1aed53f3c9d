import type { Keyv } from 'keyv';
import { countOf, MINUTE_MS, type Count, type RateCounters, type RateLimits } from './rate-counters.ts';
import { createTurns } from './turns.ts';

/** A count and the minute it belongs to; a count of another minute is none. */
export interface WindowCount {
  readonly window: number;
  readonly count: number;
}

/**
 * Counters of one process in keyv. keyv has no increment, and `get` then `set` loses counts under concurrency, so
 * changes to one key's counters take turns.
 * @param now milliseconds since 1970.
 */
export function createProcessCounters(store: Keyv<WindowCount>, now: () => number): RateCounters {
  const inTurn = createTurns();
  const counts = windowCounts(store);

  const countInFlight = async (keyId: string, by: number): Promise<void> => {
    const key = `flight:${keyId}`;
    await counts.write(key, { window: 0, count: (await counts.read(key, 0)) + by });
  };

  return {
    admit: (keyId, limits) =>
      inTurn(keyId, async () => {
        const timeMs = now();
        const minute = Math.floor(timeMs / MINUTE_MS);
        const resetMs = (minute + 1) * MINUTE_MS - timeMs;
        const used = await counts.read(`minute:${keyId}`, minute);
        const inFlight = await counts.read(`flight:${keyId}`, 0);
        const refusedBy = refusal({ used, inFlight }, limits);
        let held = refusedBy === undefined;
        if (held) {
          await counts.write(`minute:${keyId}`, { window: minute, count: used + 1 }, resetMs);
          await countInFlight(keyId, 1);
        }
        return {
          count: countOf({ used, resetMs, refusedBy }, limits),
          async release() {
            if (!held) return;
            held = false;
            await inTurn(keyId, () => countInFlight(keyId, -1));
          },
        };
      }),
    // The counts live and die with the process.
    close: () => Promise.resolve(),
  };
}

function refusal(
  { used, inFlight }: { readonly used: number; readonly inFlight: number },
  limits: RateLimits,
): Count['refusedBy'] {
  if (used >= limits.requestsPerMinute) return 'requests_per_minute';
  return inFlight >= limits.requestsInFlight ? 'requests_in_flight' : undefined;
}

/** One entry per key and kind, whatever the minute: an entry nobody reads again would never be dropped. */
function windowCounts(store: Keyv<WindowCount>) {
  return {
    async read(key: string, window: number): Promise<number> {
      const stored = await store.get(key);
      return stored?.window === window ? stored.count : 0;
    },
    async write(key: string, value: WindowCount, ttlMs?: number): Promise<void> {
      if (value.count <= 0) await store.delete(key);
      else await store.set(key, value, ttlMs);
    },
  };
}
