import { Base64Slot, type WireBody } from '../contract.ts';
import type { JsonPieces } from '../text/plain-json.ts';
import { JsonSlots } from '../text/json-slots.ts';
import { slicesOf } from '../text/slices-of.ts';
import type { WaitForTurn } from '../workers/pace.ts';

/**
 * Writes a plugin's body as JSON. A file's base64 and a long text are separate pieces, which are never copied, so one copy
 * of each serves every model.
 * @param slots the long texts behind the placeholders in the body.
 * @param hasFiles whether the body may have files.
 */
export function encodeBody(body: WireBody, slots = new JsonSlots(), hasFiles = true): JsonPieces {
  const holdFile = (_key: string, value: unknown): unknown =>
    value instanceof Base64Slot ? `${value.prefix}${slots.addText(() => [value.attachment.base64])}` : value;
  return slots.fill(hasFiles ? JSON.stringify(body, holdFile) : JSON.stringify(body));
}

/** Yields a body in slices, each after a turn of the event loop, as fast as the reader takes them. */
export async function* streamBody(pieces: JsonPieces, turn: WaitForTurn): AsyncGenerator<Uint8Array> {
  for (const slice of slicesOf(pieces)) {
    // The slices must go out one after the other.
    // oxlint-disable-next-line eslint/no-await-in-loop
    await turn();
    yield slice;
  }
}
