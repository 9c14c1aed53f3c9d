import type { JsonObject } from '../contract.ts';
import { isRecord } from '../text/is-record.ts';

/** Levels of arguments that are a value. Deeper ones could overflow the stack of whoever walks them. */
const MAX_LEVELS = 64;

/**
 * The arguments of a call as a value, for formats whose bodies hold an object. Text that is no JSON object, or has more than
 * 64 levels, is kept in one, so that the model sees what it wrote. Linear in the text: of long arguments only a thread calls
 * it.
 */
export function inputOf(text: string): JsonObject {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    if (isRecord(value) && hasLevels(value, MAX_LEVELS)) return value as JsonObject;
  } catch {
    // It is kept as a text.
  }
  return { invalid_json: text };
}

/** Whether a value has at most so many levels of lists and objects. */
function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => hasLevels(member, levels - 1));
}
