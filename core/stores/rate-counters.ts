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

export const MINUTE_MS = 60_000;

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
