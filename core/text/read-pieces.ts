import type { LongText } from './long-text.ts';

/** Read in a tenth of a millisecond. */
const PIECE_BYTES = 49_152;
/** A backslash, `u` and four digits. */
const LONGEST_ESCAPE = 6;
const [BACKSLASH, LETTER_U] = [0x5c, 0x75];

/** A long text in pieces, none of them long, for whoever takes them one at a turn of the event loop. */
export function* readPieces({ json }: LongText): Generator<string> {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  for (let start = 0; start < bytes.length;) {
    const end = borderBefore(bytes, start + PIECE_BYTES);
    const piece: unknown = JSON.parse(`"${bytes.toString('utf8', start, end)}"`);
    if (typeof piece !== 'string') throw new TypeError('a long text is not a JSON string');
    yield piece;
    start = end;
  }
}

/** The last place up to `end` that is neither in an escape nor in a character. */
function borderBefore(bytes: Buffer, end: number): number {
  if (end >= bytes.length) return bytes.length;
  for (let start = end - 1; start > end - LONGEST_ESCAPE; start -= 1) {
    if (bytes[start] !== BACKSLASH) continue;
    // Of a row of them, every second one begins an escape.
    const escape = backslashesUpTo(bytes, start) % 2 === 1 ? start : start - 1;
    const length = bytes[escape + 1] === LETTER_U ? LONGEST_ESCAPE : 2;
    return escape + length > end ? escape : end;
  }
  let border = end;
  while (((bytes[border] ?? 0) & 0xc0) === 0x80) border -= 1;
  return border;
}

function backslashesUpTo(bytes: Buffer, last: number): number {
  let first = last;
  while (bytes[first] === BACKSLASH) first -= 1;
  return last - first;
}
