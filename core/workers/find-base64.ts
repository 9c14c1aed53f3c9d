import { decodedSize } from './canonical-base64.ts';

/** A long base64 string in a JSON text: its bytes between the quotes. */
export interface Base64Span {
  /** Inclusive. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The size of the decoded file. */
  readonly sizeBytes: number;
}

/** A shorter string is parsed with the rest of the body, which is faster. */
export const MIN_SPAN_BYTES = 1_024;
const MAX_SPANS = 100;
const KEY = Buffer.from('"base64"');
const QUOTE = 0x22;
const COLON = 0x3a;
/** More keys and URLs than any accepted body has. Files after them are found by parsing. */
const MAX_MARKS_SEEN = 10_000;

/**
 * Finds the long canonical base64 strings under a key `base64`, at any depth, by searching the bytes. It does not parse. In
 * JSON, the first quote of `"base64"` either opens the key or lies inside a longer string, because `base64` cannot follow
 * a closing quote. So the spans can be cut out without changing whether the text is JSON, or the meaning of the rest. It
 * takes linear time.
 */
export function findBase64Spans(text: Uint8Array): readonly Base64Span[] {
  return spansAfter(KEY, text, stringAfterColon);
}

const DATA_URL = Buffer.from(';base64,');

/**
 * Finds the base64 in the data URLs of a body, from `;base64,` to the next quote. A semicolon occurs only inside strings,
 * so cutting these out does not change the meaning of the rest either. It takes linear time.
 */
export function findDataUrlSpans(text: Uint8Array): readonly Base64Span[] {
  return spansAfter(DATA_URL, text, (_bytes, from) => from);
}

/** @param startOf the start of the base64 after a mark; undefined if there is none. */
function spansAfter(
  mark: Buffer,
  text: Uint8Array,
  startOf: (bytes: Uint8Array, from: number) => number | undefined,
): readonly Base64Span[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const spans: Base64Span[] = [];
  let at = bytes.indexOf(mark);
  for (let marks = 0; at !== -1 && marks < MAX_MARKS_SEEN && spans.length < MAX_SPANS; marks += 1) {
    const from = at + mark.length;
    const start = startOf(bytes, from);
    const end = start === undefined ? from : bytes.indexOf(QUOTE, start);
    if (end === -1) break;
    if (start !== undefined && end - start >= MIN_SPAN_BYTES) {
      const sizeBytes = decodedSize(bytes.subarray(start, end));
      if (sizeBytes !== undefined) spans.push({ start, end, sizeBytes });
    }
    at = bytes.indexOf(mark, end);
  }
  return spans;
}

/**
 * @param from after the closing quote of a key.
 * @returns the start of the string that is the key's value; undefined if the value is not a string.
 */
export function stringAfterColon(bytes: Uint8Array, from: number): number | undefined {
  const colon = afterWhiteSpace(bytes, from);
  if (bytes[colon] !== COLON) return undefined;
  const quote = afterWhiteSpace(bytes, colon + 1);
  return bytes[quote] === QUOTE ? quote + 1 : undefined;
}

function afterWhiteSpace(bytes: Uint8Array, from: number): number {
  let index = from;
  while (isWhiteSpace(bytes[index])) index += 1;
  return index;
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
