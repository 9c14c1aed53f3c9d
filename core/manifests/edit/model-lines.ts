import { stringify } from 'yaml';
import type { ModelEntry } from './model-entry.ts';

/** Text that needs no quotes in a flow collection. */
const PLAIN = /^[\w/.-]+$/;
const ON_ONE_LINE = { lineWidth: 0, version: '1.2' } as const;

/** The lines of a model's entry in a manifest, with comments. `asEntry` indents them. */
export function modelLines(model: ModelEntry): readonly string[] {
  const lines: (string | false | undefined)[] = [
    `id: ${scalar(model.id)} # public, globally unique`,
    model.upstream !== undefined && `upstream: ${scalar(model.upstream)} # what the provider calls it`,
    `group: ${model.group} # reasoning | fast | legacy`,
    model.judge && `judge: ${model.judge} # recommended as a judge: primary | alternative | reasoning`,
    `price: ${inline(model.price)} # US dollars per million tokens`,
    `limits: ${inline(model.limits)}`,
    model.typicalOutputTokens &&
      `typicalOutputTokens: ${inline(model.typicalOutputTokens)} # decides how large a hold is`,
    model.accepts && `accepts: ${inline(model.accepts)}`,
    model.sampling &&
      `sampling: ${inline(model.sampling)} # what the provider takes; false where it refuses the parameter`,
    model.schemaEnforcement &&
      `schemaEnforcement: ${model.schemaEnforcement} # native | forcedTool | instruction`,
    model.caching && `caching: ${inline(model.caching)} # automatic | explicit | resource | none`,
    model.tools && `tools: ${inline(model.tools)}`,
    model.tuning && `tuning: ${scalar(model.tuning)}`,
    model.send && `send: ${inline(model.send)}`,
    model.shutdown && `shutdown: ${model.shutdown} # the provider's announced day`,
    model.successor && `successor: ${scalar(model.successor)} # what callers are told to name instead`,
  ];
  return lines.filter((line) => typeof line === 'string');
}

/**
 * Writes lines as one entry of a list. Comments at the beginning come before the dash.
 * @param dash the indentation of the list, before the dash.
 */
export function asEntry(lines: readonly string[], dash: string): readonly string[] {
  const first = lines.findIndex((line) => !line.startsWith('#'));
  return lines.map((line, index) => {
    if (index < first) return dash + line;
    return index === first ? `${dash}- ${line}` : `${dash}  ${line}`;
  });
}

/** Text as one line of YAML, in quotes if it needs them. */
export function scalar(text: string): string {
  // Removes only the line break, because a name may end in a space that is not ASCII.
  return stringify(text, ON_ONE_LINE).replace(/\n$/, '');
}

/** A value on one line, in the style of the manifests: decimals in quotes, words and days without. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${inline(key)}: ${inline(each)}`);
    return `{ ${pairs.join(', ')} }`;
  }
  const isPlain = typeof value === 'string' && PLAIN.test(value) && scalar(value) === value;
  return isPlain ? value : JSON.stringify(value);
}
