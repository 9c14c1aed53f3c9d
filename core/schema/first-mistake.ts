import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../contract.ts';
import { isJsonArray, isJsonObject } from './json-values.ts';
import { allSchemasIn } from './subschemas.ts';

/** The first place at which an output fails its schema. It contains names of the output's members, but no values. */
export interface OutputMistake {
  /** The place in the output (RFC 6901); empty for the whole output. At most 200 characters. */
  readonly pointer: string;
  /** A keyword of JSON Schema. */
  readonly keyword: string;
}

/** The steps are the model's text, so the pointer is cut to a length that helps to find the place. */
const MAX_POINTER_LENGTH = 200;

/**
 * Chooses the most useful error of a validator that ends at the first mistake: if alternatives fail, the deepest place
 * that one of them reached.
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
 * Finds the first property that a schema both requires and forbids: it is in `required`, not in `properties`, and
 * `additionalProperties` is false. No object satisfies that.
 * @returns its pointer in the schema (RFC 6901); undefined if there is none.
 */
export function forbiddenRequired(whole: JsonObject): string | undefined {
  for (const { pointer, schema } of allSchemasIn(whole)) {
    const index = forbiddenHere(schema);
    if (index !== undefined) return `${pointer}/required/${index}`;
  }
  return undefined;
}

function forbiddenHere(schema: JsonObject): number | undefined {
  const { required, properties = {}, patternProperties, additionalProperties } = schema;
  if (additionalProperties !== false || patternProperties !== undefined) return undefined;
  if (!isJsonArray(required) || !isJsonObject(properties)) return undefined;
  const index = required.findIndex((name) => typeof name === 'string' && !Object.hasOwn(properties, name));
  return index === -1 ? undefined : index;
}
