import type { JsonObject, Model } from '../core/contract.ts';
import { isJsonArray } from '../core/schema/json-values.ts';
import { GENERATED_BANNER } from './generated-banner.ts';

/** Writes the union of all model IDs, and the parameters of each in `model_tuning`. */
export function emitModelIds(models: readonly Model[]): string {
  const ids = models.map(({ id }) => `  | ${quoted(id)}`);
  const tuning = models.map((model) => `  readonly ${quoted(model.id)}?: ${tuningType(model)};`);
  return [
    GENERATED_BANNER,
    '',
    '/** Every model of the registry, in the order of the manifests. */',
    'export type ModelId =',
    `${ids.join('\n')};`,
    '',
    '/** An entry without parameters. */',
    'export type NoTuning = Readonly<Record<string, never>>;',
    '',
    '/** The parameters each model takes. */',
    'export interface TuningByModel {',
    ...tuning,
    '}',
    '',
  ].join('\n');
}

function tuningType({ tuning }: Model): string {
  const parameters = Object.entries(tuning).map(
    ([name, { schema }]) => `readonly ${name}?: ${valueType(schema)}`,
  );
  return parameters.length === 0 ? 'NoTuning' : `{ ${parameters.join('; ')} }`;
}

function valueType(schema: JsonObject): string {
  const { enum: words, type } = schema;
  if (isJsonArray(words)) {
    return words
      .filter((word) => typeof word === 'string')
      .map(quoted)
      .join(' | ');
  }
  return type === 'boolean' || type === 'string' ? type : 'number';
}

/** IDs have only letters, digits, dots and dashes; words of an enum may have any character. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
