/** What a socket is handed at once. The kernel copies it in about a tenth of a millisecond; encryption takes twice that. */
export const SLICE_BYTES = 131_072;

/** Slices of pieces that come; after each, others have their turn. */
export async function* slicesInTurns(
  pieces: AsyncIterable<Uint8Array>,
  nextTurn: () => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces)
    for (const slice of slicesOf([piece])) {
      yield slice;
      await nextTurn();
    }
}

/** Parts of long pieces as they are; short pieces together, so that a body of many does not wait for as many turns. */
export function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let short: Uint8Array[] = [];
  let shortBytes = 0;
  for (const piece of pieces) {
    const isLong = piece.byteLength > SLICE_BYTES / 2;
    if (shortBytes > 0 && (isLong || shortBytes + piece.byteLength > SLICE_BYTES)) {
      yield Buffer.concat(short);
      [short, shortBytes] = [[], 0];
    }
    if (!isLong) {
      short.push(piece);
      shortBytes += piece.byteLength;
      continue;
    }
    for (let start = 0; start < piece.byteLength; start += SLICE_BYTES)
      yield piece.subarray(start, start + SLICE_BYTES);
  }
  if (shortBytes > 0) yield Buffer.concat(short);
}

/** Values that exist already, for readers of values that come. */
export async function* asAsync<T>(values: Iterable<T>): AsyncGenerator<T, void> {
  yield* values;
}
