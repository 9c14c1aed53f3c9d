import type { FieldError } from '../errors.ts';
import type { CompareRequest } from '../generated/compare-request.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import { isRecord } from './plain-json.ts';

/**
 * Upper bounds of the values in each member of a request or a comparison, which the event loop copies and validates. The
 * member itself and every list and object count. The contract allows no more.
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
/** The longest list in prompt-request.schema.json. The validator sees only the length of longer ones. */
export const MAX_ENTRIES = 200;
/** The number of unknown members that are reported by name. The others are dropped. */
const MAX_UNKNOWN = 64;
/** More than any field but the texts has: a schema has 64 KiB as JSON, and a name has 255 characters. */
const MAX_FIELD_CHARACTERS = 65_536;
const MAX_MEMBER_CHARACTERS = 262_144;

/**
 * Bounds the value that a thread sends to the event loop, beside texts and files. Parts that the validator refuses as a
 * whole lose their content: unknown members, lists that are too long, a body that is a list. A string that is longer than
 * any field may be is cut, and is still too long for its field. It reads the whole body, so call it on a thread.
 * @param body not validated yet, so any part may be of another type. It is changed in place.
 * @param members the members that it may have, with the number of values in each.
 * @returns `problems` of members with too many values, which are now empty; `sizeProblem` if a member holds too many
 * characters.
 */
export function boundMembers(
  body: unknown,
  members: Readonly<Record<string, number>> = MEMBER_VALUES,
): { readonly problems: readonly FieldError[]; readonly sizeProblem: FieldError | undefined } {
  if (Array.isArray(body)) body.length = 0;
  if (!isRecord(body))
    return { problems: [], sizeProblem: overBound(body, 1) === 'characters' ? tooLong('') : undefined };
  emptyUnknown(body, members);
  const problems: FieldError[] = [];
  for (const [name, maxValues] of Object.entries(members)) {
    const member = body[name];
    if (member === undefined) continue;
    const bound = Array.isArray(member) && member.length > MAX_ENTRIES ? tooManyEntries() : cutString(member);
    body[name] = bound;
    const over = overBound(bound, maxValues);
    if (over === 'characters') return { problems, sizeProblem: tooLong(`/${name}`) };
    if (over === undefined) continue;
    body[name] = Array.isArray(bound) ? [] : {};
    problems.push({ pointer: `/${name}`, code: 'limit', message: `at most ${maxValues} values` });
  }
  return { problems, sizeProblem: undefined };
}

/** Replaces the values of unknown members by null, so that the validator refuses them by name. */
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

/** Counts until a bound is exceeded, and cuts long strings in the member. @returns the first bound that is exceeded. */
function overBound(member: unknown, maxValues: number): 'characters' | 'values' | undefined {
  let [characters, values] = [0, 0];
  const open: unknown[] = [member];
  while (open.length > 0 && characters <= MAX_MEMBER_CHARACTERS && values <= maxValues) {
    const value = open.pop();
    values += 1;
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        value[index] = cutString(item);
        open.push(value[index]);
      }
    } else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) {
        characters += key.length;
        value[key] = cutString(item);
        open.push(value[key]);
      }
    }
  }
  if (characters > MAX_MEMBER_CHARACTERS) return 'characters';
  return values > maxValues ? 'values' : undefined;
}

function cutString(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_FIELD_CHARACTERS) : value;
}
