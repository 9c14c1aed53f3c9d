/** Deeper JSON than any provider writes; reading it could hold a thread, or overflow its stack. */
export const MAX_DEPTH = 128;
/** Every value is an object that the event loop is handed. */
export const MAX_VALUES = 100_000;
/** Of all keys and strings, UTF-16 code units. The longest answer a model can give has a sixth; the event loop works through it in some 20 ms. */
export const MAX_CHARACTERS = 4_194_304;
/** More than is read of any string of an error reply or a verdict. */
export const MAX_CUT_CHARACTERS = 65_536;

/**
 * Weighs a parsed reply. It takes time by the number of values, which is bounded, and not by their length.
 * @param root holds the reply, which is changed in place.
 * @param isCut only the beginning of any string is ever read: long ones are cut.
 * @param maxCharacters of all keys and strings.
 * @returns how many they have; undefined where the reply has more levels, values or text than is read.
 */
export function weighReply(
  root: { readonly reply: unknown },
  isCut: boolean,
  maxCharacters = MAX_CHARACTERS,
): number | undefined {
  const scale = new Scale(isCut, maxCharacters);
  return scale.weigh(root, 0) ? scale.characters : undefined;
}

class Scale {
  characters = 0;
  readonly #isCut: boolean;
  readonly #maxCharacters: number;
  #valuesLeft = MAX_VALUES;

  constructor(isCut: boolean, maxCharacters: number) {
    this.#isCut = isCut;
    this.#maxCharacters = maxCharacters;
  }

  /** @returns false where it is too much. */
  weigh(holder: object, depth: number): boolean {
    // The root is ours.
    if (depth > MAX_DEPTH) return false;
    const isList = Array.isArray(holder);
    for (const [key, value] of Object.entries(holder)) {
      this.#valuesLeft -= 1;
      if (!isList) this.characters += key.length;
      if (typeof value === 'string') this.#weighText(holder, key, value);
      if (this.#valuesLeft < 0 || this.characters > this.#maxCharacters) return false;
      if (typeof value === 'object' && value !== null && !this.weigh(value, depth + 1)) return false;
    }
    return true;
  }

  #weighText(holder: object, key: string, text: string): void {
    if (!this.#isCut || text.length <= MAX_CUT_CHARACTERS) {
      // A look at a character has the engine join the pieces of a text, each of which takes 32 bytes until then.
      if (!Number.isNaN(text.charCodeAt(0))) this.characters += text.length;
      return;
    }
    const value = text.slice(0, MAX_CUT_CHARACTERS).toWellFormed();
    this.characters += value.length;
    // A member may be named __proto__.
    Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
  }
}
