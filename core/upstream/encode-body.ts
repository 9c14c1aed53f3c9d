import { Base64Slot, type WireBody } from '../contract.ts';
import { lengthOf } from '../text/json-pieces.ts';
import { JsonSlots } from '../text/json-slots.ts';
import { slicesOf } from '../text/slices-of.ts';
import type { Turn } from '../workers/pace.ts';

/** A request body in the pieces to send. A file's base64 and a long text are separate pieces, which are never copied. */
export interface EncodedBody {
  readonly pieces: readonly Uint8Array[];
  readonly byteLength: number;
}

/**
 * Writes a plugin's body as JSON. The bytes of files and long texts are put in without a copy, so one copy of each
 * serves every model.
 * @param placeholders the long texts behind the placeholders in the body; undefined if it has none.
 * @param hasFiles whether the body may have files.
 */
export function encodeBody(body: WireBody, placeholders?: JsonSlots, hasFiles = true): EncodedBody {
  if (placeholders === undefined && !hasFiles) {
    const bytes = Buffer.from(JSON.stringify(body));
    return { pieces: [bytes], byteLength: bytes.byteLength };
  }
  const slots = placeholders ?? new JsonSlots();
  const holdFile = (_key: string, value: unknown): unknown =>
    value instanceof Base64Slot ? `${value.prefix}${slots.hold(() => [value.attachment.base64])}` : value;
  const pieces = slots.fill(hasFiles ? JSON.stringify(body, holdFile) : JSON.stringify(body));
  return { pieces, byteLength: lengthOf(pieces) };
}

/** Yields a body in slices, each after a turn of the event loop, as fast as the reader takes them. */
export async function* streamBody({ pieces }: EncodedBody, turn: Turn): AsyncGenerator<Uint8Array> {
  for (const slice of slicesOf(pieces)) {
    // The slices must go out one after the other.
    // oxlint-disable-next-line eslint/no-await-in-loop
    await turn();
    yield slice;
  }
}
