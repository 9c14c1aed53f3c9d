import type { JsonObject } from '../contract.ts';
import { isRecord } from '../text/is-record.ts';

/**
 * The arguments of a call as a value, for formats whose bodies hold an object. Text that is no JSON object is kept in one,
 * so that the model sees what it wrote. Linear in the text: of long arguments only a thread calls it.
 */
export function inputOf(text: string): JsonObject {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    if (isRecord(value)) return value as JsonObject;
  } catch {
    // It is kept as a text.
  }
  return { invalid_json: text };
}
