import { dividesCharacter } from './slice-text.ts';

declare global {
  interface JSON {
    /** Makes a value whose text `JSON.stringify` writes unchanged (Node 21). TypeScript lacks both types. */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** JSON in UTF-8, with or without a byte order mark (RFC 8259, 8.1, lets a reader skip one); undefined if it is not JSON. */
export function parseJson(json: Buffer): unknown {
  const text = json.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\u{FEFF}') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Whether a parsed JSON value is an object: neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sorts members by name, so that objects with equal members have equal JSON. */
export function sortMembers(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** JavaScript writes smaller numbers with an exponent. */
const LEAST_PLAIN = 1e-6;

/**
 * Writes a number without an exponent, such as 0.0000001 instead of 1e-7, which some spreadsheets and scripts misread. The
 * digits are the same, so nothing is rounded.
 */
export function plainNumber(value: number): string {
  if (!isTiny(value)) return String(value);
  const [, sign = '', whole = '', fraction = '', places = ''] =
    /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(value)) ?? [];
  return `${sign}0.${'0'.repeat(Number(places) - 1)}${whole}${fraction}`;
}

/**
 * Writes JSON as `JSON.stringify` does, but numbers as `plainNumber` does.
 * @param value made of plain objects, lists and scalars.
 */
export function plainJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent);
  // A replacer is called for every member, so it is used only if a number needs it.
  return EXPONENT.test(json) ? JSON.stringify(value, plainNumbers, indent) : json;
}

/** Matches also in a text, where it has no effect, but in no UUID, which every answer has. */
const EXPONENT = /\de-\d+(?:[,}\]\s]|$)/;

/** The replacer for `JSON.stringify`. */
export function plainNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' && isTiny(value) ? JSON.rawJSON(plainNumber(value)) : value;
}

/** Whether JavaScript writes the number with an exponent, because it is close to zero. */
function isTiny(value: number): boolean {
  return value !== 0 && Math.abs(value) < LEAST_PLAIN;
}

/** A JSON text in UTF-8, in pieces that are not joined, so that long texts in it are not copied. */
export type JsonPieces = readonly Uint8Array[];

/** The length in bytes. */
export function lengthOf(pieces: JsonPieces): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Writing this much JSON takes about two milliseconds. */
const CHARACTERS_AT_ONCE = 262_144;
/**
 * A longer value is written in parts, and a longer string in parts of this length, in UTF-16 code units. Escaped, a part is
 * up to six times as long.
 */
const PART_CHARACTERS = 65_536;

/**
 * Writes an object's JSON, byte for byte as `plainJson` does. The event loop turns between two pieces, so that a long answer
 * does not block it.
 * @param nextTurn lets the event loop turn.
 */
export async function jsonInTurns(value: object, nextTurn: () => Promise<void>): Promise<JsonPieces> {
  if (charactersIn(value) <= PART_CHARACTERS) return [Buffer.from(plainJson(value))];
  const pieces: Uint8Array[] = [];
  let text = '';
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length < CHARACTERS_AT_ONCE) continue;
    pieces.push(Buffer.from(text));
    text = '';
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other is the point
    await nextTurn();
  }
  return [...pieces, Buffer.from(text)];
}

/** Writes a value's JSON as `plainJson` does, in parts that are made one by one. Each takes a fraction of a millisecond. */
export function* jsonParts(value: unknown): Generator<string> {
  if (charactersIn(value) <= PART_CHARACTERS) yield plainJson(value);
  else if (typeof value === 'string') {
    yield '"';
    for (let start = 0; start < value.length;) {
      const full = start + PART_CHARACTERS;
      // JSON writes the separate halves of a pair as escapes.
      const end = dividesCharacter(value, full) ? full - 1 : full;
      yield JSON.stringify(value.slice(start, end)).slice(1, -1);
      start = end;
    }
    yield '"';
  } else {
    const isList = Array.isArray(value);
    let before = isList ? '[' : '{';
    for (const [name, member] of Object.entries(value ?? {})) {
      if (member === undefined && !isList) continue;
      yield isList ? before : `${before}${JSON.stringify(name)}:`;
      yield* jsonParts(member ?? null);
      before = ',';
    }
    const end = isList ? ']' : '}';
    yield before === ',' ? end : `${before}${end}`;
  }
}

/** Counts the characters of strings and names until they exceed one part. Other values count as a few characters. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return FEW_CHARACTERS;
  let characters = FEW_CHARACTERS;
  for (const [name, member] of Object.entries(value)) {
    characters += name.length + charactersIn(member);
    if (characters > PART_CHARACTERS) break;
  }
  return characters;
}

const FEW_CHARACTERS = 8;
