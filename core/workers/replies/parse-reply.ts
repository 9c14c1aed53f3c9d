import { parseJson } from '../../text/plain-json.ts';

/** No provider writes deeper JSON. Deeper JSON could block a thread or overflow its stack. */
const MAX_DEPTH = 128;
/** Bounds the objects that the event loop gets from a thread. */
const MAX_VALUES = 100_000;
/** All keys and strings, in UTF-16 code units: six times the longest answer of a model, which takes the event loop 20 ms. */
export const MAX_CHARACTERS = 4_194_304;
/** More characters than are read of any string of an error reply or a verdict. */
const MAX_CUT_CHARACTERS = 65_536;

export interface ReplyTask {
  readonly bytes: Buffer;
  /** Set if only the beginning of each string is needed, as for an error reply or a verdict. */
  readonly isCut: boolean;
  /** Upper bound of all keys and strings; the bound for a provider's reply by default. */
  readonly maxCharacters?: number;
}

/** The value is undefined if the reply is not JSON. `too_large`: it has too many levels or values, or too much text. */
export type ParsedReply = { readonly value: unknown } | 'too_large';

/** The task for a thread. The bytes were transferred to it, and their memory is freed afterwards. */
export default function parseLargeReply(task: ReplyTask): ParsedReply {
  const parsed = parseBounded(task);
  // The garbage collector of the thread does not count this memory, and would keep dozens of large replies.
  const { buffer } = task.bytes;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  return parsed;
}

/** Parses and weighs the whole reply. Call it on a thread if the reply is long. */
export function parseBounded({ bytes, isCut, maxCharacters }: ReplyTask): ParsedReply {
  // A `Buffer` arrives on the thread as a `Uint8Array`.
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isOverMax(json)) return 'too_large';
  const root = { reply: parseJson(json) };
  return weighReply(root, isCut, maxCharacters) === undefined ? 'too_large' : { value: root.reply };
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts without parsing, because parsing 16 MB of brackets takes seconds. The count is exact if the text is JSON. */
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

/** @param start the place of the opening quote. @returns that of the closing one, or the end of the text. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    // An odd number of backslashes escapes the quote.
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

/**
 * Weighs a parsed reply. The time depends on the number of values, which is bounded, and not on their length.
 * @param root has the reply, which is changed in place.
 * @param isCut whether long strings are cut, because only their beginnings are needed.
 * @param maxCharacters the upper bound of all keys and strings.
 * @returns the number of characters; undefined if the reply has too many levels or values, or too much text.
 */
export function weighReply(
  root: { readonly reply: unknown },
  isCut: boolean,
  maxCharacters = MAX_CHARACTERS,
): number | undefined {
  let characters = 0;
  let valuesLeft = MAX_VALUES;
  /** @returns false if a bound is exceeded. */
  const weigh = (holder: object, depth: number): boolean => {
    // The root is not part of the reply.
    if (depth > MAX_DEPTH) return false;
    const isList = Array.isArray(holder);
    for (const [key, value] of Object.entries(holder)) {
      valuesLeft -= 1;
      if (!isList) characters += key.length;
      if (typeof value === 'string') {
        const isLong = isCut && value.length > MAX_CUT_CHARACTERS;
        const text = isLong ? cutText(holder, key, value) : value;
        // Reading a character makes V8 join the pieces of a text, each of which takes 32 bytes until then.
        if (!Number.isNaN(text.charCodeAt(0))) characters += text.length;
      }
      if (valuesLeft < 0 || characters > maxCharacters) return false;
      if (typeof value === 'object' && value !== null && !weigh(value, depth + 1)) return false;
    }
    return true;
  };
  return weigh(root, 0) ? characters : undefined;
}

function cutText(holder: object, key: string, text: string): string {
  const value = text.slice(0, MAX_CUT_CHARACTERS).toWellFormed();
  // A member may be named __proto__.
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
  return value;
}
