import { randomBytes } from 'node:crypto';
import { isTiny, plainNumbers } from './plain-json.ts';

/** A JSON text in UTF-8, in pieces that are never joined: long texts in it are shared with whatever else holds them. */
export type JsonPieces = readonly Uint8Array[];

/** @returns bytes. */
export function lengthOf(pieces: JsonPieces): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** So much JSON is written in some two milliseconds. */
const CHARACTERS_AT_ONCE = 262_144;
/** A longer string is written in parts of this length, in UTF-16 code units. Escaped, a part is up to six times as long. */
const PART_CHARACTERS = 65_536;

/**
 * Writes an object's JSON, byte for byte as `plainJson` does. Lists are written element by element and long strings in
 * parts, and the event loop turns between two pieces, so that a long answer does not block it.
 * @param nextTurn lets the event loop turn.
 */
export async function jsonInTurns(value: object, nextTurn: () => Promise<void>): Promise<JsonPieces> {
  const pieces: Uint8Array[] = [];
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < CHARACTERS_AT_ONCE) continue;
    pieces.push(Buffer.from(text));
    text = '';
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other is the point
    await nextTurn();
  }
  return [...pieces, Buffer.from(text)];
}

function* partsOf(value: object): Generator<string> {
  let before = '{';
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (Array.isArray(member)) yield* elementsOf(member);
    else yield* jsonParts(member);
  }
  yield before === '{' ? '{}' : '}';
}

function* elementsOf(list: readonly unknown[]): Generator<string> {
  for (const [index, element] of list.entries()) {
    yield index === 0 ? '[' : ',';
    yield* jsonParts(element);
  }
  yield list.length === 0 ? '[]' : ']';
}

/**
 * Writes a value's JSON as `plainJson` does, in parts that are made one by one. Each takes a fraction of a millisecond if
 * the value has few members beside its long strings.
 */
export function* jsonParts(value: unknown): Generator<string> {
  if (isPlain(value)) {
    yield JSON.stringify(value);
    return;
  }
  const texts: string[] = [];
  // Unguessable, so that no text contains it.
  const mark = randomBytes(16).toString('hex');
  const json = JSON.stringify(value, (key, member: unknown) => {
    if (typeof member !== 'string' || member.length <= PART_CHARACTERS) return plainNumbers(key, member);
    texts.push(member);
    return mark;
  });
  for (const [index, part] of json.split(mark).entries()) {
    yield part;
    const text = texts[index] ?? '';
    for (let start = 0; start < text.length;) {
      const end = endOfPart(text, start + PART_CHARACTERS);
      yield JSON.stringify(text.slice(start, end)).slice(1, -1);
      start = end;
    }
  }
}

/** Whether the value has neither long strings nor numbers that need a replacer. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= PART_CHARACTERS;
  if (typeof value === 'number') return !isTiny(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain);
}

/** JSON writes the halves of a surrogate pair as escapes if they are apart. */
function endOfPart(text: string, end: number): number {
  const isPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isPair ? end - 1 : end;
}
