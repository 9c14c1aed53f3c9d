import { randomBytes } from 'node:crypto';
import { Base64Slot, type WireBody, type WireJson } from '../contract.ts';

/** A request body as the pieces to send in turn; a file's base64 is a piece of its own and is never copied. */
export interface EncodedBody {
  readonly pieces: readonly Uint8Array[];
  readonly byteLength: number;
}

/**
 * Turns a plugin's body into bytes: the small JSON around the files is built once, and each file's bytes are spliced
 * in as they came from the client, so one copy of a file serves every model.
 */
export function encodeBody(body: WireBody): EncodedBody {
  // Most bodies hold none, and looking is cheaper than a replacer called for every value.
  if (!holdsFile(body)) return whole(JSON.stringify(body));
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
    pieces.push(Buffer.from(part, 'utf8'));
    const slot = slots[index];
    if (slot !== undefined) pieces.push(slot.attachment.base64);
  }
  return { pieces, byteLength: pieces.reduce((sum, piece) => sum + piece.byteLength, 0) };
}

function whole(text: string): EncodedBody {
  const piece = Buffer.from(text, 'utf8');
  return { pieces: [piece], byteLength: piece.byteLength };
}

function holdsFile(value: WireJson | WireBody | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Base64Slot) return true;
  for (const part of Array.isArray(value) ? value : Object.values(value)) if (holdsFile(part)) return true;
  return false;
}
