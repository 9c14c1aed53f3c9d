import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectFile, type Inspection } from '../../core/workers/inspect-file.ts';
import { gif, jpeg, jpegMetadata, pdf, png, pngChunk, webp } from '../support/samples/sample-files.ts';

const SIZE = { width: 640, height: 480 };

function inspect(file: Buffer, declared: string | undefined): Promise<Inspection> {
  const base64 = Buffer.from(file.toString('base64'));
  return inspectFile({ base64, sizeBytes: file.length }, declared, '/attachments/3');
}

function gifWithFrame({ width, height }: typeof SIZE): Buffer {
  const file = gif({ width: 1, height: 1 });
  file.writeUInt16LE(width, 18);
  file.writeUInt16LE(height, 20);
  return file;
}

describe('an image', () => {
  it.each<[string, Buffer, string]>([
    ['PNG', png(SIZE), 'image/png'],
    ['PNG in upper case', png(SIZE), 'IMAGE/PNG'],
    ['animated PNG', animated(png(SIZE)), 'image/png'],
    ['JPEG', jpeg(SIZE), 'image/jpeg'],
    ['JPEG behind 6 MB of metadata', jpeg(SIZE, Array(100).fill(jpegMetadata(60_000, 0xff))), 'image/jpeg'],
    ['JPEG with filling before a marker', jpeg(SIZE, [Buffer.alloc(40, 0xff)]), 'image/jpeg'],
    [
      'JPEG with Huffman tables before its frame',
      jpeg(SIZE, [Buffer.from('ffc400040000', 'hex')]),
      'image/jpeg',
    ],
    ['GIF', gif(SIZE), 'image/gif'],
    ['GIF of 10,000 frames', gif(SIZE, 10_000), 'image/gif'],
    ['GIF whose frame exceeds its screen', gifWithFrame(SIZE), 'image/gif'],
    ['lossy WebP', webp('lossy', SIZE), 'image/webp'],
    ['lossless WebP', webp('lossless', SIZE), 'image/webp'],
    ['extended WebP', webp('extended', SIZE), 'image/webp'],
  ])('as a %s has its size', async (_name, file, type) => {
    expect(await inspect(file, type)).toEqual({ facts: { pixels: SIZE } });
  });

  it.each<[string, Buffer, string]>([
    ['16,384 a side', png({ width: 16_384, height: 6_000 }), 'image/png'],
    ['100 megapixels', png({ width: 10_000, height: 10_000 }), 'image/png'],
    ['one pixel', gif({ width: 1, height: 1 }), 'image/gif'],
  ])('of %s passes', async (_name, file, type) => {
    expect(await inspect(file, type)).toHaveProperty('facts');
  });

  it.each<[string, Buffer, string, string]>([
    ['30,000 by 30,000', png({ width: 30_000, height: 30_000 }), 'image/png', '30000 x 30000'],
    ['16,385 wide', png({ width: 16_385, height: 1 }), 'image/png', '16385 x 1'],
    ['16,385 high', webp('extended', { width: 1, height: 16_385 }), 'image/webp', '1 x 16385'],
    ['over 100 megapixels', jpeg({ width: 10_000, height: 10_001 }), 'image/jpeg', '10000 x 10001'],
    ['4 billion wide', png({ width: 4_294_967_295, height: 1 }), 'image/png', '4294967295 x 1'],
  ])('of %s is refused with its size', async (_name, file, type, size) => {
    expect(await inspect(file, type)).toEqual({
      problem: { pointer: '/attachments/3/base64', code: 'limit', message: expect.stringContaining(size) },
    });
  });

  it.each<[string, Buffer, string]>([
    ['a PNG of no width', png({ width: 0, height: 5 }), 'image/png'],
    [
      'a JPEG without a frame',
      Buffer.concat([jpeg(SIZE).subarray(0, 20), Buffer.from('ffd9', 'hex')]),
      'image/jpeg',
    ],
    ['a JPEG cut inside its frame', jpeg(SIZE).subarray(0, 27), 'image/jpeg'],
    [
      'a JPEG with noise for segments',
      Buffer.concat([jpeg(SIZE).subarray(0, 20), Buffer.alloc(9_000, 0x41)]),
      'image/jpeg',
    ],
    [
      'a JPEG with a marker that would lead a reader to a forged frame',
      jpeg(SIZE, [Buffer.from('ffd0fffe000affc0000b080001000101', 'hex')]),
      'image/jpeg',
    ],
    ['a GIF cut short', gif(SIZE).subarray(0, 8), 'image/gif'],
    ['a GIF without a frame', gif(SIZE, 0), 'image/gif'],
    [
      'a WebP of an unknown form',
      Buffer.from(webp('lossy', SIZE).map((byte, index) => (index === 15 ? 0x5a : byte))),
      'image/webp',
    ],
  ])('as %s is refused as damaged', async (_name, file, type) => {
    expect(await inspect(file, type)).toMatchObject({
      problem: { pointer: '/attachments/3/base64', code: 'damaged' },
    });
  });
});

