import { randomBytes } from 'node:crypto';
import { pngChunk } from './sample-files.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** One pixel, eight bits, with an alpha channel (PNG specification, 11.2.2). */
const ONE_PIXEL = Buffer.from('00000001000000010806000000', 'hex');

/** A PNG of one pixel by its form, with so many bytes of noise in place of the compressed image. */
export function samplePicture(noiseBytes: number): Buffer {
  return pictureHolding(randomBytes(noiseBytes));
}

/** The same with bytes of one's own. */
export function pictureHolding(data: Buffer): Buffer {
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', ONE_PIXEL),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
