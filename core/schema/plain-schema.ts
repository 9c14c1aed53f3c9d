import type { Json, JsonObject, SchemaSubset } from '../contract.ts';
import { entrySchemas, isSchema, isSchemaList } from './schema-shape.ts';

/**
 * One level of a caller's schema in the words providers document, which are those of 2020-12. What it says stays the
 * same, or becomes wider where the subset lacks the word.
 */
export function plainSchema(schema: JsonObject, subset: SchemaSubset): JsonObject {
  return withPlainEntries(withPlainProperties(withNull(withoutLoneAllOf(schema, subset)), subset), subset);
}

/** OpenAPI 3.0's way to allow null. */
function withNull({ nullable, ...schema }: JsonObject): JsonObject {
  const { type } = schema;
  if (nullable !== true || type === undefined) return schema;
  const types = isSchemaList(type) ? type : [type];
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
  if (keywords.includes('allOf') || !isSchemaList(allOf)) return schema;
  const [only, ...others] = allOf;
  if (!isSchema(only) || others.length > 0) return schema;
  return Object.keys(beside).every((keyword) => ANNOTATIONS.includes(keyword))
    ? { ...only, ...beside }
    : schema;
}

/** Without the patterns of names, closing an object would refuse the names they allow. */
function withPlainProperties(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { additionalProperties: _dropped, ...open } = schema;
  return schema['patternProperties'] === undefined || keywords.includes('patternProperties') ? schema : open;
}

/** A list with a schema for each place, for providers that know only one schema for all entries too. */
function withPlainEntries(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { prefix, rest } = entrySchemas(schema);
  if (prefix.length === 0) return schema;
  const { prefixItems: _first, items: _all, additionalItems: _others, maxItems, ...beside } = schema;
  const most = rest === false ? Math.min(prefix.length, Number(maxItems ?? Infinity)) : maxItems;
  const bounded: JsonObject = { ...beside, ...(most !== undefined && { maxItems: most }) };
  const others = isSchema(rest) ? [rest] : [];
  if (keywords.includes('prefixItems'))
    return { ...bounded, prefixItems: prefix, ...(isSchema(rest) && { items: rest }) };
  const [only, ...more]: readonly Json[] = [...prefix, ...others];
  // Further entries may be anything, and so may all.
  if (only === undefined || (rest !== false && !isSchema(rest))) return bounded;
  return { ...bounded, items: more.length === 0 ? only : { anyOf: [only, ...more] } };
}
