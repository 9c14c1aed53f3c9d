import { partsOf, type LongTexts } from './long-text.ts';
import { readPieces } from './read-pieces.ts';

export interface TextSlice {
  readonly text: string;
  /** Where the text goes on; null where this is its end. */
  readonly nextOffset: number | null;
}

export interface SliceTerms {
  /** UTF-16 code units. */
  readonly offset: number;
  /** UTF-16 code units; at least 2. */
  readonly characters: number;
}

/**
 * A part of a text that may hold marks. No character is divided: a part may be a unit shorter or, behind an offset within
 * one, begin a unit later. Reads up to the part's end.
 * @param nextTurn lets the event loop turn between the pieces of a long text.
 */
export async function sliceText(
  text: string,
  texts: LongTexts,
  { offset, characters }: SliceTerms,
  nextTurn: () => Promise<void>,
): Promise<TextSlice> {
  const wanted: string[] = [];
  const end = offset + characters;
  let at = 0;
  for (const piece of piecesOf(text, texts)) {
    if (at > end) break;
    if (at + piece.length > offset) wanted.push(piece.slice(Math.max(0, offset - at), end - at));
    at += piece.length;
    // Turns come one after the other, or they would be none.
    // oxlint-disable-next-line eslint/no-await-in-loop
    if (piece.length > SHORT_CHARACTERS) await nextTurn();
  }
  const found = wanted.join('');
  const isEnd = at <= end;
  const from = isLowSurrogate(found, 0) ? 1 : 0;
  const to = !isEnd && isHighSurrogate(found, found.length - 1) ? found.length - 1 : found.length;
  return { text: found.slice(from, to), nextOffset: isEnd ? null : offset + to };
}

const SHORT_CHARACTERS = 4_096;

function* piecesOf(text: string, texts: LongTexts): Generator<string> {
  for (const part of partsOf(text, texts)) {
    if (typeof part === 'string') yield part;
    else yield* readPieces(part);
  }
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
