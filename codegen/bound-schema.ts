import type { Json, JsonObject } from '../core/contract.ts';
import { isJsonObject, mapMembers, objectIn } from '../core/manifests/load/json-values.ts';
import { mapSubschemas, without } from '../core/manifests/load/schema-walk.ts';

/** An object may hold so many unknown keys and still have each of them named. */
const UNKNOWN_KEYS_NAMED = 32;

/**
 * The same schema, made to give few errors for a hostile value: an array over `maxItems` and an object with far too many
 * keys get one error, and what is too much in them is not looked at.
 */
export function boundSchema(schema: JsonObject): JsonObject {
  return boundKeys(boundItems(mapSubschemas(schema, boundSchema)));
}

function boundItems(schema: JsonObject): JsonObject {
  const { maxItems, items } = schema;
  if (typeof maxItems !== 'number' || items === undefined) return schema;
  return { ...without(schema, ['items']), if: { minItems: maxItems + 1 }, else: { items } };
}

/** Takes anything, and names the fields of an object for those who look for one in the wrong place. */
function namesWithin(property: Json): Json {
  const names = isJsonObject(property) ? Object.keys(objectIn(property, 'properties')) : [];
  return names.length === 0 ? true : { 'x-fields': names };
}

function boundKeys(schema: JsonObject): JsonObject {
  if (schema['additionalProperties'] !== false) return schema;
  // The names stand in the inner schema too: they are what is allowed, and the message lists them.
  const properties = mapMembers(objectIn(schema, 'properties'), namesWithin);
  const maxProperties = Object.keys(properties).length + UNKNOWN_KEYS_NAMED;
  const words = objectIn(schema, 'x-problems')['additionalProperties'];
  const problems =
    words === undefined ? {} : { 'x-problems': { additionalProperties: words, maxProperties: words } };
  return {
    ...without(schema, ['additionalProperties']),
    ...problems,
    maxProperties,
    if: { minProperties: maxProperties + 1 },
    else: { properties, additionalProperties: false, ...problems },
  };
}
