/** Parts of texts that all readers of one account's requests are sent within a second, beyond `BURST_PARTS`. */
export const ACCOUNT_PARTS_PER_SECOND = 2_000;
/** So many at once, before anybody waits. */
export const BURST_PARTS = 500;

/**
 * How fast the readers of one account are sent parts of texts, all of them together. A reader that was sent some waits until
 * they are paid for, behind those that were sent some before it: so readers take turns, and none takes another's.
 */
export class ReaderPace {
  #paidAtMs = 0;

  /** A reader is sent one part. @returns when it may be sent the next, on the clock of `performance.now`. */
  spend(): number {
    this.#paidAtMs = Math.max(this.#paidAtMs, performance.now()) + 1_000 / ACCOUNT_PARTS_PER_SECOND;
    return this.turnAtMs;
  }

  /** When a new reader's turn comes; in the past where nobody waits. */
  get turnAtMs(): number {
    return this.#paidAtMs - (1_000 * BURST_PARTS) / ACCOUNT_PARTS_PER_SECOND;
  }
}

/** The paces of one gateway. Each is one number, kept for each account whose answers were followed here. */
export class ReaderPaces {
  readonly #byAccount = new Map<number, ReaderPace>();

  of(accountId: number): ReaderPace {
    let pace = this.#byAccount.get(accountId);
    if (pace === undefined) this.#byAccount.set(accountId, (pace = new ReaderPace()));
    return pace;
  }
}
