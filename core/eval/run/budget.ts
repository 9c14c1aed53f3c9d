import { GatewayProblem } from '../../client/gateway-problem.ts';
import type { JsonObject } from '../../contract.ts';
import { persist } from './persist.ts';
import type { SendOptions } from './send-row.ts';

/** A row that is to be sent, with what it takes to ask for its quote. */
export interface Wanted extends SendOptions {
  readonly body: JsonObject;
}

/** Sums of decimals; a credit has six places. */
const ROUNDING = 1e-6;

/**
 * What a run has cost and may still cost. A row begins only if what is spent, what the running rows hold and what its own
 * request would hold stay within the limit.
 */
export class Budget {
  readonly #limit: number | undefined;
  readonly #held = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #used: number;
  #refused = 0;

  /** @param limit Credits; undefined for none. @param used By earlier sittings. */
  constructor(limit: number | undefined, used: number) {
    this.#limit = limit;
    this.#used = used;
  }

  /** Credits. */
  get used(): number {
    return this.#used;
  }

  /** The largest hold that was refused, in credits; 0 without one. A budget with room for it allows any row that was refused. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Waits while running rows hold what the row needs.
   * @returns whether it may begin.
   * @throws as `persist`.
   */
  async take(row: string, wanted: Wanted): Promise<boolean> {
    if (this.#limit === undefined) return true;
    const hold = await quotedHold(wanted);
    while (this.#used + this.#holds() + hold > this.#limit + ROUNDING) {
      if (this.#held.size === 0) {
        this.#refused = Math.max(this.#refused, hold);
        return false;
      }
      await this.#someRowEnds(wanted.signal);
    }
    this.#held.set(row, hold);
    return true;
  }

  /** The row has ended, and cost this much. */
  spend(row: string, credits: number): void {
    this.#held.delete(row);
    this.add(credits);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** What an earlier sitting sent has cost this much. */
  add(credits: number): void {
    this.#used += credits;
  }

  #holds(): number {
    return [...this.#held.values()].reduce((sum, one) => sum + one, 0);
  }

  async #someRowEnds(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    this.#waiting.push(wake);
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    signal.removeEventListener('abort', wake);
    signal.throwIfAborted();
  }
}

/** What the gateway would hold for the row, in credits. A row that the gateway refuses holds nothing; sending it reports why. */
async function quotedHold(wanted: Wanted): Promise<number> {
  try {
    return (await persist(() => wanted.client.quote(wanted.body), wanted)).creditsRequired;
  } catch (error) {
    if (error instanceof GatewayProblem) return 0;
    throw error;
  }
}
