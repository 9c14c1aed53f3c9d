import type { EncodedFile } from './canonical-base64.ts';
import { hasPlainSections, OVERLAP_BYTES, textAt, trailerOf, type Window, windows } from './pdf-sections.ts';

/** The most keys that are examined. In a file with more, the pages are not counted but bounded by its size. */
const MAX_KEYS = 200_000;

/**
 * Counts a PDF's pages by searching for keys, because parsing or inflating an untrusted file may take long.
 * @returns undefined `pages` if they may be in compressed objects, none is found, or the file contradicts itself.
 */
export function inspectPdf(file: EncodedFile) {
  const isEncrypted = /\/Encrypt(?![A-Za-z])/.test(trailerOf(file));
  return { isEncrypted, pages: isEncrypted ? undefined : countPages(file) };
}

/**
 * The larger of two counts: the page objects, and the leaves of the trees. Readers count a leaf as a page even if its type
 * is missing. `/Count` does not count, because outlines have it too. If the cross-references of a file are plain tables,
 * all of its objects are plain text, so that a search finds them.
 */
function countPages(file: EncodedFile): number | undefined {
  if (!hasPlainSections(file)) return undefined;
  let keys = 0;
  let pages = 0;
  /** Lists of children that are not empty, one for each inner node. Only the root of a tree is not a child. */
  let lists = 0;
  const children = new Set<number>();
  for (const window of windows(file, 0)) {
    if (hasCompressed(window.bytes) || hasEscapedKey(window.bytes)) return undefined;
    for (const at of behindKey(window, '/Page')) {
      keys += 1;
      if (keys > MAX_KEYS) return undefined;
      if (/[\s\0/<>[\]()%]/.test(window.bytes.toString('latin1', at, at + 1))) pages += 1;
    }
    for (const at of behindKey(window, '/Kids')) {
      keys += 1;
      const countBefore = children.size;
      if (keys > MAX_KEYS || !addChildren(file, window.offset + at, children)) return undefined;
      if (children.size > countBefore) lists += 1;
    }
  }
  if (pages === 0) return undefined;
  return Math.max(pages, children.size - lists + 1);
}

/** Bytes of a list of references that are read at a time. */
const LIST_BYTES = 3_072;

/**
 * Adds the objects that a list refers to, from its bracket on.
 * @returns false if the list is not plain, or names an object a second time. A tree names no object twice, and a reader
 * that follows such a list would count its page twice.
 */
function addChildren(file: EncodedFile, from: number, children: Set<number>): boolean {
  let text = '';
  let isOpen = false;
  for (let offset = from; offset < file.sizeBytes; offset += LIST_BYTES) {
    text += textAt(file, offset, LIST_BYTES);
    if (!isOpen) {
      const bracket = /^[\s\0]*\[/.exec(text);
      if (bracket === null) return false;
      isOpen = true;
      text = text.slice(bracket[0].length);
    }
    const reference = /[\s\0]*(\d{1,10})[\s\0]+\d{1,5}[\s\0]+R(?=[\s\0\]\d])/y;
    let end = 0;
    for (let match = reference.exec(text); match !== null; match = reference.exec(text)) {
      const child = Number(match[1]);
      if (children.has(child) || children.size >= MAX_KEYS) return false;
      children.add(child);
      end = reference.lastIndex;
    }
    text = text.slice(end).trimStart();
    if (text.startsWith(']')) return true;
    if (text.length > OVERLAP_BYTES) return false;
  }
  return false;
}

/** Keys that readers look for when they repair a file. */
function hasCompressed(bytes: Buffer): boolean {
  return bytes.includes('/ObjStm') || bytes.includes('/XRef');
}

const KEYS: ReadonlySet<string> = new Set(['Page', 'Pages', 'Kids', 'ObjStm', 'XRef', 'Type']);
const HASH = '#'.charCodeAt(0);
/** More than the longest of these keys with every letter escaped. */
const ESCAPED_KEY_BYTES = 24;

/** Whether a key is written with escapes, such as `/P#61ge`: no program that writes files honestly does. */
function hasEscapedKey(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(HASH); at !== -1; at = bytes.indexOf(HASH, at + 1)) {
    const before = bytes.toString('latin1', Math.max(0, at - ESCAPED_KEY_BYTES), at);
    const start = /\/[A-Za-z]{0,6}$/.exec(before)?.[0];
    if (start === undefined) continue;
    const name = /^[A-Za-z0-9#]*/.exec(bytes.toString('latin1', at, at + ESCAPED_KEY_BYTES))?.[0] ?? '';
    const plain = `${start.slice(1)}${name}`.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (KEYS.has(plain)) return true;
  }
  return false;
}

/** Yields the place after each occurrence of a key. */
function* behindKey({ bytes, fresh }: Window, key: string): Generator<number> {
  for (let at = bytes.indexOf(key); at !== -1 && at < fresh; at = bytes.indexOf(key, at + key.length))
    yield at + key.length;
}
