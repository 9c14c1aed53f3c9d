import type { EncodedBody } from './encode-body.ts';

/** What a socket is handed at once. The kernel copies it in about a tenth of a millisecond; encryption takes twice that. */
export const SLICE_BYTES = 131_072;
/** Slices of all bodies together between two turns of the event loop. */
const SLICES_PER_TURN = 2;

/** Resolves when its caller may go on: a few callers at each turn of the event loop, in the order they came. */
export type Pace = () => Promise<void>;

/**
 * Shared by everything that sends, so that the event loop is held no longer for a hundred bodies than for one. As many
 * wait as bodies are being sent.
 */
export function createPace(perTurn = SLICES_PER_TURN): Pace {
  const waiting: (() => void)[] = [];
  const turn = (): void => {
    for (const goOn of waiting.splice(0, perTurn)) goOn();
    if (waiting.length > 0) setImmediate(turn);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(turn);
    });
}

/** A body in slices that are parts of its pieces, each after a turn; a reader that is slow is not hurried. */
export async function* streamBody({ pieces }: EncodedBody, pace: Pace): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    for (let start = 0; start < piece.byteLength; start += SLICE_BYTES) {
      // One after the other is the point.
      // oxlint-disable-next-line eslint/no-await-in-loop
      await pace();
      yield piece.subarray(start, start + SLICE_BYTES);
    }
  }
}
