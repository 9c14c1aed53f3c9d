/** Of requests, milliseconds; NaN where there were none. */
export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** What goes on while a request is sent: nothing special, attacks, or the moments between, which count for nothing. */
export type SoakWindow = 'quiet' | 'hostile' | 'between';

/**
 * Latencies by the window in which a request was sent. A client waits for its answer before it asks again, so a stall
 * keeps it from sending what would have been slow too: for every further `everyMs` that an answer took, one more request
 * is counted that waited so much less (Gil Tene's correction for coordinated omission).
 */
export class WindowLatencies {
  readonly #everyMs: number;
  readonly #latenciesMs = new Map<SoakWindow, number[]>();
  window: SoakWindow = 'quiet';

  /** @param everyMs how often one client asks. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** A request is sent now. @returns what to call when it has been answered, however that went. */
  begin(): () => void {
    const startedAt = performance.now();
    const { window } = this;
    return () => this.#add(window, performance.now() - startedAt);
  }

  figures(window: SoakWindow): Latencies {
    const sorted = this.#of(window).toSorted((one, other) => one - other);
    const quantile = (share: number): number =>
      sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
    return { count: sorted.length, p50Ms: quantile(0.5), p99Ms: quantile(0.99), longestMs: quantile(1) };
  }

  #add(window: SoakWindow, latencyMs: number): void {
    if (window === 'between') return;
    const latencies = this.#of(window);
    this.#latenciesMs.set(window, latencies);
    latencies.push(latencyMs);
    for (let rest = latencyMs - this.#everyMs; rest > 0; rest -= this.#everyMs) latencies.push(rest);
  }

  #of(window: SoakWindow): number[] {
    return this.#latenciesMs.get(window) ?? [];
  }
}
