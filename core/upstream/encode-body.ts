import { randomBytes } from 'node:crypto';
import { Base64Slot, type WireBody } from '../contract.ts';
import { lengthOf, type LongTexts, NO_TEXTS, spliceTexts } from '../text/long-text.ts';
import { slicesOf } from '../text/slices-of.ts';
import type { Turn } from '../workers/pace.ts';

/** A request body as the pieces to send in turn; a file's base64 and a long text are pieces of their own, never copied. */
export interface EncodedBody {
  readonly pieces: readonly Uint8Array[];
  readonly byteLength: number;
}

/**
 * Turns a plugin's body into bytes: the small JSON around files and long texts is built, and their bytes are spliced in,
 * so one copy of each serves every model.
 * @param texts what the marks in the body stand for.
 * @param hasFiles false where the call has no attachments; then nothing looks for them.
 */
export function encodeBody(body: WireBody, texts: LongTexts = NO_TEXTS, hasFiles = true): EncodedBody {
  const pieces = hasFiles ? spliceFiles(body, texts) : spliceTexts(JSON.stringify(body), texts);
  return { pieces, byteLength: lengthOf(pieces) };
}

function spliceFiles(body: WireBody, texts: LongTexts): readonly Uint8Array[] {
  const slots: Base64Slot[] = [];
  // Unguessable, so that no prompt can hold it and be taken for a file.
  const mark = randomBytes(16).toString('hex');
  const text = JSON.stringify(body, (_key, value: unknown) => {
    if (!(value instanceof Base64Slot)) return value;
    slots.push(value);
    return `${value.prefix}${mark}`;
  });
  const pieces: Uint8Array[] = [];
  for (const [index, part] of (slots.length === 0 ? [text] : text.split(mark)).entries()) {
    pieces.push(...spliceTexts(part, texts));
    const slot = slots[index];
    if (slot !== undefined) pieces.push(slot.attachment.base64);
  }
  return pieces;
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
