import type { Keyv } from 'keyv';
import { createTurns } from './turns.ts';

const WINDOW_MS = 60_000;
/** A count of requests in flight that nobody ends is forgotten after this: its gateway is dead. */
const IN_FLIGHT_TTL_MS = 7_200_000;

export interface RateLimits {
  readonly requestsPerMinute: number;
  readonly requestsInFlight: number;
}

export interface Admission {
  readonly limit: number;
  readonly remaining: number;
  /** Until the window starts anew, whole seconds, at least 1. */
  readonly resetSeconds: number;
  /** Set where the request must be turned away. */
  readonly refusedBy: 'requests_per_minute' | 'requests_in_flight' | undefined;
  /** Ends the request's in-flight count; harmless to call twice. */
  release(): Promise<void>;
}

/** A count and the minute it belongs to; a count of another minute is none. */
export interface WindowCount {
  readonly window: number;
  readonly count: number;
}

export interface RateCounters {
  /** Counts one request of a key. Of 10 N at once against a limit of N exactly N are admitted. */
  admit(keyId: string, limits: RateLimits): Promise<Admission>;
}

/**
 * Counters in keyv. keyv has no increment, and `get` then `set` loses counts under concurrency, so changes to one
 * key's counters take turns.
 */
export function createRateCounters(store: Keyv<WindowCount>, now: () => number): RateCounters {
  const inTurn = createTurns();
  const counts = windowCounts(store);

  const countInFlight = async (keyId: string, by: number): Promise<void> => {
    const key = `flight:${keyId}`;
    await counts.write(key, { window: 0, count: (await counts.read(key, 0)) + by }, IN_FLIGHT_TTL_MS);
  };

  return {
    admit: (keyId, limits) =>
      inTurn(keyId, async () => {
        const timeMs = now();
        const minute = Math.floor(timeMs / WINDOW_MS);
        const resetMs = (minute + 1) * WINDOW_MS - timeMs;
        const used = await counts.read(`minute:${keyId}`, minute);
        const inFlight = await counts.read(`flight:${keyId}`, 0);
        const refusedBy = refusal({ used, inFlight }, limits);
        let held = refusedBy === undefined;
        if (held) {
          await counts.write(`minute:${keyId}`, { window: minute, count: used + 1 }, resetMs);
          await countInFlight(keyId, 1);
        }
        return {
          limit: limits.requestsPerMinute,
          remaining: Math.max(0, limits.requestsPerMinute - used - (held ? 1 : 0)),
          resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)),
          refusedBy,
          async release() {
            if (!held) return;
            held = false;
            await inTurn(keyId, () => countInFlight(keyId, -1));
          },
        };
      }),
  };
}

function refusal(
  { used, inFlight }: { readonly used: number; readonly inFlight: number },
  limits: RateLimits,
): Admission['refusedBy'] {
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
    async write(key: string, value: WindowCount, ttlMs: number): Promise<void> {
      if (value.count <= 0) await store.delete(key);
      else await store.set(key, value, ttlMs);
    },
  };
}
