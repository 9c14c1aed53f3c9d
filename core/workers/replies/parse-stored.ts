import { LONG_ANSWER_CHARACTERS, markOf, type LongTexts, type TextStore } from '../../text/long-text.ts';
import { newBatch, shelve } from '../../text/shelve-text.ts';
import { isOverMax, parseJson } from './parse-reply.ts';
import { MAX_CHARACTERS, MAX_CUT_CHARACTERS } from './weigh-reply.ts';

/** `too_large`: it has more levels, values or short texts than is read. */
export type ParsedStored =
  | {
      /** Undefined where it is no JSON. */
      readonly value: unknown;
      /** What its marks stand for: the texts over `LONG_ANSWER_CHARACTERS`. */
      readonly texts: LongTexts;
    }
  | 'too_large';

/** The task for a thread: reads an answer as it was stored. Its bytes are its own, in memory of their own, which is free afterwards. */
export default function parseStored(bytes: Uint8Array): ParsedStored {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isOverMax(json)) return 'too_large';
  const shortener = new Shortener();
  const value = shortener.shorten(parseJson(json));
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
  return shortener.charactersLeft < 0 ? 'too_large' : { value, texts: shortener.texts };
}

/** Takes the long strings out of a parsed value; its depth is bounded. */
class Shortener {
  readonly texts: TextStore = new Map();
  charactersLeft = MAX_CHARACTERS;
  readonly #batch = newBatch();

  /** @returns the value, changed in place, or what stands for it. */
  shorten(value: unknown): unknown {
    if (typeof value === 'string') return this.#shortenText(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) value[index] = this.shorten(item);
    } else if (isRecord(value)) {
      for (const key of Object.keys(value)) {
        this.charactersLeft -= key.length;
        const item = this.shorten(value[key]);
        // Only a string is another value than before; a member named __proto__ must not be set otherwise.
        if (item !== value[key]) Object.defineProperty(value, key, { value: item, enumerable: true });
      }
    }
    return value;
  }

  #shortenText(text: string): string {
    if (text.length <= LONG_ANSWER_CHARACTERS) return this.#kept(text);
    // A mark is not blank, so a blank text cannot be one.
    if (!/\S/.test(text)) return this.#kept(text.slice(0, MAX_CUT_CHARACTERS));
    const mark = markOf(this.#batch, this.texts.size);
    this.texts.set(mark, shelve(text));
    return mark;
  }

  #kept(text: string): string {
    this.charactersLeft -= text.length;
    return text;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
