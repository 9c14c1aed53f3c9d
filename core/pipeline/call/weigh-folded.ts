import { LONG_ANSWER_CHARACTERS } from '../../text/long-text.ts';
import {
  type LongStrings,
  MAX_BYTES_IN_PLACE,
  MAX_CHARACTERS_LEFT,
  MAX_CUT_CHARACTERS,
  MAX_DEPTH,
  MAX_VALUES,
} from '../../workers/replies/parse-reply.ts';

/** Where a long string is in a reply. */
export interface LongString {
  readonly text: string;
  /** Puts another in its place. */
  replace(text: string): void;
}

/** A reply that may be kept. */
export interface Weighed {
  readonly longStrings: readonly LongString[];
  /** Of everything in it. */
  readonly characters: number;
}

/**
 * Weighs a reply that was folded from events, by the bounds of one that is read whole, and finds its long strings: there
 * are none where they are kept, and where they are cut they have been. It takes time by the number of values, which is
 * bounded, and not by their length.
 * @returns undefined where the reply has more levels, values or text than is read.
 */
export function weighFolded(root: { reply: unknown }, longStrings: LongStrings): Weighed | undefined {
  const scale = new Scale(longStrings);
  return scale.weigh(root, 0) ? { longStrings: scale.found, characters: scale.characters } : undefined;
}

class Scale {
  readonly found: LongString[] = [];
  characters = 0;
  readonly #longStrings: LongStrings;
  #charactersLeft: number;
  #valuesLeft = MAX_VALUES;

  constructor(longStrings: LongStrings) {
    this.#longStrings = longStrings;
    this.#charactersLeft = longStrings === 'kept' ? MAX_BYTES_IN_PLACE : MAX_CHARACTERS_LEFT;
  }

  /** @returns false where it is too much. */
  weigh(holder: object, depth: number): boolean {
    // The root is ours.
    if (depth > MAX_DEPTH) return false;
    for (const [key, value] of Object.entries(holder)) {
      this.#valuesLeft -= 1;
      if (!Array.isArray(holder)) {
        this.#charactersLeft -= key.length;
        this.characters += key.length;
      }
      if (typeof value === 'string') this.#weighText(holder, key, value);
      if (this.#valuesLeft < 0 || this.#charactersLeft < 0) return false;
      if (typeof value === 'object' && value !== null && !this.weigh(value, depth + 1)) return false;
    }
    return true;
  }

  #weighText(holder: object, key: string, text: string): void {
    if (text.length <= LONG_ANSWER_CHARACTERS || this.#longStrings === 'kept') {
      this.#charactersLeft -= text.length;
      this.characters += text.length;
      return;
    }
    // A member may be named __proto__.
    const replace = (value: string): void =>
      void Object.defineProperty(holder, key, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    if (this.#longStrings === 'marked') {
      this.found.push({ text, replace });
      this.characters += text.length;
      return;
    }
    const cut = text.slice(0, MAX_CUT_CHARACTERS).toWellFormed();
    this.#charactersLeft -= cut.length;
    this.characters += cut.length;
    replace(cut);
  }
}
