import { hash } from 'node:crypto';
import type { JsonPieces } from './plain-json.ts';
import { JsonSlots } from './json-slots.ts';
import { likelyTokens, likelyTokensOfLong } from './likely-tokens.ts';

/** A text of a request. The type lets the compiler find whoever takes a long one for a string. */
export type Text = string | SharedText;

/** One long text, in memory that every thread can read. */
export interface SharedPart {
  /** What stands between the quotes of a JSON string with this text, in UTF-8. */
  readonly json: Uint8Array<SharedArrayBuffer>;
  /** Of the text itself in UTF-8. */
  readonly byteLength: number;
  /** As `likelyTokens` counts them. */
  readonly tokens: number;
  /** SHA-256 of the text in UTF-8, in hex. */
  readonly digest: string;
  /** Nothing is in it but white space. */
  readonly isBlank: boolean;
}

/** Whether `jsonOf` writes now, and the long texts that it has met. */
let isWriting = false;
let slots: JsonSlots | undefined;

/**
 * A long text as the event loop holds it, or several with short ones between them. A thread makes the parts (`sharePart`):
 * of a long body's texts, and of the copies that judges see. From then on nothing on the event loop grows with the text: what holds it, such as
 * a provider's request, is written by putting the bytes in their place (`jsonOf`, `JsonSlots`). Only a thread reads it again (`wholeText`).
 */
export class SharedText {
  readonly parts: readonly (string | SharedPart)[];

  constructor(parts: SharedText['parts']) {
    this.parts = parts;
  }

  /** What stands between the quotes of a JSON string with this text. */
  get json(): JsonPieces {
    return this.parts.map((part) =>
      typeof part === 'string' ? Buffer.from(JSON.stringify(part).slice(1, -1)) : part.json,
    );
  }

  /** @throws Error unless `jsonOf` writes it. */
  toJSON(): string {
    if (!isWriting) throw new Error('a long text is written by jsonOf');
    slots ??= new JsonSlots();
    return slots.hold(() => this.json);
  }
}

/** As `JSON.stringify`, of a value that may hold long texts. */
export function jsonOf(value: object): JsonPieces {
  isWriting = true;
  try {
    const json = JSON.stringify(value);
    return slots === undefined ? [Buffer.from(json)] : slots.fill(json);
  } finally {
    isWriting = false;
    slots = undefined;
  }
}

export function isText(value: unknown): value is Text {
  return typeof value === 'string' || value instanceof SharedText;
}

/** UTF-8 bytes. */
export function bytesOf(text: Text): number {
  if (typeof text === 'string') return Buffer.byteLength(text);
  return text.parts.reduce(
    (sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength),
    0,
  );
}

/** Counted high. Of a long answer that is a string, only the beginning is counted, and the rest taken to be like it. */
export function tokensOf(text: Text): number {
  if (typeof text === 'string') return likelyTokensOfLong(text);
  return text.parts.reduce(
    (sum, part) => sum + (typeof part === 'string' ? likelyTokensOfLong(part) : part.tokens),
    0,
  );
}

/** SHA-256 in hex, of UTF-8. Linear in a text that was joined. */
export function digestOf(text: Text): string {
  const parts = partsOf(text);
  const [first] = parts;
  return parts.length === 1 && typeof first === 'object' ? first.digest : hash('sha256', wholeText(parts));
}

/** Whether nothing is in it but white space. */
export function isBlank(text: Text): boolean {
  return partsOf(text).every((part) => (typeof part === 'string' ? !/\S/.test(part) : part.isBlank));
}

/** As `Array.prototype.join`. Long texts in it are not copied. */
export function joinTexts(texts: readonly Text[], separator: string): Text {
  const parts: (string | SharedPart)[] = [];
  let short = '';
  for (const [index, text] of texts.entries()) {
    if (index > 0) short += separator;
    for (const part of partsOf(text)) {
      if (typeof part === 'string') short += part;
      else {
        parts.push(short, part);
        short = '';
      }
    }
  }
  if (parts.length === 0) return short;
  return new SharedText([...parts, short].filter((part) => part !== ''));
}

/** What a thread is handed of a text. */
export function partsOf(text: Text): SharedText['parts'] {
  return typeof text === 'string' ? [text] : text.parts;
}

/** Works through the whole text: for a thread. */
export function sharePart(text: string): SharedPart {
  const escaped = JSON.stringify(text).slice(1, -1);
  const json = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(escaped)));
  Buffer.from(json.buffer).write(escaped, 'utf8');
  return {
    json,
    byteLength: Buffer.byteLength(text),
    tokens: likelyTokens(text),
    digest: hash('sha256', text),
    isBlank: !/\S/.test(text),
  };
}

/** The text as a string. Works through all of it: for a thread. */
export function wholeText(parts: SharedText['parts']): string {
  return parts.map((part) => (typeof part === 'string' ? part : read(part))).join('');
}

function read({ json }: SharedPart): string {
  const value: unknown = JSON.parse(
    `"${Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')}"`,
  );
  if (typeof value !== 'string') throw new TypeError('a long text is not a JSON string');
  return value;
}
