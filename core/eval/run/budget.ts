import { GatewayProblem } from '../../client/gateway-problem.ts';
import type { JsonObject } from '../../contract.ts';
import { persist } from './persist.ts';
import type { SendOptions } from './send-row.ts';

/** A request that must fit into the budget before it is sent. */
export interface BudgetedRequest extends SendOptions {
  readonly body: JsonObject;
}

/** Sums of decimals; a credit has six places. */
const ROUNDING = 1e-6;

/**
 * The credits that a run has spent and may still spend. A row starts only if the spent credits, the holds of the running
 * rows and the hold of its own request stay within the limit.
 */
export class Budget {
  readonly #limit: number | undefined;
  readonly #holds = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #used: number;
  #largestRefusal = 0;

  /** @param limit Credits; undefined for none. @param used By earlier sittings. */
  constructor(limit: number | undefined, used: number) {
    this.#limit = limit;
    this.#used = used;
  }

  get used(): number {
    return this.#used;
  }

  /** The largest hold that did not fit, in credits; 0 if all fitted. A budget with room for it allows every refused row. */
  get largestRefusal(): number {
    return this.#largestRefusal;
  }

  /**
   * Waits while the holds of running rows leave no room for the row's hold.
   * @returns whether the row may start.
   * @throws as `persist`.
   */
  async reserve(row: string, request: BudgetedRequest): Promise<boolean> {
    if (this.#limit === undefined) return true;
    const hold = await quoteHold(request);
    while (this.#used + this.#heldCredits() + hold > this.#limit + ROUNDING) {
      if (this.#holds.size === 0) {
        this.#largestRefusal = Math.max(this.#largestRefusal, hold);
        return false;
      }
      await this.#waitForRowEnd(request.signal);
    }
    this.#holds.set(row, hold);
    return true;
  }

  /** Replaces the hold of a row that has ended by its cost. */
  settle(row: string, credits: number): void {
    this.#holds.delete(row);
    this.add(credits);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Adds the cost of a request that an earlier sitting sent. */
  add(credits: number): void {
    this.#used += credits;
  }

  #heldCredits(): number {
    return [...this.#holds.values()].reduce((sum, one) => sum + one, 0);
  }

  async #waitForRowEnd(signal: AbortSignal): Promise<void> {
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

/** The hold of a request, in credits. A request that the gateway refuses holds nothing; sending it reports why. */
async function quoteHold(request: BudgetedRequest): Promise<number> {
  try {
    return (await persist(() => request.client.quote(request.body), request)).creditsRequired;
  } catch (error) {
    if (error instanceof GatewayProblem) return 0;
    throw error;
  }
}
