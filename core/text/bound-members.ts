import type { FieldError } from '../errors.ts';
import type { CompareRequest } from '../generated/compare-request.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import { isRecord } from './plain-json.ts';

/**
 * Values each member of a request or a comparison may hold, itself and every list and object counted: at least as many as the contract
 * takes. The event loop pays for each: copying and validating them.
 */
export const MEMBER_VALUES: Readonly<Record<keyof PromptRequest | keyof CompareRequest, number>> = {
  prompt: 64,
  models: 256,
  judges: 256,
  judge_pairs: 1_024,
  judge_until: 64,
  fuse: 64,
  judge_prompt: 64,
  calibration: 64,
  judge_weights: 64,
  answers: 256,
  attachments: 256,
  system_prompt: 512,
  generation_settings: 64,
  response_schema: 2_000,
  model_tuning: 1_024,
  zero_data_retention: 64,
  history: 1_024,
  max_credits: 64,
  timeout_seconds: 64,
  cache: 64,
  label: 64,
};
/** As in prompt-request.schema.json: the most entries of any list. Of longer ones the validator sees only the length. */
export const MAX_ENTRIES = 200;
/** Up to this many unknown members are reported by name; the others are dropped. */
const MAX_UNKNOWN = 64;
/** No field but the texts takes as much: a schema has 64 KiB as JSON, a name 255 characters. */
const MAX_FIELD_CHARACTERS = 65_536;
const MAX_MEMBER_CHARACTERS = 262_144;

/**
 * Bounds what the event loop is handed, beside texts and files. What the validator refuses without looking into it loses
 * its content: unknown members, lists that are too long, a body that is a list. A string that is longer than any field
 * takes is cut, and is refused by its field for what is left of it. Works through the whole body: call it on a thread.
 * @param body not validated yet; anything may be of another type. It is changed in place.
 * @param members that it may have, each with the values it may hold.
 * @returns `problems` of members with too many values, which are now empty; `outgrown` if a member holds too many
 * characters.
 */
export function boundMembers(
  body: unknown,
  members: Readonly<Record<string, number>> = MEMBER_VALUES,
): { readonly problems: readonly FieldError[]; readonly outgrown: FieldError | undefined } {
  if (Array.isArray(body)) body.length = 0;
  if (!isRecord(body)) return { problems: [], outgrown: weigh(body, 1).isLong ? tooLong('') : undefined };
  emptyUnknown(body, members);
  const problems: FieldError[] = [];
  for (const [name, maxValues] of Object.entries(members)) {
    const member = body[name];
    if (member === undefined) continue;
    const bound = Array.isArray(member) && member.length > MAX_ENTRIES ? tooManyEntries() : cut(member);
    body[name] = bound;
    const { isLong, isWide } = weigh(bound, maxValues);
    if (isLong) return { problems, outgrown: tooLong(`/${name}`) };
    if (!isWide) continue;
    body[name] = Array.isArray(bound) ? [] : {};
    problems.push({ pointer: `/${name}`, code: 'limit', message: `at most ${maxValues} values` });
  }
  return { problems, outgrown: undefined };
}

/** Leaves the first names of members no request has, each with null: they are refused by name. */
function emptyUnknown(body: Record<string, unknown>, members: Readonly<Record<string, number>>): void {
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(members, name));
  for (const name of unknown.slice(0, MAX_UNKNOWN)) body[name] = null;
  for (const name of unknown.slice(MAX_UNKNOWN)) delete body[name];
}

function tooManyEntries(): readonly null[] {
  return Array.from({ length: MAX_ENTRIES + 1 }, () => null);
}

function tooLong(pointer: string): FieldError {
  const message = `must have at most ${MAX_MEMBER_CHARACTERS} characters beside texts and files`;
  return { pointer, code: 'limit', message };
}

interface Weight {
  /** More characters than a member of a request may hold. */
  readonly isLong: boolean;
  /** More values. */
  readonly isWide: boolean;
}

/** Walks a member until it is too much, and cuts long strings in it. */
function weigh(member: unknown, maxValues: number): Weight {
  let [characters, values] = [0, 0];
  const open: unknown[] = [member];
  while (open.length > 0 && characters <= MAX_MEMBER_CHARACTERS && values <= maxValues) {
    const value = open.pop();
    values += 1;
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
  return { isLong: characters > MAX_MEMBER_CHARACTERS, isWide: values > maxValues };
}

function cut(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_FIELD_CHARACTERS) : value;
}
