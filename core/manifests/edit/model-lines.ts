import { stringify } from 'yaml';
import type { Model } from '../../generated/manifest.ts';

const ON_ONE_LINE = { lineWidth: 0, version: '1.2' } as const;

/** A model as the lines of its entry in a manifest, each with a word on what it says; `asEntry` indents them. */
export function modelLines(model: Model): readonly string[] {
  const { price, limits, accepts, sampling, caching } = model;
  const lines: (string | undefined)[] = [
    `id: ${scalar(model.id)} # public, globally unique`,
    `upstream: ${scalar(model.upstream)} # what the provider calls it`,
    `group: ${model.group} # reasoning | fast | legacy`,
    model.judge && `judge: ${model.judge} # recommended as a judge: primary | alternative | reasoning`,
    `price: ${flow(pricePairs(price))} # US dollars per million tokens`,
    `limits: ${flow(Object.entries(limits).map(([key, value]) => [key, JSON.stringify(value)]))} # defaultOutputTokens is sent where the caller gives no maxTokens`,
    `accepts: ${flow([
      ['images', `[${accepts.images.join(', ')}]`],
      ['pdf', String(accepts.pdf)],
    ])}`,
    `sampling: ${flow([
      ['temperature', range(sampling.temperature)],
      ['topP', range(sampling.topP)],
    ])} # what the provider takes; false where it refuses the parameter`,
    `schemaEnforcement: ${model.schemaEnforcement} # native | forcedTool | instruction`,
    `caching: ${flow([
      ['mode', caching.mode],
      ['minTokens', caching.minTokens?.toString()],
      ['discount', caching.discount && `"${caching.discount}"`],
    ])} # automatic | explicit | resource | none`,
    model.tuning && `tuning: ${scalar(model.tuning)}`,
    model.send && `send: ${stringify(model.send, { ...ON_ONE_LINE, collectionStyle: 'flow' }).trimEnd()}`,
    model.shutdown && `shutdown: ${model.shutdown} # the provider's announced day`,
    model.successor && `successor: ${scalar(model.successor)} # what callers are told to name instead`,
  ];
  return lines.filter((line) => line !== undefined);
}

/**
 * Lines as one entry of a list: comments that come first stand above it.
 * @param dash what stands before the dash: the list's indentation.
 */
export function asEntry(lines: readonly string[], dash: string): readonly string[] {
  const first = lines.findIndex((line) => !line.startsWith('#'));
  return lines.map((line, index) => {
    if (index < first) return dash + line;
    return index === first ? `${dash}- ${line}` : `${dash}  ${line}`;
  });
}

/** Text as one line of YAML, in quotes where it needs them. */
export function scalar(text: string): string {
  return stringify(text, ON_ONE_LINE).trimEnd();
}

type Pairs = readonly (readonly [key: string, yaml: string | undefined])[];

function flow(pairs: Pairs): string {
  const written = pairs.filter(([, yaml]) => yaml !== undefined).map(([key, yaml]) => `${key}: ${yaml}`);
  return `{ ${written.join(', ')} }`;
}

function pricePairs({
  input,
  cachedInput,
  cacheWrite,
  output,
  searchPerThousand,
  checked,
}: Model['price']): Pairs {
  return [
    ['input', quoted(input)],
    ['cachedInput', quoted(cachedInput)],
    ['cacheWrite', quoted(cacheWrite)],
    ['output', quoted(output)],
    ['searchPerThousand', quoted(searchPerThousand)],
    ['checked', checked],
  ];
}

function quoted(decimal: string | undefined): string | undefined {
  return decimal === undefined ? undefined : `"${decimal}"`;
}

function range(bounds: false | readonly [number, number]): string {
  return bounds === false ? 'false' : `[${bounds.join(', ')}]`;
}
