import { partsOf, type LongTexts } from './long-text.ts';

/** A JSON text in UTF-8, in pieces that are never joined: long texts in it are shared with whatever else holds them. */
export type JsonPieces = readonly Uint8Array[];

/**
 * The bytes of a JSON text whose strings hold marks, with each long text in its mark's place. A mark may stand anywhere in
 * a string, beside other text. The long texts are not copied: every model's body shares the same memory.
 */
export function spliceTexts(json: string, texts: LongTexts): JsonPieces {
  const pieces: Uint8Array[] = [];
  for (const part of partsOf(json, texts))
    pieces.push(typeof part === 'string' ? Buffer.from(part, 'utf8') : part.json);
  return pieces;
}

/** @returns bytes. */
export function lengthOf(pieces: JsonPieces): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
