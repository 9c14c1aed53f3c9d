import { createPace, type Pace } from '../../workers/pace.ts';

/** Replies that go on at once. */
const REPLIES_PER_TURN = 2;
/** The event loop turns in less where it has little to do, and would do nothing but read such replies. */
const BETWEEN_TURNS_MS = 1;

/** When the next stretch of a reply is read: however many replies are long, they take a quarter of the event loop's time. */
export function createReplyPace(): Pace {
  return createPace(REPLIES_PER_TURN, (turn) => void setTimeout(turn, BETWEEN_TURNS_MS));
}

/** One socket would give two megabytes at a stretch; after this much the event loop turns. */
const BYTES_PER_STRETCH = 262_144;
/** Some tenths of a millisecond. */
const CHUNKS_PER_STRETCH = 1_000;
/** Some tenths of a millisecond as well: each is parsed, and folded into the reply. */
const EVENTS_PER_STRETCH = 100;

/** What has been read of a reply since the event loop last turned for it. Chunks of a byte cost as much as large ones. */
export class Stretch {
  #bytes = 0;
  #chunks = 0;
  #events = 0;

  addChunk(bytes: number): void {
    this.#bytes += bytes;
    this.#chunks += 1;
  }

  addEvent(): void {
    this.#events += 1;
  }

  /** True where it is time for the event loop to turn; the next stretch then begins. */
  endsHere(): boolean {
    if (
      this.#bytes < BYTES_PER_STRETCH &&
      this.#chunks < CHUNKS_PER_STRETCH &&
      this.#events < EVENTS_PER_STRETCH
    )
      return false;
    this.#bytes = 0;
    this.#chunks = 0;
    this.#events = 0;
    return true;
  }
}
