import { bytesAt, type EncodedFile } from './canonical-base64.ts';

export interface PdfFacts {
  readonly isEncrypted: boolean;
  /** Undefined where pages may hide in compressed objects, or none is found. */
  readonly pages: number | undefined;
}

/** Decoded at a time; a multiple of 3. */
const WINDOW_BYTES = 786_432;
/** More than a key and the number after it need. */
const OVERLAP_BYTES = 32;
/** ISO 32000-1, 7.5.5: the last line but one says where the last cross-reference section begins. */
const TAIL_BYTES = 2_048;
const MAX_TRAILER_BYTES = 8_192;
/** Keys looked at in one file; past this nobody counts on, and the size of the file bounds its pages. */
const MAX_KEYS = 200_000;

/** Reads a PDF's trailer and counts its pages by searching for keys: no object is parsed and nothing is inflated. */
export function inspectPdf(file: EncodedFile): PdfFacts {
  const isEncrypted = /\/Encrypt(?![A-Za-z])/.test(trailerOf(file));
  return { isEncrypted, pages: isEncrypted ? undefined : countPages(file) };
}

/** The dictionary of the last trailer, or of the last cross-reference stream; empty where the file has neither. */
function trailerOf(file: EncodedFile): string {
  const tail = textAt(file, Math.max(0, file.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  const offset = /startxref\s+(\d{1,10})(?!.*startxref)/s.exec(tail)?.[1];
  if (offset === undefined) return '';
  const section = textAt(file, Number(offset), MAX_TRAILER_BYTES);
  if (!/^\s*xref/.test(section)) {
    const dictionary = section.split('stream', 1)[0] ?? '';
    return /\/XRef(?![A-Za-z])/.test(dictionary) ? dictionary : '';
  }
  for (const window of windows(file, Number(offset))) {
    const at = window.bytes.indexOf('trailer');
    if (at === -1) continue;
    return textAt(file, window.offset + at, MAX_TRAILER_BYTES).split('startxref', 1)[0] ?? '';
  }
  return '';
}

/**
 * The larger of what the page tree says and of the page objects in the file. Every object of a file without compressed
 * ones stands in it in plain text. A file may be built to say fewer; the house bears that, as it does any excess.
 */
function countPages(file: EncodedFile): number | undefined {
  let keys = 0;
  let objects = 0;
  let stated = 0;
  for (const window of windows(file, 0)) {
    if (window.bytes.includes('/ObjStm')) return undefined;
    for (const after of behindKey(window, '/Page')) {
      keys += 1;
      if (keys > MAX_KEYS) return undefined;
      if (/^[\s\0/<>[\]()%]/.test(after)) objects += 1;
    }
    for (const after of behindKey(window, '/Count')) {
      keys += 1;
      if (keys > MAX_KEYS) return undefined;
      // Not a reference to an object that holds the number.
      const count = /^\s*(\d{1,9})(?![\d.])(?!\s+\d+\s+R)/.exec(after)?.[1];
      if (count !== undefined) stated = Math.max(stated, Number(count));
    }
  }
  return objects === 0 ? undefined : Math.max(objects, stated);
}

interface Window {
  readonly offset: number;
  readonly bytes: Buffer;
  /** Bytes that do not come again in the next window. */
  readonly fresh: number;
}

/** The file from an offset on, piece by piece, each with the beginning of the next. */
function* windows(file: EncodedFile, from: number): Generator<Window> {
  for (let offset = from; offset < file.sizeBytes; offset += WINDOW_BYTES) {
    const bytes = bytesAt(file, offset, WINDOW_BYTES + OVERLAP_BYTES);
    yield { offset, bytes, fresh: Math.min(WINDOW_BYTES, bytes.length) };
  }
}

/** What follows each place where a key stands. */
function* behindKey({ bytes, fresh }: Window, key: string): Generator<string> {
  for (let at = bytes.indexOf(key); at !== -1 && at < fresh; at = bytes.indexOf(key, at + key.length))
    yield bytes.toString('latin1', at + key.length, Math.min(at + OVERLAP_BYTES, bytes.length));
}

function textAt(file: EncodedFile, offset: number, length: number): string {
  return bytesAt(file, offset, length).toString('latin1');
}
