import { slicesOf } from '../text/slices-of.ts';
import type { Turn } from '../workers/pace.ts';
import type { EncodedBody } from './encode-body.ts';

/** A body in slices, each after a turn; a reader that is slow is not hurried. */
export async function* streamBody({ pieces }: EncodedBody, turn: Turn): AsyncGenerator<Uint8Array> {
  for (const slice of slicesOf(pieces)) {
    // One after the other is the point.
    // oxlint-disable-next-line eslint/no-await-in-loop
    await turn();
    yield slice;
  }
}
