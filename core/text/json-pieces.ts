import { plainJson } from './plain-json.ts';

/** A JSON text in UTF-8, in pieces that are never joined: long texts in it are shared with whatever else holds them. */
export type JsonPieces = readonly Uint8Array[];

/** @returns bytes. */
export function lengthOf(pieces: JsonPieces): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Written in some two milliseconds. */
const CHARACTERS_AT_ONCE = 262_144;

/**
 * An object's JSON, byte for byte as `plainJson` writes it. Its lists are written element by element, and between two
 * pieces the event loop turns: an answer of many long results would hold it otherwise.
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
    else yield plainJson(member);
  }
  yield before === '{' ? '{}' : '}';
}

function* elementsOf(list: readonly unknown[]): Generator<string> {
  for (const [index, element] of list.entries()) yield `${index === 0 ? '[' : ','}${plainJson(element)}`;
  yield list.length === 0 ? '[]' : ']';
}
