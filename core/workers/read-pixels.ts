import { bytesAt, type EncodedFile } from './canonical-base64.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** A metadata segment of a JPEG has at most 64 KB, so depth maps and profiles need some hundred segments. */
const MAX_JPEG_SEGMENTS = 1_024;
/** Start-of-frame markers are C0 to CF but for these three (ITU-T T.81, table B.1). */
const NOT_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

const READERS: ReadonlyMap<string, (file: EncodedFile) => Pixels | undefined> = new Map([
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/gif', readGif],
  ['image/webp', readWebp],
]);

/**
 * Reads an image's size from its header, without decoding a pixel. Libraries either need the whole file or search a
 * damaged JPEG byte by byte, which a caller could make slow.
 * @returns undefined if the header cannot be read or contains 0.
 */
export function readPixels(file: EncodedFile, mediaType: string): Pixels | undefined {
  const pixels = READERS.get(mediaType)?.(file);
  return pixels === undefined || pixels.width === 0 || pixels.height === 0 ? undefined : pixels;
}

/** RFC 2083: the signature, then the header chunk. */
function readPng(file: EncodedFile): Pixels | undefined {
  const head = bytesAt(file, 0, 24);
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** The logical screen of GIF89a, which contains all frames. */
function readGif(file: EncodedFile): Pixels | undefined {
  const head = bytesAt(file, 0, 10);
  return head.length < 10 ? undefined : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

/** RFC 9649: the first chunk is a lossy or lossless image, or has the canvas size of an extended one. */
function readWebp(file: EncodedFile): Pixels | undefined {
  const head = bytesAt(file, 0, 30);
  if (head.length < 30) return undefined;
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8L' && head[20] === 0x2f) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8 ' || head.readUIntBE(23, 3) !== 0x9d012a) return undefined;
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}

/** Skips from segment to segment (ITU-T T.81, B.1.1) to the start of the frame. */
function readJpeg(file: EncodedFile): Pixels | undefined {
  let offset = 2;
  for (let segment = 0; segment < MAX_JPEG_SEGMENTS; segment += 1) {
    const head = bytesAt(file, offset, 9);
    const marker = head[1];
    if (head.length < 4 || head[0] !== 0xff || marker === undefined) return undefined;
    // Any number of FF bytes may precede a marker.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return undefined;
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.has(marker))
      return head.length < 9 ? undefined : { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
    offset += 2 + head.readUInt16BE(2);
  }
  return undefined;
}
