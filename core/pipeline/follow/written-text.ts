/** The length of a block, in UTF-16 code units. */
const BLOCK_CHARACTERS = 16_384;
/** The length that one step compares. */
const STEP_CHARACTERS = 8 * BLOCK_CHARACTERS;

/**
 * A text that is still being written and can be read from any place. It consists of blocks of one size, so that no
 * operation takes time in proportion to the whole text. Lengths and places are in UTF-16 code units.
 */
export class WrittenText {
  readonly #blocks: string[] = [];
  #length = 0;
  /** Whether some character is not in Latin-1. All then count as two bytes, as V8 stores them. */
  #isWide = false;
  /** The first half of a surrogate pair whose second half is still to come. */
  #half = '';

  /** While it is being written, the text ends with a whole character. */
  get length(): number {
    return this.#length;
  }

  /** Upper bound of its memory. */
  get byteLength(): number {
    return this.#isWide ? 2 * this.#length : this.#length;
  }

  append(piece: string): void {
    // oxlint-disable-next-line eslint/no-control-regex -- the range of Latin-1 begins with control characters
    this.#isWide ||= /[^\u0000-\u00ff]/.test(piece);
    const text = this.#half + piece;
    const end = endsWithinPair(text) ? text.length - 1 : text.length;
    this.#half = text.slice(end);
    this.#add(text.slice(0, end));
  }

  /** @returns at most `maxCharacters` code units from an offset on. It never splits a character. */
  slice(from: number, maxCharacters: number): string {
    const text = this.#units(from, from + maxCharacters);
    return from + text.length < this.#length && endsWithinPair(text) ? text.slice(0, -1) : text;
  }

  /**
   * Compares it with a text. Append nothing afterwards. Each step takes some hundredths of a millisecond, and only a long
   * text takes several.
   * @returns whether they are the same.
   */
  *compare(output: string): Generator<void, boolean> {
    this.#add(this.#half);
    this.#half = '';
    if (output.length !== this.#length) return false;
    for (let at = 0; at < output.length;) {
      const end = at + STEP_CHARACTERS;
      if (output.slice(at, end) !== this.#units(at, end)) return false;
      at = end;
      if (at < output.length) yield;
    }
    return true;
  }

  #units(from: number, end: number): string {
    const to = Math.min(end, this.#length);
    let text = '';
    for (let at = from; at < to;) {
      const start = at % BLOCK_CHARACTERS;
      const block = this.#blocks[(at - start) / BLOCK_CHARACTERS] ?? '';
      const part = block.slice(start, start + to - at);
      text += part;
      at += part.length;
    }
    return text;
  }

  #add(text: string): void {
    for (let from = 0; from < text.length;) {
      const freeCharacters = BLOCK_CHARACTERS - (this.#length % BLOCK_CHARACTERS);
      const part = text.slice(from, from + freeCharacters);
      if (freeCharacters === BLOCK_CHARACTERS) this.#blocks.push(part);
      else this.#blocks[this.#blocks.length - 1] += part;
      // Reading a character makes V8 join the many strings of a full block, each of which takes several times its length.
      if (part.length === freeCharacters) this.#blocks.at(-1)?.charCodeAt(0);
      from += part.length;
      this.#length += part.length;
    }
  }
}

function endsWithinPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00;
}
