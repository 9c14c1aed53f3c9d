import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

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
    chunk('IHDR', ONE_PIXEL),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
