import type { FieldError } from '../errors.ts';
import { markOf, MAX_BATCH, type LongTexts, type TextStore } from './long-text.ts';
import { newBatch, shelve } from './shelve-text.ts';

/** Shorter ones stay where they are: a request has at most a few hundred of them. */
const SHORT_CHARACTERS = 256;
/** As in prompt-request.schema.json. Longer ones stay, so that the validator refuses them. */
export const MAX_TEXT_CHARACTERS = 2_000_000;
export const MAX_CRITERIA_CHARACTERS = 100_000;
/** No other field takes as much: a schema has 64 KB as JSON, a name 255 characters. */
const MAX_FIELD_CHARACTERS = 65_536;
const MAX_MEMBER_CHARACTERS = 262_144;

export interface TakenTexts {
  readonly texts: LongTexts;
  /** What is wrong with single texts: too long, each with its pointer. */
  readonly problems: readonly FieldError[];
  /** A member, beside the texts and files, that holds more than the event loop should work on. */
  readonly outgrown: FieldError | undefined;
}

/**
 * Takes the texts out of a request's parsed body, leaving marks: `prompt`, `judge_prompt`, the system prompt and the
 * history. Works through the whole body: call it on a thread.
 * @param body not validated yet; anything may be of another type. It is changed in place.
 */
export function takeTexts(body: unknown): TakenTexts {
  const texts: TextStore = new Map();
  const problems: FieldError[] = [];
  const batch = newBatch();
  for (const { holder, key, pointer, maxCharacters } of textFields(body)) {
    const text = holder[key];
    if (typeof text !== 'string' || text.length <= SHORT_CHARACTERS) continue;
    if (key === 'prompt' && text.trim() === '') {
      // The validator refuses it, and need not see all of it for that.
      holder[key] = text.slice(0, SHORT_CHARACTERS);
      continue;
    }
    const mark = markOf(batch, texts.size);
    holder[key] = mark;
    if (text.length > maxCharacters)
      problems.push({ pointer, code: 'length', message: `must have at most ${maxCharacters} characters` });
    else texts.set(mark, shelve(text));
    if (texts.size === MAX_BATCH || problems.length === MAX_PROBLEMS) break;
  }
  const member = findOutgrown(body);
  return { texts, problems, outgrown: member === undefined ? undefined : tooMuch(member) };
}

const MAX_PROBLEMS = 10;

function tooMuch(pointer: string): FieldError {
  const message = `must have at most ${MAX_MEMBER_CHARACTERS} characters beside texts and files`;
  return { pointer: pointer.slice(0, 128), code: 'limit', message };
}

interface TextField {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly pointer: string;
  readonly maxCharacters: number;
}

function* textFields(body: unknown): Generator<TextField> {
  if (!isRecord(body)) return;
  const field = (holder: Record<string, unknown>, key: string, pointer: string): TextField => ({
    holder,
    key,
    pointer,
    maxCharacters: key === 'judge_prompt' ? MAX_CRITERIA_CHARACTERS : MAX_TEXT_CHARACTERS,
  });
  for (const key of ['prompt', 'judge_prompt', 'system_prompt']) yield field(body, key, `/${key}`);
  for (const [list, key] of LISTS) {
    const entries = body[list];
    if (!Array.isArray(entries)) continue;
    for (const [index, entry] of entries.entries())
      if (isRecord(entry)) yield field(entry, key, `/${list}/${index}/${key}`);
  }
}

const LISTS = [
  ['system_prompt', 'text'],
  ['history', 'content'],
] as const;

/**
 * Bounds what is left. A string that is longer than any field takes is cut, and is refused by its field for what is
 * left of it. Depth and the number of values are bounded by the strict parser.
 * @returns the member with too many characters.
 */
function findOutgrown(body: unknown): string | undefined {
  if (!isRecord(body)) return isLong(body) ? '' : undefined;
  for (const [name, member] of Object.entries(body)) {
    body[name] = cut(member);
    if (isLong(body[name])) return `/${name}`;
  }
  return undefined;
}

/** More characters than a member of a request may hold. */
function isLong(member: unknown): boolean {
  let characters = 0;
  const open: unknown[] = [member];
  while (open.length > 0 && characters <= MAX_MEMBER_CHARACTERS) {
    const value = open.pop();
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) {
        characters += key.length;
        value[key] = cut(item);
        open.push(value[key]);
      }
    }
  }
  return characters > MAX_MEMBER_CHARACTERS;
}

function cut(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_FIELD_CHARACTERS) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
