import { bytesAt, type EncodedFile } from './canonical-base64.ts';

/** Bytes that are decoded at a time. Base64 needs a multiple of 3. */
const WINDOW_BYTES = 786_432;
/** Longer than any key with the character after it. */
export const OVERLAP_BYTES = 32;
/** ISO 32000-1, 7.5.5: the last line but one has the place of the last cross-reference section. */
const TAIL_BYTES = 2_048;
const MAX_TRAILER_BYTES = 8_192;
/** The most cross-reference sections that are followed. Each update of a file adds one. */
const MAX_SECTIONS = 64;

export interface Window {
  readonly offset: number;
  readonly bytes: Buffer;
  /** Bytes that the next window does not repeat. */
  readonly fresh: number;
}

/** Reads the file from an offset on in windows, each of which has the beginning of the next one at its end. */
export function* windows(file: EncodedFile, from: number): Generator<Window> {
  for (let offset = from; offset < file.sizeBytes; offset += WINDOW_BYTES) {
    const bytes = bytesAt(file, offset, WINDOW_BYTES + OVERLAP_BYTES);
    yield { offset, bytes, fresh: Math.min(WINDOW_BYTES, bytes.length) };
  }
}

export function textAt(file: EncodedFile, offset: number, length: number): string {
  return bytesAt(file, offset, length).toString('latin1');
}

/** The dictionary of the last trailer, or of the last cross-reference stream; empty if the file has neither. */
export function trailerOf(file: EncodedFile): string {
  const offset = lastSection(file);
  if (offset === undefined) return '';
  const section = textAt(file, offset, MAX_TRAILER_BYTES);
  if (!/^\s*xref/.test(section)) {
    const dictionary = section.split('stream', 1)[0] ?? '';
    return /\/XRef(?![A-Za-z])/.test(dictionary) ? dictionary : '';
  }
  for (const window of windows(file, offset)) {
    const at = window.bytes.indexOf('trailer');
    if (at === -1) continue;
    return trailerAt(file, window.offset + at);
  }
  return '';
}

/**
 * Whether all cross-reference sections are plain tables, so that no object of the file is inside a compressed one. It is
 * false also if a section is ambiguous.
 */
export function hasPlainSections(file: EncodedFile): boolean {
  let offset = lastSection(file);
  // Overlapping sections would be read again and again.
  let unreadBytes = file.sizeBytes;
  const seen = new Set<number>();
  while (offset !== undefined) {
    if (seen.has(offset) || seen.size >= MAX_SECTIONS) return false;
    seen.add(offset);
    const trailer = plainTableAt(file, offset);
    if (trailer === undefined) return false;
    unreadBytes -= trailer.offset - offset;
    if (unreadBytes < 0) return false;
    const dictionary = trailerAt(file, trailer.offset).slice('trailer'.length).trim();
    const isPlain = /^<<[^%(#]*>>$/.test(dictionary) && count(dictionary, '<<') === count(dictionary, '>>');
    if (!isPlain || dictionary.includes('/XRefStm') || count(dictionary, '/Prev') > 1) return false;
    const previous = /\/Prev\s+(\d{1,10})\s*[/>]/.exec(dictionary)?.[1];
    if (previous === undefined) return !dictionary.includes('/Prev');
    offset = Number(previous);
  }
  return false;
}

function lastSection(file: EncodedFile): number | undefined {
  const tail = textAt(file, Math.max(0, file.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  const offset = /startxref\s+(\d{1,10})(?!.*startxref)/s.exec(tail)?.[1];
  return offset === undefined ? undefined : Number(offset);
}

function trailerAt(file: EncodedFile, offset: number): string {
  return textAt(file, offset, MAX_TRAILER_BYTES).split('startxref', 1)[0] ?? '';
}

/** @returns the start of its trailer; undefined if this is not a table of numbers alone. */
function plainTableAt(file: EncodedFile, offset: number): { readonly offset: number } | undefined {
  const start = /^\s*xref(?=\s)/.exec(textAt(file, offset, OVERLAP_BYTES))?.[0].length;
  if (start === undefined) return undefined;
  for (const { offset: from, bytes, fresh } of windows(file, offset + start)) {
    const at = bytes.indexOf('trailer');
    const table = bytes.toString('latin1', 0, at === -1 ? fresh : at);
    if (/[^\s\dnf]/.test(table)) return undefined;
    if (at !== -1) return { offset: from + at };
  }
  return undefined;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
