import { Keyv } from 'keyv';
import { type Count, countOf, type Lane, MINUTE_MS, type RateCounters } from './rate-counters.ts';

/** The counts of one key, in one entry, so that a request takes one read and one write at its start and its end. */
export interface KeyCounts {
  /** The minute that `used` counts; in any other minute nothing is used yet. */
  readonly minute: number;
  readonly used: number;
  /** By lane. */
  readonly inFlight: Readonly<Record<Lane, number>>;
}

const NOTHING: KeyCounts = { minute: 0, used: 0, inFlight: { run: 0, look: 0, cancel: 0 } };

/** Stores values without serializing them, because no other process reads them. */
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

  /** Applies a change to the counts of a key in this minute. A change of undefined writes nothing. */
  const update = (
    keyId: string,
    change: (counts: KeyCounts, resetMs: number) => KeyCounts | undefined,
  ): Promise<void> =>
    inTurn(keyId, async () => {
      const timeMs = now();
      const minute = Math.floor(timeMs / MINUTE_MS);
      const resetMs = (minute + 1) * MINUTE_MS - timeMs;
      const stored = (await store.get(keyId)) ?? NOTHING;
      const counts = change(stored.minute === minute ? stored : { ...stored, minute, used: 0 }, resetMs);
      if (counts === undefined) return;
      // An entry without requests in flight expires with its minute, because nothing else deletes it.
      if (counts.inFlight.run + counts.inFlight.look + counts.inFlight.cancel > 0)
        await store.set(keyId, counts);
      else if (counts.used > 0) await store.set(keyId, counts, resetMs);
      else await store.delete(keyId);
    });

  return {
    async admit(keyId, limits, lane = 'run') {
      let count: Count | undefined;
      let isHeld = false;
      await update(keyId, (counts, resetMs) => {
        const { used, inFlight } = counts;
        const refusedBy =
          used >= limits.requestsPerMinute
            ? 'requests_per_minute'
            : inFlight[lane] >= limits.requestsInFlight
              ? 'requests_in_flight'
              : undefined;
        count = countOf({ used, resetMs, refusedBy }, limits);
        isHeld = refusedBy === undefined;
        if (!isHeld) return undefined;
        return { ...counts, used: used + 1, inFlight: { ...inFlight, [lane]: inFlight[lane] + 1 } };
      });
      return {
        count,
        async release() {
          if (!isHeld) return;
          isHeld = false;
          await update(keyId, (counts) => ({
            ...counts,
            inFlight: { ...counts.inFlight, [lane]: counts.inFlight[lane] - 1 },
          }));
        },
      };
    },
    // The counts live and die with the process.
    close: () => Promise.resolve(),
  };
}

/** Runs work on the same name one after the other, in the order of the calls, and work on different names concurrently. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

function createTurns(): Turns {
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
