import type { Json, JsonObject } from '../contract.ts';
import { nameOfStep, valueUnder } from './json-pointer.ts';

/** An object schema; `true` and `false` are schemas too, but hold nothing. */
export function isSchema(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` does not narrow a readonly array. */
export function isSchemaList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether null may satisfy a schema, by what it says at its own level; a reference is taken not to. */
export function acceptsNull(schema: JsonObject): boolean {
  const { type, enum: values, const: constant, anyOf, oneOf, $ref } = schema;
  if (constant !== undefined) return constant === null;
  if (isSchemaList(values)) return values.includes(null);
  if (isSchemaList(type)) return type.includes('null') || schema['nullable'] === true;
  if (type !== undefined) return type === 'null' || schema['nullable'] === true;
  const alternatives = isSchemaList(anyOf) ? anyOf : isSchemaList(oneOf) ? oneOf : undefined;
  if (alternatives !== undefined)
    return alternatives.some((item) => item === true || (isSchema(item) && acceptsNull(item)));
  return $ref === undefined;
}

/** What a schema says of a list's entries, in either dialect. */
export interface EntrySchemas {
  /** Of the first entries, one each. */
  readonly prefix: readonly Json[];
  /** Of all others; undefined where they may be anything. */
  readonly rest: Json | undefined;
}

/** Draft-07 writes `items` as a list and `additionalItems`, 2020-12 `prefixItems` and `items`. */
export function entrySchemas({ prefixItems, items, additionalItems, maxItems }: JsonObject): EntrySchemas {
  const [prefix, rest] = isSchemaList(items)
    ? [items, additionalItems]
    : [isSchemaList(prefixItems) ? prefixItems : [], items];
  const isFull = rest === undefined && prefix.length > 0 && Number(maxItems) <= prefix.length;
  return { prefix, rest: isFull ? false : rest };
}

/** @returns what a local JSON pointer refers to, if it is an object schema. */
export function referredSchema(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  const found = valueUnder(root, reference.slice(2).split('/').map(unescaped));
  return isSchema(found) ? found : undefined;
}

/** RFC 6901 in a URI fragment; a step that is not well-formed is taken as it stands. */
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
