const MARK = /\{\{-?\s*([^{}]*?)\s*-?\}\}|\{%[^%]*%\}/g;
const NAME = /^[A-Za-z_][\w.-]*$/;

/**
 * A text with values in the place of `{{name}}`. Values are put in as they are and never read as a template again.
 * @returns `wrong` if the template asks for more than that, or for a value that is not there.
 */
export function fillTemplate(
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
