import { likelyTokens } from './likely-tokens.ts';

/**
 * A long text as the event loop holds it: a mark in a string, and its content in memory that every thread can read. The
 * content is escaped for JSON once, on a thread; after that a body, a log entry or an answer that holds the text is made
 * by putting the bytes in the mark's place. Nothing on the event loop grows with the text.
 */
export interface LongText {
  /** What stands between the quotes of a JSON string with this text, in UTF-8. */
  readonly json: Uint8Array<SharedArrayBuffer>;
  /** Of the text itself in UTF-8. */
  readonly byteLength: number;
  /** As `likelyTokens` counts them. */
  readonly tokens: number;
  /** SHA-256 of the text in UTF-8, in hex: equal texts are recognised without reading them. */
  readonly digest: string;
}

/** Long texts by their marks. A mark that is not in it is ordinary text. */
export type LongTexts = ReadonlyMap<string, LongText>;

/** The long texts of one request: the caller's own, then those of the answers. It lives as long as the request. */
export type TextStore = Map<string, LongText>;

/** No text is long. */
export const NO_TEXTS: LongTexts = new Map();

/** An answer or a judge's question longer than this, in UTF-16 code units, is kept as a long text. */
export const LONG_ANSWER_CHARACTERS = 32_768;

/** 128 random bits for each batch of texts, then the text's number: nobody outside the process can write one. */
const MARK = /assay-text-[0-9a-f]{32}-[0-9a-f]{4}/g;
/** @param batch 32 hex digits of fresh randomness. @param number 0 inclusive to 65,536 exclusive: it has four digits. */
export function markOf(batch: string, number: number): string {
  return `assay-text-${batch}-${number.toString(16).padStart(4, '0')}`;
}

/** What a string with marks is made of, in order. Linear in the string, which is short by design. */
export function* partsOf(text: string, texts: LongTexts): Generator<string | LongText> {
  let from = 0;
  for (const match of texts.size === 0 ? [] : text.matchAll(MARK)) {
    const long = texts.get(match[0]);
    if (long === undefined) continue;
    if (match.index > from) yield text.slice(from, match.index);
    yield long;
    from = match.index + match[0].length;
  }
  if (from < text.length) yield text.slice(from);
}

/** UTF-8 bytes of a string, each mark counted as its text. */
export function bytesOf(text: string, texts: LongTexts): number {
  if (texts.size === 0) return Buffer.byteLength(text);
  let bytes = 0;
  for (const part of partsOf(text, texts))
    bytes += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength;
  return bytes;
}

/** Tokens of a string, counted high, each mark counted as its text. Linear in the string, which is short by design. */
export function tokensOf(text: string, texts: LongTexts): number {
  if (texts.size === 0) return likelyTokens(text);
  let tokens = 0;
  for (const part of partsOf(text, texts))
    tokens += typeof part === 'string' ? likelyTokens(part) : part.tokens;
  return tokens;
}

/** The long texts a string refers to, such as a thread needs that is handed the string. */
export function textsIn(text: string, texts: LongTexts): TextStore {
  const found: TextStore = new Map();
  if (texts.size === 0) return found;
  for (const [mark] of text.matchAll(MARK)) {
    const long = texts.get(mark);
    if (long !== undefined) found.set(mark, long);
  }
  return found;
}

/** A JSON text in UTF-8, in pieces that are never joined: long texts in it are shared with whatever else holds them. */
export type JsonPieces = readonly Uint8Array[];

/**
 * The bytes of a JSON text whose strings hold marks, with each long text in its mark's place. A mark may stand anywhere in
 * a string, beside other text. The long texts are not copied: every model's body shares the same memory.
 */
export function spliceTexts(json: string, texts: LongTexts): JsonPieces {
  if (texts.size === 0) return [Buffer.from(json, 'utf8')];
  const pieces: Uint8Array[] = [];
  for (const part of partsOf(json, texts))
    pieces.push(typeof part === 'string' ? Buffer.from(part, 'utf8') : part.json);
  return pieces;
}

/** @returns bytes. */
export function lengthOf(pieces: JsonPieces): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
