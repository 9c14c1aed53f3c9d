/** Of requests, milliseconds; NaN where there were none. */
export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Of one kind of request, or beside the same attacks. */
export interface LatencyGroup extends Latencies {
  readonly name: string;
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
  readonly #samples: Sample[] = [];
  readonly #attacks: string[] = [];
  window: SoakWindow = 'quiet';

  /** @param everyMs how often one client asks. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /**
   * A request is sent now.
   * @param kind of request, for whoever looks for the slow one.
   * @returns what to call when it has been answered, however that went.
   */
  begin(kind: string): () => void {
    const startedAt = performance.now();
    const { window } = this;
    const { attacks: beside } = this;
    return () => this.#add({ window, kind, beside, latencyMs: performance.now() - startedAt });
  }

  /** @returns what to call when the attack is over. */
  beginAttack(name: string): () => void {
    this.#attacks.push(name);
    return () => void this.#attacks.splice(this.#attacks.indexOf(name), 1);
  }

  /** Names of the attacks that run now. */
  get attacks(): string {
    return this.#attacks.toSorted().join(' + ');
  }

  figures(window: SoakWindow): Latencies {
    return figuresOf(this.#samples.filter((sample) => sample.window === window));
  }

  /** By the kind of request, or by the attacks that ran when it was sent; the slowest first. */
  groups(window: SoakWindow, by: 'kind' | 'beside'): readonly LatencyGroup[] {
    const groups = Map.groupBy(
      this.#samples.filter((sample) => sample.window === window),
      (sample) => sample[by],
    );
    return [...groups]
      .map(([name, samples]) => ({ name, ...figuresOf(samples) }))
      .toSorted((one, other) => other.p99Ms - one.p99Ms);
  }

  #add(sample: Sample): void {
    if (sample.window === 'between') return;
    for (let rest = sample.latencyMs; rest > 0; rest -= this.#everyMs)
      this.#samples.push({ ...sample, latencyMs: rest });
  }
}

interface Sample {
  readonly window: SoakWindow;
  readonly kind: string;
  readonly beside: string;
  readonly latencyMs: number;
}

function figuresOf(samples: readonly Sample[]): Latencies {
  const sorted = samples.map(({ latencyMs }) => latencyMs).toSorted((one, other) => one - other);
  const quantile = (share: number): number =>
    sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50Ms: quantile(0.5), p99Ms: quantile(0.99), maxMs: quantile(1) };
}
