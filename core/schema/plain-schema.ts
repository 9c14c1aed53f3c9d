import type { Json, JsonObject, SchemaSubset } from '../contract.ts';
import { isJsonArray, isJsonObject } from './json-values.ts';
import { entrySchemas } from './schema-shape.ts';

/**
 * Rewrites one level of a caller's schema with the keywords that providers document, which are those of 2020-12. The
 * schema keeps its meaning, or becomes wider if the subset lacks a keyword.
 */
export function plainSchema(schema: JsonObject, subset: SchemaSubset): JsonObject {
  return withPlainEntries(withPlainProperties(withNull(withoutLoneAllOf(schema, subset)), subset), subset);
}

/** Rewrites `nullable`, with which OpenAPI 3.0 allows null. */
function withNull({ nullable, ...schema }: JsonObject): JsonObject {
  const { type } = schema;
  if (nullable !== true || type === undefined) return schema;
  const types = isJsonArray(type) ? type : [type];
  return types.includes('null') ? schema : { ...schema, type: [...types, 'null'] };
}

const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'deprecated',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
  '$comment',
  '$defs',
  'definitions',
];

/** Generators wrap a reference in `allOf` to write a description beside it. */
function withoutLoneAllOf(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { allOf, ...beside } = schema;
  if (keywords.includes('allOf') || !isJsonArray(allOf)) return schema;
  const [only, ...others] = allOf;
  if (!isJsonObject(only) || others.length > 0) return schema;
  return Object.keys(beside).every((keyword) => ANNOTATIONS.includes(keyword))
    ? { ...only, ...beside }
    : schema;
}

/** Opens an object whose patterns of names are dropped, because closing it would refuse the names that they allow. */
function withPlainProperties(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { additionalProperties: _dropped, ...open } = schema;
  return schema['patternProperties'] === undefined || keywords.includes('patternProperties') ? schema : open;
}

/** Rewrites a list with a schema for each place, also for providers that take only one schema for all entries. */
function withPlainEntries(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { prefix, rest } = entrySchemas(schema);
  if (prefix.length === 0) return schema;
  const { prefixItems: _first, items: _all, additionalItems: _others, maxItems, ...beside } = schema;
  const most = rest === false ? Math.min(prefix.length, Number(maxItems ?? Infinity)) : maxItems;
  const bounded: JsonObject = { ...beside, ...(most !== undefined && { maxItems: most }) };
  const others = isJsonObject(rest) ? [rest] : [];
  if (keywords.includes('prefixItems'))
    return { ...bounded, prefixItems: prefix, ...(isJsonObject(rest) && { items: rest }) };
  const [only, ...more]: readonly Json[] = [...prefix, ...others];
  // If further entries may be anything, all entries may.
  if (only === undefined || (rest !== false && !isJsonObject(rest))) return bounded;
  return { ...bounded, items: more.length === 0 ? only : { anyOf: [only, ...more] } };
}
