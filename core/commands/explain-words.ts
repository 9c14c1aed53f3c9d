import { nearestName } from '../text/nearest-name.ts';
import type { CommandForm, CommandTable } from './command-table.ts';

/**
 * Which word of a command is wrong: one that is missing, unknown or one too many.
 * @param words without options.
 * @returns undefined where the words fit a form, so that something else is wrong.
 */
export function explainWords({ command, forms }: CommandTable, words: readonly string[]): string | undefined {
  const verbs = [...new Set(forms.flatMap(({ verb }) => verb ?? []))];
  if (verbs.length === 0) return explainRest(forms, words);
  const [verb, ...rest] = words;
  if (verb === undefined)
    return forms.some((form) => form.verb === undefined) ? undefined : `say what to do: ${verbs.join(', ')}`;
  if (!verbs.includes(verb)) {
    const nearest = nearestName(verb, verbs);
    return nearest === undefined
      ? `there is no "${command} ${verb}", only: ${verbs.join(', ')}`
      : `there is no "${command} ${verb}", did you mean "${nearest}"? There are ${verbs.join(', ')}`;
  }
  return explainRest(
    forms.filter((form) => form.verb === verb),
    rest,
  );
}

function explainRest(forms: readonly CommandForm[], words: readonly string[]): string | undefined {
  const most = Math.max(
    ...forms.map(({ words: needed = [], optional = [] }) => needed.length + optional.length),
  );
  const tooMany = words[most];
  if (tooMany !== undefined) return `"${tooMany}" is one word too many`;
  const missing = forms.map(({ words: needed = [] }) => needed[words.length]);
  return missing.includes(undefined) ? undefined : `${missing[0]} is missing`;
}

/** The first option that no form with these words takes, in words. */
export function explainOptions(
  { forms, options = {} }: CommandTable,
  [verb]: readonly string[],
  given: readonly string[],
): string | undefined {
  const withVerb = forms.filter((form) => form.verb !== undefined && form.verb === verb);
  const chosen = withVerb.length > 0 ? withVerb : forms.filter((form) => form.verb === undefined);
  const own = chosen.flatMap((form) => [...Object.keys(form.options ?? {}), ...(form.takes ?? [])]);
  const taken = new Set([...Object.keys(options), ...own]);
  const stray = given.find((option) => !taken.has(option));
  return stray === undefined ? undefined : `--${stray} does not belong here`;
}