describe('the declared type', () => {
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  const html = Buffer.from('<!DOCTYPE html><html><body>hi</body></html>');
  const zip = Buffer.from(`504b0304${'00'.repeat(60)}`, 'hex');

  it.each<[string, Buffer, string, string]>([
    ['HTML as a PNG', html, 'image/png', 'text/html'],
    ['SVG as a PNG', svg, 'image/png', 'image/svg+xml'],
    ['SVG as itself', svg, 'image/svg+xml', 'image/svg+xml'],
    ['a ZIP as a PNG', zip, 'image/png', 'application/zip'],
    ['a ZIP as itself', zip, 'application/zip', 'application/zip'],
    ['a gzip as a PDF', gzipSync('x'.repeat(10_000)), 'application/pdf', 'application/gzip'],
    ['a PDF as a PNG', pdf({ pages: 1 }), 'image/png', 'application/pdf'],
    ['a PNG as a PDF', png(SIZE), 'application/pdf', 'image/png'],
    ['a PNG as a JPEG', png(SIZE), 'image/jpeg', 'image/png'],
    ['a PNG as text', png(SIZE), 'text/plain', 'image/png'],
    ['a WebP as a GIF', webp('lossy', SIZE), 'image/gif', 'image/webp'],
    ['plain text as a GIF', Buffer.from('hello '.repeat(40)), 'image/gif', 'no known kind'],
    ['one byte as a PDF', Buffer.from('%'), 'application/pdf', 'no known kind'],
    ['a PDF behind other bytes', Buffer.concat([html, pdf({ pages: 1 })]), 'application/pdf', 'text/html'],
  ])('that declares %s is refused with the actual type', async (_name, file, declared, found) => {
    expect(await inspect(file, declared)).toEqual({
      problem: {
        pointer: '/attachments/3/type',
        code: 'media_type',
        message: expect.stringContaining(found),
      },
    });
  });

  it.each([
    ['image/jpeg', jpeg(SIZE)],
    ['image/png', png(SIZE)],
  ])('image/jpg is refused, with the right name for %s', async (found, bytes) => {
    expect(await inspect(bytes, 'image/jpg')).toEqual({
      problem: {
        pointer: '/attachments/3/type',
        code: 'media_type',
        message: `image/jpg is no media type; the file is ${found}: declare ${found}`,
      },
    });
  });

  it('is not compared if it is missing', async () => {
    expect(await inspect(html, undefined)).toEqual({ facts: {} });
  });
});

