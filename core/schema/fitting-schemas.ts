import type { Json, JsonObject } from '../contract.ts';
import { asJsonArray, isJsonArray, isJsonObject, objectIn, typeOf } from './json-values.ts';
import { referredSchema } from './schema-shape.ts';

/**
 * Finds the schemas that describe the members of an object or the entries of a list, through references and
 * alternatives. If there are several, those are left out that the value contradicts at its outermost level. Deeper
 * levels are not compared, because alternatives within alternatives would take exponential time.
 * @param schemas of which any one may describe the value.
 * @param root the whole schema, where references begin.
 */
export function fittingSchemas(
  value: JsonObject | readonly Json[],
  schemas: readonly (Json | undefined)[],
  root: JsonObject,
): readonly JsonObject[] {
  const keywords = isJsonArray(value) ? ['items', 'prefixItems'] : ['properties'];
  const describing = alternativesIn(schemas, root).filter((schema) =>
    keywords.some((keyword) => schema[keyword] !== undefined),
  );
  if (describing.length <= 1 || !isJsonObject(value)) return describing;
  return describing.filter((schema) => fits(value, schema, root));
}

/** The object schemas themselves, and those behind their references and alternatives. */
function alternativesIn(schemas: readonly (Json | undefined)[], root: JsonObject): readonly JsonObject[] {
  const reached = new Set(schemas.filter(isJsonObject));
  // The loop also visits what it adds. It adds nothing twice, so references in a circle end.
  for (const schema of reached)
    for (const alternative of directAlternatives(schema, root)) reached.add(alternative);
  return [...reached];
}

function directAlternatives(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const { $ref, allOf } = schema;
  if (typeof $ref === 'string') return [referredSchema($ref, root)].filter(isJsonObject);
  const alternatives = asJsonArray(schema['anyOf'] ?? schema['oneOf']);
  // Generators wrap a reference in `allOf` to write a description beside it.
  const intersected = asJsonArray(allOf);
  return [...alternatives, ...(intersected.length === 1 ? intersected : [])].filter(isJsonObject);
}

/** Whether the object has the names that the schema requires and allows, and the types and constants of its members. */
function fits(value: JsonObject, schema: JsonObject, root: JsonObject): boolean {
  const properties = objectIn(schema, 'properties');
  const required = asJsonArray(schema['required']);
  const isClosed = schema['additionalProperties'] === false;
  return (
    required.every((name) => typeof name === 'string' && Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, item]) => {
      if (!Object.hasOwn(properties, name)) return !isClosed;
      return (item === null && !required.includes(name)) || mayBe(item, properties[name], root);
    })
  );
}

function mayBe(value: Json, schema: Json | undefined, root: JsonObject): boolean {
  if (!isJsonObject(schema)) return schema !== false;
  return alternativesIn([schema], root).some(
    (alternative) =>
      directAlternatives(alternative, root).length === 0 &&
      hasType(value, alternative) &&
      hasConstant(value, alternative),
  );
}

function hasType(value: Json, { type, nullable }: JsonObject): boolean {
  if (type === undefined || (value === null && nullable === true)) return true;
  const types = isJsonArray(type) ? type : [type];
  return types.includes(typeOf(value)) || (types.includes('integer') && Number.isInteger(value));
}

/** Objects and lists are not compared. */
function hasConstant(value: Json, { const: constant, enum: values }: JsonObject): boolean {
  if (typeof value === 'object' && value !== null) return true;
  if (constant !== undefined) return constant === value;
  return !isJsonArray(values) || values.includes(value);
}
