/** Upper bound of the bytes that a socket gets at once. The kernel copies them in about 0.1 ms; encryption takes twice as long. */
export const SLICE_BYTES = 131_072;

/** Slices pieces as they come, and lets the event loop turn after each slice. */
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

/** Cuts long pieces and joins short ones, so that a body of many short pieces does not need as many turns. */
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

/** Existing values, for readers of asynchronous ones. */
export async function* asAsync<T>(values: Iterable<T>): AsyncGenerator<T, void> {
  yield* values;
}
