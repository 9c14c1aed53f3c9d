/**
 * The short parts that all readers of one account get within a second if each request has one entry. Some 500 answers that
 * are written at once need as many. Of long parts it is some 10 MB. Results count too if a reader gets them again.
 */
export const ACCOUNT_PARTS_PER_SECOND = 10_000;
/** So many parts are sent at once before anybody waits. */
export const BURST_PARTS = 1_000;
/** A part's ID names all entries that its reader has text of. So many of them cost as much as one more part. */
const ENTRIES_AS_A_PART = 16;
/** So many bytes also cost as much as one more part. A part of an earlier text may have 65,536 and more. */
const BYTES_AS_A_PART = 1_024;

/** The cost of one part. */
export interface SentPart {
  /** The entries that its ID names, its own included. */
  readonly entries: number;
  /** The bytes of its JSON. */
  readonly bytes: number;
}

/**
 * Limits how fast all readers of one account together get parts of texts. A reader pays for each part, and a waiting one
 * pays when it begins to wait, so that readers take turns.
 */
export class ReaderPace {
  #paidAtMs = 0;

  /** Pays for one part, which is sent now or in the reader's turn. */
  spend({ entries, bytes }: SentPart): void {
    const parts = 1 + Math.max(0, entries - 1) / ENTRIES_AS_A_PART + bytes / BYTES_AS_A_PART;
    this.#paidAtMs = Math.max(this.#paidAtMs, performance.now()) + partsMs(parts);
  }

  /** Gives back what a reader paid for and did not get before it left. */
  giveBack(bytes: number): void {
    this.#paidAtMs -= partsMs(bytes / BYTES_AS_A_PART);
  }

  /** The turn of a reader that begins to wait now, by `performance.now()`; in the past if nobody waits. */
  get turnAtMs(): number {
    return this.#paidAtMs - partsMs(BURST_PARTS);
  }
}

function partsMs(parts: number): number {
  return (1_000 * parts) / ACCOUNT_PARTS_PER_SECOND;
}

/** The paces of one gateway: one number for each account whose answers were followed here. */
export class ReaderPaces {
  readonly #byAccount = new Map<number, ReaderPace>();

  of(accountId: number): ReaderPace {
    let pace = this.#byAccount.get(accountId);
    if (pace === undefined) this.#byAccount.set(accountId, (pace = new ReaderPace()));
    return pace;
  }
}