describe('a PDF', () => {
  const noise = Buffer.from('(a line about /Encrypt, /ObjStm and /XRef) Tj\n');

  it.each<[string, Buffer, number | undefined]>([
    ['of one page', pdf({ pages: 1 }), 1],
    ['of 40 pages', pdf({ pages: 40 }), 40],
    ['with its cross-references in a stream', pdf({ pages: 7, crossReferences: 'stream' }), undefined],
    ['whose pages lie a megabyte and a half in', withPagesLate(), 3],
    ['with 300 bookmarks', rewritten('/PageMode /UseNone', '/Outlines <</Count 300>>'), 2],
    [
      'that lists one page a thousand times',
      rewritten(/\/Kids \[[^\]]*/, `/Kids [${'3 0 R '.repeat(1_000)}`),
      undefined,
    ],
    ['that lists one page in two lists', rewritten('/Count 2', '/Kids [3 0 R] /Count 2'), undefined],
    ['that lists more pages than it has', rewritten(/\/Kids \[[^\]]*/, `/Kids [${references(1_000)}`), 1_000],
    ['whose pages have no type, beside names of nodes', untyped(500), 500],
    ['whose tree has nodes of its own', rewritten('<</Type/Page/', '<</Type/Pages/Kids[9 0 R 10 0 R]/'), 3],
    ['whose list is another object', rewritten(/\/Kids \[[^\]]*\]/, '/Kids 4 0 R'), undefined],
    ['whose list has a comment', rewritten('/Kids [', '/Kids [%]\n'), undefined],
    ['whose list has no end', rewritten(/\/Kids \[/, `/Kids [${' '.repeat(100_000)}[`), undefined],
    ['that escapes a letter of a key', rewritten('/Type/Page/', '/Type/P#61ge/'), undefined],
    ['that escapes a letter of a name', rewritten('/Type', '/Title#20x (#41) /Type'), 2],
    ['with compressed objects', pdf({ pages: 3, hasCompressedObjects: true }), undefined],
    ['with no page in sight', pdf({ pages: 0 }), undefined],
    ['of a million keys', pdf({ pages: 1, filler: Buffer.from('/Pages'.repeat(1_000_000)) }), undefined],
    ['cut short', pdf({ pages: 4 }).subarray(0, -200), undefined],
    ['with compressed objects of no type', withHiddenPages(600), undefined],
    ['of two parts', Buffer.concat([pdf({ pages: 4 }), update('/Prev')]), 4],
    [
      'whose first part has its cross-references in a stream',
      updated({ crossReferences: 'stream' }),
      undefined,
    ],
    ['whose trailer also names a stream', rewritten('trailer\n<<', 'trailer\n<< /XRefStm 9'), undefined],
    ['whose trailer has a comment', rewritten('trailer\n<<', 'trailer\n<< %\n'), undefined],
    ['whose table has a comment', rewritten('xref\n', 'xref\n%trailer\n'), undefined],
    ['whose table ends at a piece', longTable(), 2],
    ['whose parts follow each other in a circle', circular(), undefined],
  ])('%s has a page count of %3$s', async (_name, file, pages) => {
    expect(await inspect(file, 'application/pdf')).toEqual({ facts: { pages } });
  });

  it.each<[string, Buffer]>([
    ['in its trailer', pdf({ pages: 1, isEncrypted: true })],
    ['in its cross-reference stream', pdf({ pages: 1, isEncrypted: true, crossReferences: 'stream' })],
    ['in a trailer far behind its table', farTrailer()],
    [
      'in the last of two trailers',
      Buffer.concat([
        pdf({ pages: 1 }),
        moved(pdf({ pages: 1, isEncrypted: true }), pdf({ pages: 1 }).length),
      ]),
    ],
  ])('that says %s it is encrypted is refused', async (_name, file) => {
    expect(await inspect(file, 'application/pdf')).toEqual({
      problem: {
        pointer: '/attachments/3/base64',
        code: 'encrypted',
        message: expect.stringMatching(/password/),
      },
    });
  });

  it.each<[string, Buffer]>([
    ['in a text', pdf({ pages: 1, filler: noise })],
    ['as a part of another word', pdf({ pages: 1, filler: Buffer.from('/EncryptMetadata false') })],
    [
      'where its last line points into a text',
      Buffer.from('%PDF-1.4\n/Encrypt /Type /Page\nstartxref\n9\n%%EOF'),
    ],
    [
      'where its last line points past the end',
      Buffer.from('%PDF-1.4\n/Encrypt /Type /Page\nstartxref\n9999999999\n%%EOF'),
    ],
  ])('that has the word %s does not count as encrypted', async (_name, file) => {
    expect(await inspect(file, 'application/pdf')).toHaveProperty('facts');
  });

  /** A file of two pages. */
  function rewritten(find: string | RegExp, put: string): Buffer {
    const text = pdf({ pages: 2 }).toString('latin1');
    const changed = text.replace(find, put);
    expect(changed).not.toBe(text);
    return relinked(changed);
  }

  /** Its last line has the new place of its table. */
  function relinked(text: string): Buffer {
    const at = /^xref$/m.exec(text)?.index ?? 0;
    return Buffer.from(text.replace(/startxref\n\d+/, `startxref\n${at}`), 'latin1');
  }

  /** A part without objects after a file of four pages. */
  function update(previous: string, before = pdf({ pages: 4 })): Buffer {
    const at = /startxref\n(\d+)/.exec(before.toString('latin1'))?.[1];
    const trailer = `trailer\n<< /Size 7 /Root 1 0 R ${previous} ${at} >>\n`;
    return Buffer.from(`xref\n0 0\n${trailer}startxref\n${before.length}\n%%EOF\n`);
  }

  function updated(options: { readonly crossReferences: 'stream' | 'table' }): Buffer {
    const before = pdf({ pages: 4, ...options });
    return Buffer.concat([before, update('/Prev', before)]);
  }

  function circular(): Buffer {
    const text = pdf({ pages: 2 }).toString('latin1');
    return rewritten('trailer\n<<', `trailer\n<< /Prev ${/^xref$/m.exec(text)?.index}`);
  }

  /** A table whose word `trailer` is divided between two windows. */
  function longTable(): Buffer {
    const entry = '0000000000 65535 f \n';
    return rewritten('trailer', `${entry.repeat(39_320)}${' '.repeat(2)}trailer`);
  }

  /** Objects without types in a compressed object. Only one separate page is plain. */
  function withHiddenPages(count: number): Buffer {
    const kids = Array.from({ length: count }, (_, index) => `${index + 100} 0 R`).join(' ');
    const inside = deflateSync(`2 0 << /Type /Pages /Count ${count} /Kids [${kids}] >>`);
    const objects = Buffer.concat([
      Buffer.from(
        '%PDF-1.5\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n3 0 obj << /Type /Page >> endobj\n',
      ),
      Buffer.from(`4 0 obj << /N 1 /First 4 /Filter /FlateDecode /Length ${inside.length} >> stream\n`),
      inside,
      Buffer.from('\nendstream endobj\n'),
    ]);
    const references = '5 0 obj << /Size 9 /W [1 4 2] /Root 1 0 R /Length 0 >> stream\n\nendstream endobj\n';
    return Buffer.concat([objects, Buffer.from(`${references}startxref\n${objects.length}\n%%EOF\n`)]);
  }

  /** Only the first page has a type, there is no count, and a comment has more nodes than there are pages. */
  function untyped(pages: number): Buffer {
    const typed = pdf({ pages, filler: Buffer.from(`% ${'/Pages '.repeat(pages + 5)}\n`) }).toString(
      'latin1',
    );
    const [before = '', ...rest] = typed.replace(`/Count ${pages}`, '').split('/Type/Page/');
    return relinked([[before, rest[0]].join('/Type/Page/'), ...rest.slice(1)].join('/'));
  }

  function references(count: number): string {
    return Array.from({ length: count }, (_, index) => `${index + 10} 0 R`).join(' ');
  }

  function withPagesLate(): Buffer {
    const text = pdf({ pages: 3 }).toString('latin1');
    return relinked(text.replace('1 0 obj', `${'% '.repeat(750_000)}\n1 0 obj`));
  }

  /** Its cross-reference table is longer than a window. */
  function farTrailer(): Buffer {
    const whole = pdf({ pages: 1, isEncrypted: true }).toString('latin1');
    return Buffer.from(
      whole.replace('trailer', `${'0000000000 65535 f \n'.repeat(60_000)}trailer`),
      'latin1',
    );
  }

  /** An update after the end of a file. Its offsets count from the beginning of the file. */
  function moved(update: Buffer, by: number): Buffer {
    return Buffer.from(
      update.toString('latin1').replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + by}`),
      'latin1',
    );
  }
});

/** Adds the chunk that makes a PNG an animation. */
function animated(file: Buffer): Buffer {
  const at = file.indexOf('IDAT') - 4;
  return Buffer.concat([file.subarray(0, at), pngChunk('acTL', Buffer.alloc(8, 1)), file.subarray(at)]);
}
