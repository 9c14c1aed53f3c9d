import { crc32, deflateSync } from 'node:zlib';

/** Files by their headers, built byte by byte: real enough for whoever does not decode them. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function png({ width, height }: Size, noise: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(5)), noise])),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** @param before segments between the start of the image and its frame. */
export function jpeg({ width, height }: Size, before: readonly Buffer[] = []): Buffer {
  const frame = Buffer.from('ffc00011080000000003011100021101031101', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jfif,
    ...before,
    frame,
    Buffer.from('ffda0002ffd9', 'hex'),
  ]);
}

/** An application segment of a JPEG with so many bytes of metadata, at most 65,533. */
export function jpegMetadata(bytes: number, fill = 0): Buffer {
  const segment = Buffer.alloc(bytes + 4, fill);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(bytes + 2, 2);
  return segment;
}

export function gif({ width, height }: Size, frames = 1): Buffer {
  const screen = Buffer.from('4749463839610000000000000021', 'hex').subarray(0, 13);
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('2c000000000100010000020144003b', 'hex').subarray(0, 14);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')]);
}

export function webp(kind: 'lossy' | 'lossless' | 'extended', { width, height }: Size): Buffer {
  const body = Buffer.alloc(32);
  if (kind === 'lossy') {
    body.write('VP8 ');
    body.set([0x9d, 0x01, 0x2a], 11);
    body.writeUInt16LE(width, 14);
    body.writeUInt16LE(height, 16);
  } else if (kind === 'lossless') {
    body.write('VP8L');
    body[8] = 0x2f;
    body.writeUInt32LE(((height - 1) << 14) | (width - 1), 9);
  } else {
    body.write('VP8X');
    body.writeUIntLE(width - 1, 12, 3);
    body.writeUIntLE(height - 1, 15, 3);
  }
  body.writeUInt32LE(24, 4);
  const riff = Buffer.from('RIFF....WEBP', 'latin1');
  riff.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([riff, body]);
}

export interface PdfOptions {
  readonly pages: number;
  readonly isEncrypted?: boolean;
  /** As PDF 1.5 may: the cross-references in a stream, and pages perhaps in compressed objects. */
  readonly crossReferences?: 'table' | 'stream';
  readonly hasCompressedObjects?: boolean;
  /** Comments, or a content stream's bytes. */
  readonly filler?: Buffer;
}

export function pdf(options: PdfOptions): Buffer {
  const { pages, crossReferences = 'table', filler = Buffer.alloc(0) } = options;
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /PageMode /UseNone >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`,
    ...kids.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
    ...(options.hasCompressedObjects === true
      ? ['<< /Type /ObjStm /N 1 /First 4 /Length 0 >> stream\n\nendstream']
      : []),
  ];
  const body = Buffer.concat([
    Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'),
    ...objects.map((object, index) => Buffer.from(`${index + 1} 0 obj ${object} endobj\n`)),
    filler,
    Buffer.from('\n'),
  ]);
  const encryption = options.isEncrypted === true ? '/Encrypt 99 0 R' : '';
  const trailer = `/Size ${objects.length + 1} /Root 1 0 R ${encryption} /ID [<00><00>]`;
  const section =
    crossReferences === 'table'
      ? `xref\n0 1\n0000000000 65535 f \ntrailer\n<< ${trailer} >>\n`
      : `50 0 obj << /Type /XRef ${trailer} /W [1 2 1] /Length 0 >> stream\n\nendstream endobj\n`;
  return Buffer.concat([body, Buffer.from(`${section}startxref\n${body.length}\n%%EOF\n`)]);
}
