import type { FieldError } from '../../errors.ts';
import { isRecord } from '../../text/plain-json.ts';

/** PostgreSQL refuses texts with this character, and no name or word contains it. */
const NUL = '\0';
export const WITHOUT_NUL = 'must hold no NUL character';

export function hasNul(text: string): boolean {
  return text.includes(NUL);
}

/** One error for each text in a parsed body that contains a NUL character. Call it for small bodies of bounded depth. */
export function nulErrors(value: unknown, pointer = ''): readonly FieldError[] {
  if (typeof value === 'string')
    return hasNul(value) ? [{ pointer, code: 'pattern', message: WITHOUT_NUL }] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => nulErrors(one, `${pointer}/${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => nulErrors(one, `${pointer}/${name}`));
}
