import {
  LONG_ANSWER_CHARACTERS,
  markOf,
  NO_TEXTS,
  type LongTexts,
  type TextStore,
} from '../../text/long-text.ts';
import { newBatch, shelve } from '../../text/shelve-text.ts';

/** Deeper JSON than any provider writes; reading it could hold a thread, or overflow its stack. */
export const MAX_DEPTH = 128;
/** Every value is an object that the event loop is handed. */
export const MAX_VALUES = 100_000;

/** Where strings stay in place, so much of a reply is worked on by the event loop. */
export const MAX_BYTES_IN_PLACE = 4_194_304;
/** Of all keys and strings that are neither marked nor cut; replies of models have a hundredth. */
export const MAX_CHARACTERS_LEFT = 1_048_576;
/** More than is read of any string of an error reply or a verdict. */
export const MAX_CUT_CHARACTERS = 65_536;

/**
 * What becomes of a string longer than `LONG_ANSWER_CHARACTERS`. `marked`: a mark stands for it, which may be joined to
 * other text. `kept`: it stays, since it is to be written as JSON again. `cut`: only its beginning is ever read.
 */
export type LongStrings = 'marked' | 'kept' | 'cut';

export interface ReplyTask {
  readonly bytes: Buffer;
  readonly longStrings: LongStrings;
}

/** `too_large`: the reply has more levels, values or text than is read. */
export type ParsedReply =
  | {
      /** Undefined where the reply is no JSON. */
      readonly value: unknown;
      /** What its marks stand for. */
      readonly texts: LongTexts;
    }
  | 'too_large';

/** The task for a thread; the bytes are its own, in memory of their own, which is free afterwards. */
export default function parseLargeReply(task: ReplyTask): ParsedReply {
  const parsed = parseBounded(task.bytes, task.longStrings);
  // The thread's collector does not see how much it is, and would leave dozens of large replies lying.
  const { buffer } = task.bytes;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  return parsed;
}

/** Works through all of it: for a thread. */
export function parseBounded(bytes: Uint8Array, longStrings: LongStrings): ParsedReply {
  // A buffer arrives as a plain array of bytes.
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (longStrings !== 'marked' && json.byteLength > MAX_BYTES_IN_PLACE) return 'too_large';
  if (isOverMax(json)) return 'too_large';
  const value = parseJson(json);
  if (longStrings === 'kept') return { value, texts: NO_TEXTS };
  const shortener = new Shortener(longStrings);
  const shortened = shortener.shorten(value);
  return shortener.charactersLeft < 0 ? 'too_large' : { value: shortened, texts: shortener.texts };
}

/** Takes the long strings out of a parsed value; its depth is bounded. */
class Shortener {
  readonly texts: TextStore = new Map();
  charactersLeft = MAX_CHARACTERS_LEFT;
  readonly #batch = newBatch();
  readonly #longStrings: LongStrings;

  constructor(longStrings: LongStrings) {
    this.#longStrings = longStrings;
  }

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
    if (this.#longStrings === 'cut' || !/\S/.test(text))
      return this.#kept(text.slice(0, MAX_CUT_CHARACTERS).toWellFormed());
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

/** JSON in UTF-8, with or without a byte order mark (RFC 8259, 8.1, lets a reader skip one). */
export function parseJson(json: Buffer): unknown {
  const text = json.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\u{FEFF}') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts without parsing, since parsing 16 MB of brackets takes seconds. Linear; exact for any text that is JSON. */
function isOverMax(json: Buffer): boolean {
  let depth = 0;
  let values = 1;
  for (let place = 0; place < json.length; place += 1) {
    const byte = json[place];
    if (byte === QUOTE) place = endOfString(json, place);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

/** @param start of its opening quote. @returns the place of the closing one; the end of the text where there is none. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    // An odd number of them escapes the quote.
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
