import { decodedSize } from './canonical-base64.ts';

/** A long base64 string in a JSON text: its bytes between the quotes. */
export interface Base64Span {
  /** Inclusive. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Decoded. */
  readonly sizeBytes: number;
}

/** Shorter ones are not worth the detour. */
const MIN_SPAN_BYTES = 1_024;
const MAX_SPANS = 100;
const KEY = Buffer.from('"base64"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const WHITE_SPACE: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Finds the long canonical base64 strings under a key `base64`, at any depth, by searching the bytes. It does not parse:
 * a quote that is not escaped either opens the key, or closes a string and then `base64` after it is no JSON. So whatever
 * stands in the spans can be cut out without changing whether the text is JSON, or what the rest of it means.
 * Linear in the text.
 */
export function findBase64Spans(text: Uint8Array): readonly Base64Span[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const spans: Base64Span[] = [];
  for (let at = bytes.indexOf(KEY); at !== -1 && spans.length < MAX_SPANS; ) {
    const start = isEscaped(bytes, at) ? undefined : stringAfterColon(bytes, at + KEY.length);
    let next = at + KEY.length;
    if (start !== undefined) {
      const end = bytes.indexOf(QUOTE, start);
      if (end === -1) break;
      const isLong = end - start >= MIN_SPAN_BYTES;
      const sizeBytes = isLong ? decodedSize(bytes.subarray(start, end)) : undefined;
      if (sizeBytes !== undefined) spans.push({ start, end, sizeBytes });
      next = end;
    }
    at = bytes.indexOf(KEY, next);
  }
  return spans;
}

/** An odd run of backslashes before a quote escapes it. */
function isEscaped(bytes: Uint8Array, quote: number): boolean {
  let backslashes = 0;
  while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Where the content of the string begins that is the key's value; undefined where the value is no string. */
function stringAfterColon(bytes: Uint8Array, from: number): number | undefined {
  const colon = afterWhiteSpace(bytes, from);
  if (bytes[colon] !== COLON) return undefined;
  const quote = afterWhiteSpace(bytes, colon + 1);
  return bytes[quote] === QUOTE ? quote + 1 : undefined;
}

function afterWhiteSpace(bytes: Uint8Array, from: number): number {
  let index = from;
  while (WHITE_SPACE.has(bytes[index])) index += 1;
  return index;
}
