import type { Json, JsonObject } from '../../core/contract.ts';

/** Keywords holding one schema, a list of schemas, or schemas by name (JSON Schema drafts 4 to 2020-12). */
const SINGLE = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LISTS = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const NAMED = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

/**
 * Applies `change` to a schema and to every schema inside it, outermost last. Data inside `enum`, `const`, `default`
 * and `examples` is left alone. Recursion is as deep as the schema, which the request contract bounds.
 */
export function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const mapped = Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value, change)] as const);
  return change(Object.fromEntries(mapped));
}

function mapKeyword(key: string, value: Json, change: (schema: JsonObject) => JsonObject): Json {
  const inner = (item: Json): Json => (isSchema(item) ? mapSchema(item, change) : item);
  if (LISTS.has(key) && isList(value)) return value.map(inner);
  if (SINGLE.has(key)) return inner(value);
  if (NAMED.has(key) && isSchema(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inner(item)]));
  }
  return value;
}

/** False for boolean schemas: there is nothing inside them. */
function isSchema(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
