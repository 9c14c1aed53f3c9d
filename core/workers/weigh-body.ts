import type { FieldError } from '../errors.ts';
import { textsTooLong } from '../text/take-texts.ts';
import { stringAfterColon, type Base64Span } from './find-base64.ts';
import { decodedString, MAX_STRINGS, TOO_MANY_VALUES } from './strict-json.ts';

/**
 * Upper bound of all strings of a request that are neither texts nor files, in decoded UTF-8 bytes. Most of it is model
 * tuning: 262,144 characters (see `bound-members.ts`) of three bytes. Then a schema of 65,536 bytes; the keys and
 * words of 200 turns, 64 blocks and 10 attachments, under 64 bytes each; names and media types of 10 attachments, under
 * 1,024 bytes each; 70 model IDs of 64 bytes: below 50,000 together.
 */
export const OTHER_STRINGS_BYTES = 1_048_576;
/** White space, punctuation and numbers: 400 bytes for each of the 5,000 values that a request may have. */
export const MAX_BETWEEN_BYTES = 2_097_152;

const TOO_MUCH_BETWEEN: FieldError = {
  pointer: '',
  code: 'limit',
  message: `white space, punctuation and numbers together may hold ${MAX_BETWEEN_BYTES} bytes: send less white space`,
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const ZERO = 0x30;
const SEVEN = 0x37;
const FILE_KEY = 'base64';
const DATA_URL = Buffer.from('data:');
/** The length of a key whose letters are all escaped, such as `\u0062`. */
const MAX_FILE_KEY_BYTES = 6 * FILE_KEY.length;

/** Why a body is refused. */
export type RefusedBody =
  /** It cannot be parsed, or exceeds a fixed limit. */
  | { readonly problems: readonly FieldError[] }
  /** It has another form than its address takes, or exceeds a configured limit. */
  | { readonly invalid: readonly FieldError[] };

/**
 * Refuses a body that is too large before it is decoded, parsed and copied. Files do not count: neither the spans nor any
 * other string under a key `base64`, such as a file with escaped slashes. Every other string counts with its decoded
 * bytes. A body that passes all later checks has at most its texts and `OTHER_STRINGS_BYTES`, so it also passes here. For
 * invalid JSON the result means nothing. It takes linear time and ends once a bound is exceeded.
 * @param spans the result of `findBase64Spans` or `findDataUrlSpans`.
 * @param maxTextBytes the upper bound of all texts of a request together; see `Limits`.
 * @param files how the body has its files: as strings under a key `base64`, as data URLs anywhere, or not at all.
 * @returns undefined if the body may be parsed.
 */
export function weighBody(
  body: Uint8Array,
  spans: readonly Base64Span[],
  maxTextBytes: number,
  files: keyof typeof IS_FILE = 'base64',
): RefusedBody | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // The head of a URL precedes its data. Strings do not overlap, so this takes linear time too.
  const beginOf = (start: number): number =>
    files !== 'data-urls' ? start : bytes.lastIndexOf(QUOTE, start) + 1;
  const isFile = IS_FILE[files];
  const fileEnds = new Map(spans.map(({ start, end }) => [beginOf(start), end]));
  const walk: Walk = { bytes, backslash: -1 };
  let room = maxTextBytes + OTHER_STRINGS_BYTES;
  let between = 0;
  let last: Token = { start: 0, end: -1, decodedBytes: 0 };
  for (let strings = 0; ; strings += 1) {
    const quote = indexOf(bytes, QUOTE, last.end + 1);
    between += quote - last.end - 1;
    if (between > MAX_BETWEEN_BYTES) return { problems: [TOO_MUCH_BETWEEN] };
    if (quote >= bytes.length) return undefined;
    if (strings === MAX_STRINGS) return { problems: [TOO_MANY_VALUES] };
    const start = quote + 1;
    const fileEnd = fileEnds.get(start) ?? (isFile(bytes, last, start) ? endOf(walk, start) : undefined);
    last = fileEnd === undefined ? readString(walk, start, room) : { start, end: fileEnd, decodedBytes: 0 };
    room -= last.decodedBytes;
    if (room < 0) return { invalid: [textsTooLong(maxTextBytes)] };
  }
}

interface Walk {
  readonly bytes: Buffer;
  /** The first backslash after the last string. It is kept so that each string need not search for it again. */
  backslash: number;
}

/** A string in the bytes: `start` inclusive, `end` the closing quote. */
interface Token {
  readonly start: number;
  readonly end: number;
  /** UTF-8. */
  readonly decodedBytes: number;
}

/** @param room after this many decoded bytes the walk ends, and the token then ends inside the string. */
function readString(walk: Walk, start: number, room = Infinity): Token {
  const { bytes } = walk;
  const quote = indexOf(bytes, QUOTE, start);
  if (walk.backslash < start) walk.backslash = indexOf(bytes, BACKSLASH, start);
  if (walk.backslash > quote) return { start, end: quote, decodedBytes: quote - start };
  let saved = 0;
  let index = walk.backslash;
  while (index < bytes.length && index - start - saved <= room) {
    const byte = bytes[index];
    if (byte === QUOTE) break;
    const isEscape = byte === BACKSLASH;
    const isUnit = isEscape && bytes[index + 1] === LETTER_U;
    if (isUnit) saved += 6 - utf8Size(bytes, index + 2);
    else if (isEscape) saved += 1;
    index += isUnit ? 6 : isEscape ? 2 : 1;
  }
  return { start, end: index, decodedBytes: index - start - saved };
}

/** Finds the end of a string. A string without quotes in it, such as a file, need not be walked for that. */
function endOf(walk: Walk, start: number): number {
  const quote = indexOf(walk.bytes, QUOTE, start);
  return walk.bytes[quote - 1] === BACKSLASH ? readString(walk, start).end : quote;
}

/** The UTF-8 bytes of a UTF-16 unit given by four hex digits. Half of a surrogate pair counts as two. */
function utf8Size(bytes: Buffer, at: number): number {
  const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first === ZERO && second === ZERO && third <= SEVEN) return 1;
  if (first === ZERO && second <= SEVEN) return 2;
  const isSurrogate = (first === 0x64 || first === 0x44) && second >= 0x38;
  return isSurrogate ? 2 : 3;
}

function isDataUrl(bytes: Buffer, _last: Token, start: number): boolean {
  return bytes.subarray(start, start + DATA_URL.length).equals(DATA_URL);
}

/** Whether the string is the value of a key `base64`, written with or without escapes. */
function isUnderFileKey(bytes: Buffer, last: Token, start: number): boolean {
  const { length } = FILE_KEY;
  const rawBytes = last.end - last.start;
  if (last.decodedBytes !== length || rawBytes > MAX_FILE_KEY_BYTES) return false;
  if (stringAfterColon(bytes, last.end + 1) !== start) return false;
  const raw = bytes.toString('latin1', last.start, last.end);
  return (rawBytes === length ? raw : decodedString(`"${raw}"`)) === FILE_KEY;
}

/** Recognises strings that do not count, by how a body has its files. */
const IS_FILE = { base64: isUnderFileKey, 'data-urls': isDataUrl, none: () => false } as const;

/** The end of the bytes if it is not found. */
function indexOf(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at === -1 ? bytes.length : at;
}
