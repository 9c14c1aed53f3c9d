const WINDOW_MS = 60_000;
/** Of one address in a minute. */
export const MAX_ATTEMPTS = 30;
/** Beyond it the oldest is forgotten. */
const MAX_ADDRESSES = 1_000;

interface Failures {
  readonly count: number;
  readonly untilMs: number;
}

/** How often each address sent a wrong token in the last minute. */
export class FailedAttempts {
  readonly #nowMs: () => number;
  readonly #byAddress = new Map<string, Failures>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** How long a wrong token of the address is told to wait, whole seconds; 0 below the limit. */
  waitSeconds(address: string): number {
    const failures = this.#byAddress.get(address);
    const leftMs = failures === undefined ? 0 : failures.untilMs - this.#nowMs();
    if (failures === undefined || leftMs <= 0 || failures.count < MAX_ATTEMPTS) return 0;
    return Math.ceil(leftMs / 1_000);
  }

  count(address: string): void {
    const nowMs = this.#nowMs();
    const failures = this.#byAddress.get(address);
    const isOpen = failures !== undefined && failures.untilMs > nowMs;
    this.#byAddress.delete(address);
    this.#byAddress.set(
      address,
      isOpen ? { ...failures, count: failures.count + 1 } : { count: 1, untilMs: nowMs + WINDOW_MS },
    );
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
  }
}
