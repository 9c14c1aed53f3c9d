import type { Attachment } from '../contract.ts';

type ImageSize = NonNullable<Attachment['pixels']>;

/**
 * Reads the size of an image of these types as decoders do, from its first bytes. No pixel is decoded.
 * @returns undefined if they do not say it.
 */
export async function readImageSize(bytes: Buffer, type: string): Promise<ImageSize | undefined> {
  if (type === 'image/jpeg') return jpegSize(bytes);
  // The package is loaded on demand, because most requests have no file.
  const { imageDimensionsFromData } = await import('image-dimensions');
  const found = imageDimensionsFromData(bytes);
  if (found === undefined) return undefined;
  const { width, height } = found;
  return type === 'image/gif' ? withFirstFrame(bytes, { width, height }) : { width, height };
}

/**
 * Walks the segments of a JPEG to its frame (ITU-T T.81, B.1 and B.2.2). Decoders skip a marker without a length, while a
 * reader that took what follows it for a length could be led to a forged frame. So such a marker ends the walk.
 */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes[at] === 0xff ? bytes[at + 1] : undefined;
    // Decoders skip bytes between two segments, and fill bytes before a marker.
    if (marker === undefined || marker === 0xff) at += 1;
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return undefined;
    else if (marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The places of a GIF's parts (GIF89a, 18 to 20). */
const GIF_SCREEN_BYTES = 13;
const GIF_EXTENSION = 0x21;
const GIF_FRAME = 0x2c;

/** Decoders enlarge the screen of a GIF to its first frame. */
function withFirstFrame(bytes: Buffer, { width, height }: ImageSize): ImageSize | undefined {
  const flags = bytes[10] ?? 0;
  let at = GIF_SCREEN_BYTES + (flags >= 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (bytes[at] === GIF_EXTENSION) {
    at += 2;
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length;
    at += 1;
  }
  if (bytes[at] !== GIF_FRAME || at + 9 > bytes.length) return undefined;
  return {
    width: Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)),
    height: Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)),
  };
}
