import type { Json, JsonObject } from '../contract.ts';
import { nameOfStep, valueUnder } from './json-pointer.ts';
import { asJsonArray, isJsonArray, isJsonObject } from './json-values.ts';

/** Whether null may satisfy a schema, by its outermost level. A reference counts as not accepting null. */
export function acceptsNull(schema: JsonObject): boolean {
  const { type, enum: values, const: constant, anyOf, oneOf, $ref } = schema;
  if (constant !== undefined) return constant === null;
  if (isJsonArray(values)) return values.includes(null);
  if (isJsonArray(type)) return type.includes('null') || schema['nullable'] === true;
  if (type !== undefined) return type === 'null' || schema['nullable'] === true;
  const alternatives = isJsonArray(anyOf) ? anyOf : isJsonArray(oneOf) ? oneOf : undefined;
  if (alternatives !== undefined)
    return alternatives.some((item) => item === true || (isJsonObject(item) && acceptsNull(item)));
  return $ref === undefined;
}

/** The schemas of a list's entries, in either dialect. */
interface EntrySchemas {
  /** One schema for each of the first entries. */
  readonly prefix: readonly Json[];
  /** The schema of all others; undefined if they may be anything. */
  readonly rest: Json | undefined;
}

/** Draft-07 uses a list in `items` and `additionalItems`; 2020-12 uses `prefixItems` and `items`. */
export function entrySchemas({ prefixItems, items, additionalItems, maxItems }: JsonObject): EntrySchemas {
  const [prefix, rest] = isJsonArray(items) ? [items, additionalItems] : [asJsonArray(prefixItems), items];
  const isFull = rest === undefined && prefix.length > 0 && Number(maxItems) <= prefix.length;
  return { prefix, rest: isFull ? false : rest };
}

/** @returns the object schema that a local JSON pointer refers to. */
export function referredSchema(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  const target = valueUnder(root, reference.slice(2).split('/').map(unescaped));
  return isJsonObject(target) ? target : undefined;
}

/** Decodes a step of a pointer in a URI fragment (RFC 6901). A malformed step stays as it is. */
export function unescaped(step: string): string {
  return nameOfStep(decoded(step));
}

export function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
