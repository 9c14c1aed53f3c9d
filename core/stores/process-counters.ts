import { Keyv } from 'keyv';
import {
  type Count,
  countOf,
  type Lane,
  MINUTE_MS,
  type RateCounters,
  type RateLimits,
} from './rate-counters.ts';

/** All that is counted of one key, in one entry, so that a request costs one read and one write of each end. */
export interface KeyCounts {
  /** The minute that `used` counts; in any other minute nothing is used yet. */
  readonly minute: number;
  readonly used: number;
  /** By lane. */
  readonly inFlight: Readonly<Record<Lane, number>>;
}

const NOTHING: KeyCounts = { minute: 0, used: 0, inFlight: { run: 0, look: 0 } };

/** Holds values as they are: nobody else reads them, and text would cost every request two serialisations. */
export function createCountStore(entries = new Map<string, unknown>()): Keyv<KeyCounts> {
  const store = new Keyv<KeyCounts>({ store: entries });
  store.serialize = undefined;
  store.deserialize = undefined;
  return store;
}

/**
 * Counters of one process in keyv. keyv has no increment, and `get` then `set` loses counts under concurrency, so
 * changes to one key's counters take turns.
 * @param now milliseconds since 1970.
 */
export function createProcessCounters(store: Keyv<KeyCounts>, now: () => number): RateCounters {
  const inTurn = createTurns();

  const read = async (keyId: string, minute: number): Promise<KeyCounts> => {
    const stored = (await store.get(keyId)) ?? NOTHING;
    return stored.minute === minute ? stored : { ...stored, minute, used: 0 };
  };
  /** An entry with nothing in flight ends with its minute: one that nobody reads again would never be dropped. */
  const write = async (keyId: string, counts: KeyCounts, resetMs: number): Promise<void> => {
    const { run, look } = counts.inFlight;
    if (run + look > 0) await store.set(keyId, counts);
    else if (counts.used > 0) await store.set(keyId, counts, resetMs);
    else await store.delete(keyId);
  };
  const release = async (keyId: string, lane: Lane): Promise<void> => {
    const { minute, resetMs } = minuteAt(now());
    const counts = await read(keyId, minute);
    await write(keyId, { ...counts, inFlight: added(counts, lane, -1) }, resetMs);
  };

  return {
    admit: (keyId, limits, lane = 'run') =>
      inTurn(keyId, async () => {
        const { minute, resetMs } = minuteAt(now());
        const counts = await read(keyId, minute);
        const { used } = counts;
        const refusedBy = refusal({ used, inFlight: counts.inFlight[lane] }, limits);
        let held = refusedBy === undefined;
        if (held) await write(keyId, { minute, used: used + 1, inFlight: added(counts, lane, 1) }, resetMs);
        return {
          count: countOf({ used, resetMs, refusedBy }, limits),
          async release() {
            if (!held) return;
            held = false;
            await inTurn(keyId, () => release(keyId, lane));
          },
        };
      }),
    // The counts live and die with the process.
    close: () => Promise.resolve(),
  };
}

function minuteAt(timeMs: number): { readonly minute: number; readonly resetMs: number } {
  const minute = Math.floor(timeMs / MINUTE_MS);
  return { minute, resetMs: (minute + 1) * MINUTE_MS - timeMs };
}

function added({ inFlight }: KeyCounts, lane: Lane, change: number): KeyCounts['inFlight'] {
  return { ...inFlight, [lane]: inFlight[lane] + change };
}

function refusal(
  { used, inFlight }: { readonly used: number; readonly inFlight: number },
  limits: RateLimits,
): Count['refusedBy'] {
  if (used >= limits.requestsPerMinute) return 'requests_per_minute';
  return inFlight >= limits.requestsInFlight ? 'requests_in_flight' : undefined;
}

/** Runs work on one name after the other, in the order asked; work on different names runs side by side. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    // A turn that failed is over like any other.
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    const forget = (): void => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(forget, forget);
    return turn;
  };
}
