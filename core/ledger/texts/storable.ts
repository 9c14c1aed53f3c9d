import type { CachedAnswer } from '../answers/cached-answer.ts';
import type { Texts } from '../ledger.ts';

/** Data that is stored separately from operations on money: texts for the log, or an answer for the cache. */
export type Storable = Texts | CachedAnswer;

/** Whether it is an answer for the cache. */
export function isAnswer(stored: Storable): stored is CachedAnswer {
  return 'answer' in stored;
}

/** UTF-8 bytes of a text in pieces. */
export function lengthOf(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const { byteLength } of pieces) bytes += byteLength;
  return bytes;
}

/** Joins the pieces of a text. A single piece that no thread shares is not copied. */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const [first, second] = pieces;
  const isOne = first !== undefined && second === undefined;
  return isOne && !(first.buffer instanceof SharedArrayBuffer) ? first : Buffer.concat(pieces);
}
