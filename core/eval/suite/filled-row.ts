import type { Json, JsonObject } from '../../contract.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { fillTemplate } from './fill-template.ts';

const FIELDS = ['id', 'prompt', 'system_prompt', 'tags'];

/** A row's fields, or what is wrong with them and with which one. */
export type FilledRow =
  | { readonly fields: JsonObject }
  | { readonly wrong: { readonly field: string | undefined; readonly message: string } };

/**
 * A row that has no prompt, but values for the suite's template, gets its prompt. Without a template every field must
 * be one that a row may have.
 */
export function filledRow(given: JsonObject, template: string | undefined): FilledRow {
  if (template === undefined || 'prompt' in given) {
    const stray = Object.keys(given).find((field) => !FIELDS.includes(field));
    if (stray === undefined) return { fields: given };
    const nearest = nearestName(stray, FIELDS);
    const advice =
      nearest === undefined ? `allowed here: ${FIELDS.join(', ')}` : `did you mean "${nearest}"?`;
    return { wrong: { field: stray, message: `unknown field "${stray}"; ${advice}` } };
  }
  const own = Object.entries(given).filter(([field]) => FIELDS.includes(field));
  const values = new Map(
    Object.entries(given).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
  const filled = fillTemplate(template, values);
  if ('wrong' in filled) return { wrong: { field: undefined, message: filled.wrong } };
  return { fields: { ...Object.fromEntries(own), prompt: filled.text } };
}

/** A value as text in a prompt; undefined for lists and objects. */
function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
