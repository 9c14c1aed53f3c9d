import { Keyv } from 'keyv';

export interface RateLimits {
  readonly requestsPerMinute: number;
  readonly requestsInFlight: number;
}

/**
 * Which requests in flight are counted together: those that run something, those that look at a run, and those that cancel
 * one. Each has the same limit, apart from the others, so that neither runs nor readers keep a key from cancelling them.
 */
export type Lane = 'run' | 'look' | 'cancel';

/** The counters' answer to one request. */
export interface Count {
  /** Requests the key may still send in this minute. */
  readonly remaining: number;
  /** Until the next minute starts, whole seconds, at least 1. */
  readonly resetSeconds: number;
  /** Set if the request must be refused; then it was not counted. */
  readonly refusedBy: 'requests_per_minute' | 'requests_in_flight' | undefined;
}

export interface Admission {
  /** Undefined if the counters did not answer in time: the operator decides whether such a request passes. */
  readonly count: Count | undefined;
  /** Ends the request's in-flight count; never throws, and is harmless to call twice. */
  release(): Promise<void>;
}

export interface RateCounters {
  /**
   * Counts one request of a key. Of 10 N at once against a limit of N exactly N are admitted, however many gateways
   * share the counters. Never throws.
   * @param lane `run` by default.
   */
  admit(keyId: string, limits: RateLimits, lane?: Lane): Promise<Admission>;
  /** Ends all requests that are still counted as in flight here. Safe to call twice. */
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;

/** @param used requests of this minute before this one. */
export function countOf(
  state: { readonly used: number; readonly resetMs: number; readonly refusedBy: Count['refusedBy'] },
  limits: RateLimits,
): Count {
  const { used, resetMs, refusedBy } = state;
  return {
    remaining: Math.max(0, limits.requestsPerMinute - used - (refusedBy === undefined ? 1 : 0)),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)),
    refusedBy,
  };
}

/** The counts of one key, in one entry, so that a request takes one read and one write at its start and its end. */
interface KeyCounts {
  /** The minute that `used` counts; in any other minute nothing is used yet. */
  readonly minute: number;
  readonly used: number;
  /** By lane. */
  readonly inFlight: Readonly<Record<Lane, number>>;
}

const NOTHING: KeyCounts = { minute: 0, used: 0, inFlight: { run: 0, look: 0, cancel: 0 } };

/**
 * Counters of one process in keyv. keyv has no increment, and `get` then `set` loses counts under concurrency, so
 * changes to one key's counters take turns.
 * @param now milliseconds since 1970.
 * @param entries hold the counts.
 */
export function createProcessCounters(now: () => number, entries = new Map<string, unknown>()): RateCounters {
  const store = new Keyv<KeyCounts>({ store: entries });
  // No other process reads the values.
  store.serialize = undefined;
  store.deserialize = undefined;
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
function createTurns(): (name: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return (name, work) => {
    // A turn that failed is over like any other.
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work).finally(() => {
      if (last.get(name) === turn) last.delete(name);
    });
    last.set(name, turn);
    return turn;
  };
}
