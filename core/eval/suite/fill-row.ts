import type { Json, JsonObject } from '../../contract.ts';
import { nearestName } from '../../text/nearest-name.ts';

const MARK = /\{\{-?\s*([^{}]*?)\s*-?\}\}|\{%[^%]*%\}/g;
const NAME = /^[A-Za-z_][\w.-]*$/;
const FIELDS = ['id', 'prompt', 'system_prompt', 'tags'];

/** The fields of a row, or the error and the field that has it. */
export type FillResult =
  | { readonly fields: JsonObject }
  | { readonly wrong: { readonly field: string | undefined; readonly message: string } };

/**
 * A row that has no prompt, but values for the suite's template, gets its prompt. Without a template every field must
 * be one that a row may have.
 */
export function fillRow(row: JsonObject, template: string | undefined): FillResult {
  if (template === undefined || 'prompt' in row) {
    const stray = Object.keys(row).find((field) => !FIELDS.includes(field));
    if (stray === undefined) return { fields: row };
    const nearest = nearestName(stray, FIELDS);
    const advice =
      nearest === undefined ? `allowed here: ${FIELDS.join(', ')}` : `did you mean "${nearest}"?`;
    return { wrong: { field: stray, message: `unknown field "${stray}"; ${advice}` } };
  }
  const ownFields = Object.entries(row).filter(([field]) => FIELDS.includes(field));
  const values = new Map(
    Object.entries(row).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
  const filled = fillTemplate(template, values);
  if ('wrong' in filled) return { wrong: { field: undefined, message: filled.wrong } };
  return { fields: { ...Object.fromEntries(ownFields), prompt: filled.text } };
}

/** A value as text in a prompt; undefined for lists and objects. */
function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * A text with values in the place of `{{name}}`. Values are put in as they are and never read as a template again.
 * @returns `wrong` if the template asks for more than that, or for a value that is not there.
 */
function fillTemplate(
  template: string,
  values: ReadonlyMap<string, string>,
): { readonly text: string } | { readonly wrong: string } {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: mark, 1: name, index } of template.matchAll(MARK)) {
    if (name === undefined || !NAME.test(name))
      return { wrong: `the template’s ${mark} is not understood; only {{name}} is filled in` };
    const value = values.get(name);
    if (value === undefined)
      return { wrong: `the template asks for {{${name}}}, which this row does not have` };
    parts.push(template.slice(end, index), value);
    end = index + mark.length;
  }
  return { text: [...parts, template.slice(end)].join('') };
}
