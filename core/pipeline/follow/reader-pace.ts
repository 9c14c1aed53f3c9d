/** The time between two parts of a text that one reader gets: at most 20 a second, with the first and the last. */
export const PART_INTERVAL_MS = 56;
/** The parts that all readers of one account get within a second. */
export const ACCOUNT_PARTS_PER_SECOND = 10_000;
/** The longest mean time between two turns. The few accounts whose turns take longer to send get more than `ACCOUNT_PARTS_PER_SECOND`. */
export const LONGEST_INTERVAL_MS = 2_000;
/** A part's ID names all entries that its reader has text of. This many of them cost as much as one more part. */
const ENTRIES_AS_A_PART = 16;
/** This many bytes cost as much as one more part. */
const BYTES_AS_A_PART = 1_024;
/** Multiples of the golden ratio are spread evenly, however many there are. */
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/**
 * The cost of a part, in multiples of a short part of a request with one entry.
 * @param entries that its ID names, its own included.
 * @param bytes of its JSON.
 */
export function costOf(entries: number, bytes: number): number {
  return 1 + Math.max(0, entries - 1) / ENTRIES_AS_A_PART + bytes / BYTES_AS_A_PART;
}

/**
 * Limits how fast all readers of one account together get parts of texts. Each reader waits as long between two turns as
 * it takes to send what all readers got in their last turns. A turn counts until the reader's wait after it is over.
 */
export class ReaderPace {
  /** The cost of the parts that readers got in the turns that count, added up. */
  lastTurns = 0;
  #turns = 0;

  /**
   * How long a reader waits from one turn to the next. Longer waits differ by up to a half of their mean, so that readers
   * who came together do not stay together.
   */
  nextIntervalMs(): number {
    this.#turns += 1;
    const sendMs = (1_000 * this.lastTurns) / ACCOUNT_PARTS_PER_SECOND;
    if (sendMs <= PART_INTERVAL_MS) return PART_INTERVAL_MS;
    const meanMs = Math.min(sendMs, LONGEST_INTERVAL_MS);
    return Math.max(PART_INTERVAL_MS, meanMs * (0.5 + ((this.#turns * GOLDEN_RATIO) % 1)));
  }
}
