import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../contract.ts';
import { isSchema, isSchemaList } from './schema-shape.ts';
import { subschemasOf } from './subschemas.ts';

/** Where an output first fails its schema. It holds names of the output's members, and none of its values. */
export interface OutputMistake {
  /** Within the output (RFC 6901): empty for the whole. At most 200 characters. */
  readonly pointer: string;
  /** Of the schema; of a closed vocabulary. */
  readonly keyword: string;
}

/** Its steps are the model's text: so much helps to find the place. */
const MAX_POINTER_LENGTH = 200;

/**
 * The mistake that says most, of those a validator that ends at the first one has found: where alternatives fail, the
 * deepest place that one of them came to, unless that is the place of the alternatives themselves.
 */
export function firstMistake(errors: readonly ErrorObject[]): OutputMistake | undefined {
  const whole = errors.at(-1);
  if (whole === undefined) return undefined;
  let deepest = whole;
  for (const error of errors) if (depthOf(error) > depthOf(deepest)) deepest = error;
  const { instancePath, keyword } = deepest;
  return { pointer: instancePath.slice(0, MAX_POINTER_LENGTH).toWellFormed(), keyword };
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

/**
 * The first property that a schema requires and forbids in one breath: it is in `required`, not in `properties`, and
 * `additionalProperties` is false. No object satisfies that.
 * @returns its pointer within the schema (RFC 6901); undefined where there is none.
 */
export function forbiddenRequired(schema: JsonObject, pointer = ''): string | undefined {
  const own = forbiddenHere(schema);
  if (own !== undefined) return `${pointer}/required/${own}`;
  for (const inner of subschemasOf(schema)) {
    const found = forbiddenRequired(inner.schema, pointer + inner.pointer);
    if (found !== undefined) return found;
  }
  return undefined;
}

function forbiddenHere(schema: JsonObject): number | undefined {
  const { required, properties = {}, patternProperties, additionalProperties } = schema;
  if (additionalProperties !== false || patternProperties !== undefined) return undefined;
  if (!isSchemaList(required) || !isSchema(properties)) return undefined;
  const index = required.findIndex((name) => typeof name === 'string' && !Object.hasOwn(properties, name));
  return index === -1 ? undefined : index;
}
