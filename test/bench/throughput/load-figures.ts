/** What came back. */
export interface LoadFigures {
  readonly requestsPerSecond: number;
  /** Of single requests, milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 200, and requests without one. */
  readonly failed: number;
  /** Processor time the generator itself took, as a part of the time it ran: near 1 it was the limit, not the subject. */
  readonly generatorLoad: number;
}

interface Posted {
  /** Of each request that was answered. */
  readonly timesMs: readonly number[];
  /** With 200. */
  readonly answered: number;
  readonly failed: number;
  readonly tookMs: number;
  /** Of the generator. */
  readonly cpu: NodeJS.CpuUsage;
}

export function figuresOf({ timesMs, answered, failed, tookMs, cpu }: Posted): LoadFigures {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  return {
    requestsPerSecond: (answered * 1_000) / tookMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failed,
    generatorLoad: (cpu.user + cpu.system) / (tookMs * 1_000),
  };
}
