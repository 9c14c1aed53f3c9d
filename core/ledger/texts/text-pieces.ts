/** A text in pieces of UTF-8, joined in order. */
export type TextPieces = readonly Uint8Array[];

export function byteLengthOf(pieces: TextPieces): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** As one text. Proportional to its length: only on a thread. */
export function joinPieces(pieces: TextPieces): string {
  return joinBytes(pieces).toString('utf8');
}

/** As one buffer. Proportional to its length: only on a thread. */
export function joinBytes(pieces: TextPieces): Buffer {
  return Buffer.concat(pieces);
}
