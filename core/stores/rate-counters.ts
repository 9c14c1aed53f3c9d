import type { Keyv } from 'keyv';

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
 * key's counters are queued behind each other.
 */
export function createRateCounters(store: Keyv<WindowCount>, now: () => number): RateCounters {
  const queues = new Map<string, Promise<unknown>>();

  function inTurn<T>(keyId: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(keyId) ?? Promise.resolve()).then(work, work);
    queues.set(keyId, turn);
    const forget = (): void => {
      if (queues.get(keyId) === turn) queues.delete(keyId);
    };
    turn.then(forget, forget);
    return turn;
  }

  // One entry per key and kind, whatever the minute: an entry nobody reads again would never be dropped.
  const read = async (key: string, window: number): Promise<number> => {
    const stored = await store.get(key);
    return stored?.window === window ? stored.count : 0;
  };
  const write = async (key: string, value: WindowCount, ttlMs: number): Promise<void> => {
    if (value.count <= 0) await store.delete(key);
    else await store.set(key, value, ttlMs);
  };

  return {
    admit: (keyId, limits) =>
      inTurn(keyId, async () => {
        const timeMs = now();
        const minute = Math.floor(timeMs / WINDOW_MS);
        const resetMs = (minute + 1) * WINDOW_MS - timeMs;
        const minuteKey = `minute:${keyId}`;
        const flightKey = `flight:${keyId}`;
        const used = await read(minuteKey, minute);
        const inFlight = await read(flightKey, 0);
        const overMinute = used >= limits.requestsPerMinute;
        const refusedBy = overMinute
          ? 'requests_per_minute'
          : inFlight >= limits.requestsInFlight
            ? 'requests_in_flight'
            : undefined;
        if (refusedBy === undefined) {
          await write(minuteKey, { window: minute, count: used + 1 }, resetMs);
          await write(flightKey, { window: 0, count: inFlight + 1 }, IN_FLIGHT_TTL_MS);
        }
        let held = refusedBy === undefined;
        return {
          limit: limits.requestsPerMinute,
          remaining: Math.max(0, limits.requestsPerMinute - used - (held ? 1 : 0)),
          resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)),
          refusedBy,
          async release() {
            if (!held) return;
            held = false;
            await inTurn(keyId, async () => {
              const count = (await read(flightKey, 0)) - 1;
              await write(flightKey, { window: 0, count }, IN_FLIGHT_TTL_MS);
            });
          },
        };
      }),
  };
}
