import { type LongText, type LongTexts, textsIn, type TextStore } from '../../text/long-text.ts';

/**
 * The long texts of a reply while it is folded from events. Some formats send a text piece by piece and then whole, several
 * times: equal texts share one memory, and those that the reply no longer has can be forgotten.
 */
export class FoldedTexts {
  #byMark: TextStore = new Map();
  #byDigest = new Map<string, LongText>();
  #bytes = 0;
  #heldBytes = 0;

  /** What each mark stands for, or has stood for. */
  get marks(): LongTexts {
    return this.#byMark;
  }

  /** Of all texts that are kept, in UTF-8, each counted once. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** What they take of memory: a control character is six bytes of JSON. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  keep(texts: LongTexts): void {
    for (const [mark, long] of texts) {
      const known = this.#byDigest.get(long.digest);
      if (known === undefined) {
        this.#byDigest.set(long.digest, long);
        this.#bytes += long.byteLength;
        this.#heldBytes += long.json.byteLength;
      }
      this.#byMark.set(mark, known ?? long);
    }
  }

  /** Forgets every text but those whose marks are in the reply, which is short by design. */
  keepOnly(reply: unknown): void {
    const kept = textsIn(JSON.stringify(reply) ?? '', this.#byMark);
    [this.#byMark, this.#byDigest] = [new Map(), new Map()];
    [this.#bytes, this.#heldBytes] = [0, 0];
    this.keep(kept);
  }
}
