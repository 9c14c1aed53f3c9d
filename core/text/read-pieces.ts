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
    const end = borderBefore(bytes, start, start + PIECE_BYTES);
    const piece: unknown = JSON.parse(`"${bytes.toString('utf8', start, end)}"`);
    if (typeof piece !== 'string') throw new TypeError('a long text is not a JSON string');
    yield piece;
    start = end;
  }
}

/** The last place up to `end` that is neither in a character nor in an escape; `start` is in neither. */
function borderBefore(bytes: Buffer, start: number, end: number): number {
  if (end >= bytes.length) return bytes.length;
  let border = end;
  while (((bytes[border] ?? 0) & 0xc0) === 0x80) border -= 1;
  const escape = escapeAcross(bytes.subarray(start), border - start);
  return escape === undefined ? border : start + escape;
}

/** Where the escape begins that `border` would divide. */
function escapeAcross(bytes: Buffer, border: number): number | undefined {
  for (let place = border - 1; place > border - LONGEST_ESCAPE; place -= 1) {
    if (bytes[place] !== BACKSLASH) continue;
    // Of a row of them, every second one begins an escape.
    const start = backslashesUpTo(bytes, place) % 2 === 1 ? place : place - 1;
    const length = bytes[start + 1] === LETTER_U ? LONGEST_ESCAPE : 2;
    return start + length > border ? start : undefined;
  }
  return undefined;
}

function backslashesUpTo(bytes: Buffer, last: number): number {
  let first = last;
  while (bytes[first] === BACKSLASH) first -= 1;
  return last - first;
}
