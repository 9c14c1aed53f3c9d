import { Base64Slot, type WireBody } from '../contract.ts';
import { lengthOf } from '../text/json-pieces.ts';
import { JsonSlots } from '../text/json-slots.ts';
import { slicesOf } from '../text/slices-of.ts';
import type { Turn } from '../workers/pace.ts';

/** A request body as the pieces to send in turn; a file's base64 and a long text are pieces of their own, never copied. */
export interface EncodedBody {
  readonly pieces: readonly Uint8Array[];
  readonly byteLength: number;
}

/**
 * Turns a plugin's body into bytes: the small JSON around files and long texts is built, and their bytes are put in, so one
 * copy of each serves every model.
 * @param placeholders the long texts behind the placeholders in the body.
 * @param hasFiles false where the call has no attachments; then nothing looks for them.
 */
export function encodeBody(body: WireBody, placeholders = new JsonSlots(), hasFiles = true): EncodedBody {
  const holdFile = (_key: string, value: unknown): unknown =>
    value instanceof Base64Slot
      ? `${value.prefix}${placeholders.hold(() => [value.attachment.base64])}`
      : value;
  const pieces = placeholders.fill(hasFiles ? JSON.stringify(body, holdFile) : JSON.stringify(body));
  return { pieces, byteLength: lengthOf(pieces) };
}

/** A body in slices, each after a turn; a reader that is slow is not hurried. */
export async function* streamBody({ pieces }: EncodedBody, turn: Turn): AsyncGenerator<Uint8Array> {
  for (const slice of slicesOf(pieces)) {
    // One after the other is the point.
    // oxlint-disable-next-line eslint/no-await-in-loop
    await turn();
    yield slice;
  }
}
