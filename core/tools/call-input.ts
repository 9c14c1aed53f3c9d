import type { JsonObject } from '../contract.ts';
import { isRecord } from '../text/plain-json.ts';

/** Arguments with more levels stay text, because code that walks them could overflow its stack. */
const MAX_LEVELS = 64;

/**
 * Parses the arguments of a call, for formats whose bodies have an object. Text that is not a JSON object, or has more than
 * 64 levels, is put into an object as a string, so that the model sees what it wrote. It takes linear time, so call it on
 * a thread for long arguments.
 */
export function inputOf(text: string): JsonObject {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse returns JSON
    if (isRecord(value) && hasLevels(value, MAX_LEVELS)) return value as JsonObject;
  } catch {
    // The text is kept as a string.
  }
  return { invalid_json: text };
}

/** Whether a value has at most so many levels of lists and objects. */
function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => hasLevels(member, levels - 1));
}
