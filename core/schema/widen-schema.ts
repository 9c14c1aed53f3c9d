import type { Json, JsonObject, SchemaSubset } from '../contract.ts';
import { isJsonArray, isJsonObject, objectIn, typeOf } from './json-values.ts';
import { acceptsNull, referredSchema } from './schema-shape.ts';
import { plainSchema } from './plain-schema.ts';
import { allSchemasIn } from './subschemas.ts';

/** A schema that a provider accepts, and its difference from the caller's. */
export interface WidenedSchema {
  readonly schema: JsonObject;
  /** Whether the value is in a member `value`, because the provider requires an object at the root. */
  readonly wrapped: boolean;
}

/** A part of a schema that a subset cannot express, so that the model gets the schema as an instruction. */
export interface Obstacle {
  /** The part, in terms of JSON Schema, such as `patternProperties`. */
  readonly what: string;
  /** The names of properties and definitions on the way to it; empty for the root. At most 200 characters. */
  readonly at: string;
}

class NotExpressible extends Error {
  readonly what: string;
  readonly path: readonly string[];

  constructor(what: string, { path }: Pick<Place, 'path'> = { path: [] }) {
    super(what);
    this.what = what;
    this.path = path;
  }
}

interface Place {
  readonly subset: SchemaSubset;
  readonly wrapped: boolean;
  readonly depth: number;
  /** Names of properties and definitions, and `items`, as in the caller's schema. */
  readonly path: readonly string[];
}

const MAX_PLACE_LENGTH = 200;

const WRAPPED_ROOT = '#/properties/value';

/**
 * Rewrites a caller's schema for a provider that accepts only a subset of JSON Schema. Keywords that the provider
 * refuses are dropped, which makes the schema wider. This is safe, because every reply is checked against the caller's
 * schema. If all properties must be required, optional ones become nullable, and `unwidenOutput` removes the nulls from
 * the reply.
 * @returns an obstacle if the subset cannot express the schema.
 */
export function widenOrObstacle(schema: JsonObject, subset: SchemaSubset): WidenedSchema | Obstacle {
  const { $id: _dropped, ...anonymous } = schema;
  const wrapped =
    subset.rootObject &&
    (schema['type'] !== 'object' ||
      schema['nullable'] === true ||
      schema['anyOf'] !== undefined ||
      schema['$ref'] !== undefined);
  try {
    const widened = widen(gatherDefinitions(anonymous, subset), {
      subset,
      wrapped,
      depth: wrapped ? 1 : 0,
      path: [],
    });
    const whole = wrapped ? wrap(widened) : widened;
    checkReferences(whole);
    return { schema: whole, wrapped };
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    return { what: error.what, at: error.path.join('.').slice(0, MAX_PLACE_LENGTH).toWellFormed() };
  }
}

/** Definitions stay at the root, where references find them. */
function wrap({ $defs, definitions, ...value }: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { value },
    required: ['value'],
    additionalProperties: false,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}

/** Renames `definitions` of draft-07 for a provider that knows only `$defs` of 2020-12. */
function gatherDefinitions(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { definitions, ...rest } = schema;
  if (!isJsonObject(definitions) || keywords.includes('definitions')) return schema;
  const $defs = objectIn(rest, '$defs');
  if (Object.keys(definitions).some((name) => Object.hasOwn($defs, name)))
    throw new NotExpressible('one name in both $defs and definitions');
  return { ...rest, $defs: { ...$defs, ...definitions } };
}

/** The provider would refuse a call with a reference to a part that was dropped or moved. */
function checkReferences(whole: JsonObject): void {
  for (const { schema } of allSchemasIn(whole))
    if (typeof schema['$ref'] === 'string' && referredSchema(schema['$ref'], whole) === undefined)
      throw new NotExpressible('a $ref to a part that it does not take');
}

function widen(schema: Json, place: Place): JsonObject {
  const { subset, depth } = place;
  // A strict provider cannot express `true`, which accepts anything, or `false`, which accepts nothing.
  if (!isJsonObject(schema)) throw new NotExpressible('a schema that takes anything or nothing', place);
  if (depth > subset.maxDepth) throw new NotExpressible(`more than ${subset.maxDepth} levels`, place);
  // References in it are relative to its `$id`, and no provider supports that.
  if (schema['$id'] !== undefined) throw new NotExpressible('$id', place);
  const renamed = renameKeywords(plainSchema(schema, subset), subset);
  const widened: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(renamed)) {
    if (keyword === 'pattern' && isLookAround(value)) continue;
    if (subset.keywords.includes(keyword)) widened[keyword] = widenKeyword(keyword, value, place);
    else if (subset.closedObjects && keyword === 'patternProperties')
      throw new NotExpressible('patternProperties', place);
  }
  if (allowsType(widened, 'object') || widened['properties'] !== undefined)
    closeObject(widened, renamed, place);
  if (subset.typed) addType(widened, place);
  if (subset.typed && allowsType(widened, 'array') && widened['items'] === undefined)
    throw new NotExpressible('an array without items', place);
  return widened;
}

