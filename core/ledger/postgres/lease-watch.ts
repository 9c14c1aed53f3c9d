/** A gateway's row as it was read. */
export interface Lease {
  readonly bootId: string;
  /** Another number with every sign of life, never one that was there before. */
  readonly renewals: number;
}

interface Watched {
  readonly renewals: number;
  /** How long it has been watched without a sign of life. */
  readonly silentMs: number;
}

/**
 * Tells dead gateways from living ones without believing anybody's clock: a gateway is dead when it was watched for a
 * whole lease and gave no sign of life. Time in which nobody could look, because the watcher was paused or the database
 * was away, hardly counts, since the watched may have been cut off likewise.
 */
export class LeaseWatch {
  readonly #leaseMs: number;
  readonly #maxStepMs: number;
  #watched: ReadonlyMap<string, Watched> = new Map();
  #lookedAtMs: number | undefined;

  /** @param maxStepMs what one step between two looks counts at most, milliseconds. */
  constructor(leaseMs: number, maxStepMs: number) {
    this.#leaseMs = leaseMs;
    this.#maxStepMs = maxStepMs;
  }

  /**
   * @param leases every other gateway's.
   * @param nowMs on a clock that only goes forward.
   * @returns those that are dead, with the number that must still stand when their row is taken.
   */
  look(leases: readonly Lease[], nowMs: number): readonly Lease[] {
    const stepMs = Math.min(nowMs - (this.#lookedAtMs ?? nowMs), this.#maxStepMs);
    this.#lookedAtMs = nowMs;
    this.#watched = new Map(
      leases.map(({ bootId, renewals }) => {
        const before = this.#watched.get(bootId);
        const silentMs = before?.renewals === renewals ? before.silentMs + stepMs : 0;
        return [bootId, { renewals, silentMs }];
      }),
    );
    return leases.filter(({ bootId }) => (this.#watched.get(bootId)?.silentMs ?? 0) >= this.#leaseMs);
  }
}
