/**
 * Parts of texts that all readers of one account's requests are sent within a second, where each request has one entry
 * and its parts are short: what some 500 answers take that are written at once. Of long ones some 10 MB. Results count as
 * well where a reader is told of them again.
 */
export const ACCOUNT_PARTS_PER_SECOND = 10_000;
/** So many at once, before anybody waits. */
export const BURST_PARTS = 1_000;
/** Every part's ID names all entries its reader was told of, so that many of them cost as much as another part. */
const ENTRIES_AS_A_PART = 16;
/** So do many bytes: a part of a text that is written now has few, one of a text that was written long ago 65,536 and more. */
const BYTES_AS_A_PART = 1_024;

/** What a reader is sent at once. */
export interface SentPart {
  /** That its ID names, with the part's own. */
  readonly entries: number;
  /** Of its JSON. */
  readonly bytes: number;
}

/**
 * How fast the readers of one account are sent parts of texts, all of them together. What a reader is sent is paid for, and
 * who waits pays when it begins to: so readers take turns, and none takes another's.
 */
export class ReaderPace {
  #paidAtMs = 0;

  /** A reader is sent one part, or is to be when its turn comes. */
  spend({ entries, bytes }: SentPart): void {
    const parts = 1 + Math.max(0, entries - 1) / ENTRIES_AS_A_PART + bytes / BYTES_AS_A_PART;
    this.#paidAtMs = Math.max(this.#paidAtMs, performance.now()) + partsMs(parts);
  }

  /** A reader has left that had paid for so many bytes and was not sent them. */
  giveBack(bytes: number): void {
    this.#paidAtMs -= partsMs(bytes / BYTES_AS_A_PART);
  }

  /** When the turn comes of who begins to wait, on the clock of `performance.now`; in the past where nobody waits. */
  get turnAtMs(): number {
    return this.#paidAtMs - partsMs(BURST_PARTS);
  }
}

function partsMs(parts: number): number {
  return (1_000 * parts) / ACCOUNT_PARTS_PER_SECOND;
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