/** Whether the schema names a type, alone or in a list. */
function allowsType({ type }: JsonObject, name: string): boolean {
  return isJsonArray(type) ? type.includes(name) : type === name;
}

/** Most providers' engines lack look-around, and the provider then refuses the whole call. */
function isLookAround(pattern: Json): boolean {
  return typeof pattern === 'string' && /\(\?<?[=!]/.test(pattern);
}

/** Adds the type, which a strict provider requires. It follows from constants. */
function addType(widened: Record<string, Json>, place: Place): void {
  if (['type', 'anyOf', '$ref'].some((keyword) => widened[keyword] !== undefined)) return;
  const { enum: values, const: constant } = widened;
  const constants = isJsonArray(values) ? values : constant === undefined ? [] : [constant];
  const types = [...new Set(constants.map(typeOf))];
  const [only, ...others] = types;
  if (only === undefined) throw new NotExpressible('a schema without type', place);
  widened['type'] = others.length === 0 ? only : types;
}

/** Replaces keywords by equal or wider ones: `const` by an enum of one value, and `oneOf` by `anyOf`. */
function renameKeywords(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { const: constant, oneOf, ...rest } = schema;
  return {
    ...rest,
    ...(constant !== undefined && (keywords.includes('const') ? { const: constant } : { enum: [constant] })),
    ...(oneOf !== undefined && (keywords.includes('oneOf') ? { oneOf } : { anyOf: oneOf })),
  };
}

function placeIn(place: Place, name: string): Place {
  return { ...place, path: [...place.path, name] };
}

function widenKeyword(keyword: string, value: Json, place: Place): Json {
  const inside = { ...place, depth: place.depth + 1 };
  switch (keyword) {
    case 'properties':
    case '$defs':
    case 'definitions':
      if (!isJsonObject(value)) throw new NotExpressible(keyword, place);
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, widen(item, placeIn(inside, name))]),
      );
    case 'items':
      return widen(value, placeIn(inside, 'items'));
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'prefixItems':
      if (!isJsonArray(value)) throw new NotExpressible(keyword, place);
      return value.map((item) => widen(item, keyword === 'prefixItems' ? inside : place));
    case '$ref':
      return moveReference(value, place);
    case 'additionalProperties':
      // A map from names to values would be empty if it were closed.
      if (place.subset.closedObjects && value !== false)
        throw new NotExpressible('additionalProperties other than false', place);
      return isJsonObject(value) ? widen(value, inside) : value;
    default:
      return value;
  }
}

/** References start at the root, which is one level higher in a wrapped schema. Definitions do not move. */
function moveReference(value: Json, place: Place): Json {
  const { wrapped, subset } = place;
  if (typeof value !== 'string' || !/^#(\/|$)/.test(value))
    throw new NotExpressible('a $ref to something else than a path', place);
  if (value.startsWith('#/definitions/') && !subset.keywords.includes('definitions'))
    return value.replace('definitions', '$defs');
  if (!wrapped || /^#\/(\$defs|definitions)\//.test(value)) return value;
  return `${WRAPPED_ROOT}${value.slice(1)}`;
}

function closeObject(widened: Record<string, Json>, schema: JsonObject, place: Place): void {
  const { subset } = place;
  const properties = objectIn(widened, 'properties');
  const names = Object.keys(properties);
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  if (subset.closedObjects) {
    // An object without properties may have any, and a required property without a schema cannot be listed. Properties
    // that an intersection adds would be refused.
    if (schema['allOf'] !== undefined) throw new NotExpressible('allOf', place);
    if (names.length === 0) throw new NotExpressible('an object without properties', place);
    if (required.some((name) => !names.includes(name)))
      throw new NotExpressible('required with a name that properties lacks', place);
    widened['additionalProperties'] = false;
  }
  if (!subset.allRequired) return;
  widened['required'] = names;
  widened['properties'] = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      required.includes(name) ? property : nullable(property),
    ]),
  );
}

function nullable(property: Json): Json {
  if (!isJsonObject(property) || acceptsNull(property)) return property;
  const { type, enum: values } = property;
  if (typeof type === 'string' && property['anyOf'] === undefined && property['const'] === undefined) {
    return { ...property, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
  }
  return { anyOf: [property, { type: 'null' }] };
}
