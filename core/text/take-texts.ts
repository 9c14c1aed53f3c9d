import type { FieldError } from '../errors.ts';
import { MAX_ENTRIES } from './bound-members.ts';
import { markOf, type LongTexts, type TextStore } from './long-text.ts';
import { newBatch, shelve } from './shelve-text.ts';
import { isRecord } from './is-record.ts';

/** Shorter ones stay where they are: a request has at most a few hundred of them. */
const SHORT_CHARACTERS = 256;
/** As in prompt-request.schema.json. Longer ones stay, so that the validator refuses them. */
export const MAX_TEXT_CHARACTERS = 2_000_000;
export const MAX_CRITERIA_CHARACTERS = 100_000;

export interface TakenTexts {
  readonly texts: LongTexts;
  /** What is wrong with single texts: too long, each with its pointer. */
  readonly problems: readonly FieldError[];
}

/**
 * Takes the texts out of a request's parsed body, leaving marks: `prompt`, `judge_prompt`, the system prompt, the
 * history and given answers, unless these have more entries than any list may have. Works through the whole body: call it on a thread.
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
      problems.push({ pointer, code: 'length', message: tooLong(pointer, maxCharacters) });
    else texts.set(mark, shelve(text));
    if (problems.length === MAX_PROBLEMS) break;
  }
  return { texts, problems };
}

const MAX_PROBLEMS = 10;

/** The prompt alone is bounded in bytes, of which no text has fewer than characters. */
function tooLong(pointer: string, max: number): string {
  return `must have at most ${max} ${pointer === '/prompt' ? 'bytes of UTF-8' : 'characters'}`;
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
    if (!Array.isArray(entries) || entries.length > MAX_ENTRIES) continue;
    for (const [index, entry] of entries.entries())
      if (isRecord(entry)) yield field(entry, key, `/${list}/${index}/${key}`);
  }
}

const LISTS = [
  ['system_prompt', 'text'],
  ['history', 'content'],
  ['answers', 'text'],
] as const;
