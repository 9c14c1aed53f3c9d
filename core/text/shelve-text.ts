import { hash, randomBytes } from 'node:crypto';
import { likelyTokens } from './likely-tokens.ts';
import { markOf, partsOf, type LongText, type LongTexts, type TextStore } from './long-text.ts';

/**
 * Puts one text away.
 * Works through the whole text: call it on a thread, or for a text whose length is bounded.
 */
export function shelve(text: string): LongText {
  const escaped = JSON.stringify(text).slice(1, -1);
  const json = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(escaped)));
  Buffer.from(json.buffer).write(escaped, 'utf8');
  return {
    json,
    byteLength: Buffer.byteLength(text),
    tokens: likelyTokens(text),
    digest: hash('sha256', text),
  };
}

/** A text as a mark where it is longer than `characters`, itself where it is not. Same caution as `shelve`. */
export function shelveIfLong(
  text: string,
  characters: number,
): { readonly text: string; readonly texts: LongTexts } {
  const texts: TextStore = new Map();
  if (text.length <= characters) return { text, texts };
  const mark = markOf(newBatch(), 0);
  texts.set(mark, shelve(text));
  return { text: mark, texts };
}

/** Shorter parts of a long text stay where they are. */
const SHORT_PART_CHARACTERS = 1_024;

/**
 * Puts away what a text holds beside its marks, which stay: a text that grows is put away a part at a time. Same caution
 * as `shelve`.
 */
export function shelveParts(
  text: string,
  texts: LongTexts,
): { readonly text: string; readonly texts: LongTexts } {
  const marks = new Map(Array.from(texts, ([mark, long]) => [long, mark]));
  const shelves: TextStore = new Map();
  const batch = newBatch();
  const parts = Array.from(partsOf(text, texts), (part) => {
    if (typeof part !== 'string') return marks.get(part);
    if (part.length <= SHORT_PART_CHARACTERS) return part;
    const mark = markOf(batch, shelves.size);
    shelves.set(mark, shelve(part));
    return mark;
  });
  return { text: parts.join(''), texts: shelves };
}

/** For the marks of texts that are put away together. */
export function newBatch(): string {
  return randomBytes(16).toString('hex');
}

/** The string with every long text written out again. Same caution as `shelve`. */
export function unshelve(text: string, texts: LongTexts): string {
  return Array.from(partsOf(text, texts), (part) => (typeof part === 'string' ? part : read(part))).join('');
}

function read({ json }: LongText): string {
  const value: unknown = JSON.parse(
    `"${Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')}"`,
  );
  if (typeof value !== 'string') throw new TypeError('a long text is not a JSON string');
  return value;
}
