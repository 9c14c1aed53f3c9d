import { hash } from 'node:crypto';
import type { JsonPieces } from './plain-json.ts';
import { JsonSlots } from './json-slots.ts';
import { COUNTED_CHARACTERS, likelyTokens, likelyTokensOfLong } from './likely-tokens.ts';

/** A text of a request. The type makes the compiler find code that treats a long text as a string. */
export type Text = string | SharedText;

/** One long text, in memory that every thread can read. */
export interface SharedPart {
  /** The text escaped as in a JSON string, without quotes, in UTF-8. */
  readonly json: Uint8Array<SharedArrayBuffer>;
  /** The length of the text itself in UTF-8. */
  readonly byteLength: number;
  /** The count of `likelyTokens`. */
  readonly tokens: number;
  /** SHA-256 of the text in UTF-8, in hex. */
  readonly digest: string;
  /** Whether it has only white space. */
  readonly isBlank: boolean;
}

/** Whether `jsonOf` writes now, and the long texts that it has found. */
let isWriting = false;
let slots: JsonSlots | undefined;

/**
 * A long text on the event loop, or several with short ones between them. A thread makes the parts (`sharePart`) from the
 * texts of a long body and from the copies for judges. After that, work on the event loop does not grow with the text:
 * JSON with it, such as a provider's request, is written without copying its bytes (`jsonOf`, `JsonSlots`). Only threads
 * read it as a string (`wholeText`).
 */
export class SharedText {
  readonly parts: readonly (string | SharedPart)[];

  constructor(parts: SharedText['parts']) {
    this.parts = parts;
  }

  /** The text escaped as in a JSON string, without quotes. */
  get json(): JsonPieces {
    return this.parts.map((part) =>
      typeof part === 'string' ? Buffer.from(JSON.stringify(part).slice(1, -1)) : part.json,
    );
  }

  /** @throws Error if anything but `jsonOf` writes it. */
  toJSON(): string {
    if (!isWriting) throw new Error('a long text is written by jsonOf');
    slots ??= new JsonSlots();
    return slots.addText(() => this.json);
  }
}

/** As `JSON.stringify`, for a value that may contain long texts. */
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

/** The length in UTF-8 bytes. */
export function bytesOf(text: Text): number {
  if (typeof text === 'string') return Buffer.byteLength(text);
  return text.parts.reduce(
    (sum, part) => sum + (typeof part === 'string' ? bytesOf(part) : part.byteLength),
    0,
  );
}

/** An upper estimate. A long string, such as a long answer, is estimated from its beginning. */
export function tokensOf(text: Text): number {
  if (typeof text === 'string')
    return text.length > COUNTED_CHARACTERS ? likelyTokensOfLong(text) : likelyTokens(text);
  return text.parts.reduce((sum, part) => sum + (typeof part === 'string' ? tokensOf(part) : part.tokens), 0);
}

/** SHA-256 of the text in UTF-8, in hex. It takes linear time for a joined text. */
export function digestOf(text: Text): string {
  const parts = partsOf(text);
  const [first] = parts;
  return parts.length === 1 && typeof first === 'object' ? first.digest : hash('sha256', wholeText(parts));
}

/** Whether the text has only white space. */
export function isBlank(text: Text): boolean {
  if (typeof text === 'string') return !/\S/.test(text);
  return text.parts.every((part) => (typeof part === 'string' ? isBlank(part) : part.isBlank));
}

/** As `Array.prototype.join`. Long texts are not copied. */
export function joinTexts(texts: readonly Text[], separator: string): Text {
  const parts: (string | SharedPart)[] = [];
  let short = '';
  for (const [index, text] of texts.entries()) {
    if (index > 0) short += separator;
    if (typeof text === 'string') {
      short += text;
      continue;
    }
    for (const part of text.parts) {
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

/** The parts of a text, which can be sent to a thread. */
export function partsOf(text: Text): SharedText['parts'] {
  return typeof text === 'string' ? [text] : text.parts;
}

/** Makes a part of a long text. It reads the whole text, so call it on a thread. */
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

/** The text as a string. It reads the whole text, so call it on a thread. */
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
