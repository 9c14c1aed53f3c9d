import { MAX_DEPTH, MAX_VALUES, weighReply } from './weigh-reply.ts';

export interface ReplyTask {
  readonly bytes: Buffer;
  /** Set if only the beginning of each string is needed, as for an error reply or a verdict. */
  readonly isCut: boolean;
  /** Upper bound of all keys and strings; the bound for a provider's reply by default. */
  readonly maxCharacters?: number;
}

/** The value is undefined if the reply is not JSON. `too_large`: it has too many levels or values, or too much text. */
export type ParsedReply = { readonly value: unknown } | 'too_large';

/** The task for a thread. The bytes were transferred to it, and their memory is freed afterwards. */
export default function parseLargeReply(task: ReplyTask): ParsedReply {
  const parsed = parseBounded(task);
  // The garbage collector of the thread does not count this memory, and would keep dozens of large replies.
  const { buffer } = task.bytes;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  return parsed;
}

/** Parses and weighs the whole reply. Call it on a thread if the reply is long. */
export function parseBounded({ bytes, isCut, maxCharacters }: ReplyTask): ParsedReply {
  // A buffer arrives as a plain array of bytes.
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isOverMax(json)) return 'too_large';
  const root = { reply: parseJson(json) };
  return weighReply(root, isCut, maxCharacters) === undefined ? 'too_large' : { value: root.reply };
}

/** JSON in UTF-8, with or without a byte order mark (RFC 8259, 8.1, lets a reader skip one). */
export function parseJson(json: Buffer): unknown {
  const text = json.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\u{FEFF}') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts without parsing, because parsing 16 MB of brackets takes seconds. The count is exact if the text is JSON. */
function isOverMax(json: Buffer): boolean {
  let depth = 0;
  let values = 1;
  for (let place = 0; place < json.length; place += 1) {
    const byte = json[place];
    if (byte === QUOTE) place = endOfString(json, place);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

/** @param start the place of the opening quote. @returns that of the closing one, or the end of the text. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    // An odd number of backslashes escapes the quote.
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
