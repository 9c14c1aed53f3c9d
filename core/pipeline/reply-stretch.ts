/** One socket would give two megabytes at a stretch; after this much the event loop turns. */
const BYTES_PER_STRETCH = 262_144;
/** Some tenths of a millisecond. */
const CHUNKS_PER_STRETCH = 1_000;

/** What a reply has brought since the event loop last turned for it. Chunks of a byte cost as much as large ones. */
export class ReplyStretch {
  #bytes = 0;
  #chunks = 0;

  /** @returns whether the chunk ends the stretch; the next one begins then. */
  endsWith(chunkBytes: number): boolean {
    this.#bytes += chunkBytes;
    this.#chunks += 1;
    if (this.#bytes < BYTES_PER_STRETCH && this.#chunks < CHUNKS_PER_STRETCH) return false;
    this.#bytes = 0;
    this.#chunks = 0;
    return true;
  }
}
