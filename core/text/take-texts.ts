import type { FieldError } from '../errors.ts';
import { MAX_ENTRIES } from './bound-members.ts';
import { isRecord } from './plain-json.ts';
import { sharePart, SharedText, type SharedPart } from './shared-text.ts';

/** Shorter texts stay in the body, because a request has at most a few hundred of them. */
export const SHORT_CHARACTERS = 256;
/** As in prompt-request.schema.json. Longer texts are refused before the validator sees them. */
export const MAX_TEXT_CHARACTERS = 2_000_000;
export const MAX_CRITERIA_CHARACTERS = 100_000;
/** Replaces a long text for the validator. */
const PLACEHOLDER = '(a long text)';

/** A long text of a body, with its place in the body. */
export interface TakenText {
  readonly path: readonly (string | number)[];
  readonly part: SharedPart;
}

export interface TakenTexts {
  readonly texts: readonly TakenText[];
  /** The texts that are too long. */
  readonly problems: readonly FieldError[];
}

/**
 * Takes the long texts out of a request's parsed body: `prompt`, `judge_prompt`, the system prompt, the history and the
 * answers to compare. Lists that are too long are skipped. It reads the whole body, so call it on a thread.
 * @param body not validated yet, so any part may be of another type. It is changed in place.
 */
export function takeTexts(body: unknown): TakenTexts {
  const texts: TakenText[] = [];
  const problems: FieldError[] = [];
  for (const { holder, path } of textFields(body)) {
    const key = path.at(-1) ?? '';
    const text = holder[key];
    if (typeof text !== 'string' || text.length <= SHORT_CHARACTERS) continue;
    if (key === 'prompt' && text.trim() === '') {
      // The beginning is enough for the validator to refuse it.
      holder[key] = text.slice(0, SHORT_CHARACTERS);
      continue;
    }
    holder[key] = PLACEHOLDER;
    const max = key === 'judge_prompt' ? MAX_CRITERIA_CHARACTERS : MAX_TEXT_CHARACTERS;
    if (text.length > max) problems.push(tooLong(path, max));
    else texts.push({ path, part: sharePart(text) });
    if (problems.length === MAX_PROBLEMS) break;
  }
  return { texts, problems };
}

const MAX_PROBLEMS = 10;

/**
 * Only the prompt is bounded in bytes. No text has fewer bytes than characters, so one with too many characters has too
 * many bytes as well.
 */
function tooLong(path: TakenText['path'], max: number): FieldError {
  const pointer = `/${path.join('/')}`;
  const unit = pointer === '/prompt' ? 'bytes of UTF-8' : 'characters';
  return { pointer, code: 'length', message: `must have at most ${max} ${unit}` };
}

interface TextField {
  readonly holder: Record<string, unknown>;
  readonly path: TakenText['path'];
}

function* textFields(body: unknown): Generator<TextField> {
  if (!isRecord(body)) return;
  for (const key of ['prompt', 'judge_prompt', 'system_prompt']) yield { holder: body, path: [key] };
  for (const [list, key] of LISTS) {
    const entries = body[list];
    if (!Array.isArray(entries) || entries.length > MAX_ENTRIES) continue;
    for (const [index, entry] of entries.entries())
      if (isRecord(entry)) yield { holder: entry, path: [list, index, key] };
  }
}

const LISTS = [
  ['system_prompt', 'text'],
  ['history', 'content'],
  ['answers', 'text'],
] as const;

/** Puts the long texts back into a body. @param body validated. It is changed in place. */
export function placeTexts(body: unknown, texts: readonly TakenText[]): void {
  for (const { path, part } of texts) {
    let holder: unknown = body;
    for (const step of path.slice(0, -1)) holder = isHolder(holder) ? holder[step] : undefined;
    if (isHolder(holder)) holder[path.at(-1) ?? ''] = new SharedText([part]);
  }
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The problem of a request whose texts are too long together. @param maxTextBytes the limit in UTF-8 bytes. */
export function textsTooLong(maxTextBytes: number): FieldError {
  return {
    pointer: '',
    code: 'limit',
    message: `prompt, system_prompt, history and judge_prompt together may hold ${maxTextBytes} bytes: shorten them, and send files as base64 in attachments`,
  };
}
