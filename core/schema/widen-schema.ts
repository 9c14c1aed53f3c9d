import type { Json, JsonObject, SchemaSubset } from '../contract.ts';
import { acceptsNull, isSchema, isSchemaList, referredSchema } from './schema-shape.ts';
import { plainSchema } from './plain-schema.ts';
import { subschemasOf } from './subschemas.ts';

/** A schema a provider takes, and what its replies carry beyond the caller's. */
export interface WidenedSchema {
  readonly schema: JsonObject;
  /** The provider wants an object at the root and the caller has none: the value travels as the member `value`. */
  readonly wrapped: boolean;
}

/** What a subset cannot say at all; the model then gets the schema as an instruction. */
export interface Obstacle {
  /** In the schema's own words, such as `patternProperties`. */
  readonly what: string;
  /** Names of properties and definitions that lead there; empty for the root. At most 200 characters. */
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
  /** Names of properties and definitions, and `items`: what the caller's schema calls them too. */
  readonly path: readonly string[];
}

const MAX_PLACE_LENGTH = 200;

const WRAPPED_ROOT = '#/properties/value';

/**
 * Rewrites a caller's schema for a provider that takes only a part of JSON Schema. What the provider refuses is
 * dropped, which only widens it: every reply is checked against the caller's own schema. Where all properties must be
 * required, optional ones become nullable, and `unwidenOutput` takes the nulls out of the reply again.
 * @returns where the part cannot express the schema, what of it.
 */
export function widenOrObstacle(schema: JsonObject, subset: SchemaSubset): WidenedSchema | Obstacle {
  const { $id: _dropped, ...anonymous } = schema;
  const wrapped =
    subset.rootObject &&
    (schema['type'] !== 'object' || schema['anyOf'] !== undefined || schema['$ref'] !== undefined);
  try {
    const widened = widen(gatherDefinitions(anonymous, subset), {
      subset,
      wrapped,
      depth: wrapped ? 1 : 0,
      path: [],
    });
    const whole = wrapped ? wrap(widened) : widened;
    checkReferences(whole, whole);
    return { schema: whole, wrapped };
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    return { what: error.what, at: error.path.join('.').slice(0, MAX_PLACE_LENGTH).toWellFormed() };
  }
}

/** Definitions stay at the root, where references look for them. */
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

/** Draft-07's name for definitions, where a provider knows only that of 2020-12. */
function gatherDefinitions(schema: JsonObject, { keywords }: SchemaSubset): JsonObject {
  const { definitions, ...rest } = schema;
  if (!isSchema(definitions) || keywords.includes('definitions')) return schema;
  const $defs = isSchema(rest['$defs']) ? rest['$defs'] : {};
  if (Object.keys(definitions).some((name) => Object.hasOwn($defs, name)))
    throw new NotExpressible('one name in both $defs and definitions');
  return { ...rest, $defs: { ...$defs, ...definitions } };
}

/** A reference to what was dropped or moved would make the provider refuse the call. */
function checkReferences(schema: JsonObject, root: JsonObject): void {
  const { $ref } = schema;
  if (typeof $ref === 'string' && referredSchema($ref, root) === undefined)
    throw new NotExpressible('a $ref to a part that it does not take');
  for (const inner of subschemasOf(schema)) checkReferences(inner.schema, root);
}

function widen(schema: Json, place: Place): JsonObject {
  const { subset, depth } = place;
  // `true` takes anything and `false` nothing; a strict provider has no word for either.
  if (!isSchema(schema)) throw new NotExpressible('a schema that takes anything or nothing', place);
  if (depth > subset.maxDepth) throw new NotExpressible(`more than ${subset.maxDepth} levels`, place);
  // References inside count from it, and no provider knows it.
  if (schema['$id'] !== undefined) throw new NotExpressible('$id', place);
  const renamed = renameKeywords(plainSchema(schema, subset), subset);
  const widened: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(renamed)) {
    if (keyword === 'pattern' && isLookAround(value)) continue;
    if (subset.keywords.includes(keyword)) widened[keyword] = widenKeyword(keyword, value, place);
    else if (subset.closedObjects && keyword === 'patternProperties')
      throw new NotExpressible('patternProperties', place);
  }
  if (widened['type'] === 'object' || widened['properties'] !== undefined)
    closeObject(widened, renamed, place);
  if (subset.typed) sayType(widened, place);
  if (subset.typed && widened['type'] === 'array' && widened['items'] === undefined)
    throw new NotExpressible('an array without items', place);
  return widened;
}

/** Providers compile patterns for engines of their own, most of them without it, and refuse the whole call. */
function isLookAround(pattern: Json): boolean {
  return typeof pattern === 'string' && /\(\?<?[=!]/.test(pattern);
}

/** A strict provider wants the type said; constants give theirs away. */
function sayType(widened: Record<string, Json>, place: Place): void {
  if (['type', 'anyOf', '$ref'].some((keyword) => widened[keyword] !== undefined)) return;
  const { enum: values, const: constant } = widened;
  const constants = isSchemaList(values) ? values : constant === undefined ? [] : [constant];
  const types = [...new Set(constants.map(typeOf))];
  const [only, ...others] = types;
  if (only === undefined) throw new NotExpressible('a schema without type', place);
  widened['type'] = others.length === 0 ? only : types;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Other words for the same thing, or for something wider: `const` is an enum of one, `oneOf` an `anyOf` too strict. */
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
      if (!isSchema(value)) throw new NotExpressible(keyword, place);
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, widen(item, placeIn(inside, name))]),
      );
    case 'items':
      return widen(value, placeIn(inside, 'items'));
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'prefixItems':
      if (!isSchemaList(value)) throw new NotExpressible(keyword, place);
      return value.map((item) => widen(item, keyword === 'prefixItems' ? inside : place));
    case '$ref':
      return moveReference(value, place);
    case 'additionalProperties':
      // A map from names to values; closing it would leave nothing.
      if (place.subset.closedObjects && value !== false)
        throw new NotExpressible('additionalProperties other than false', place);
      return isSchema(value) ? widen(value, inside) : value;
    default:
      return value;
  }
}

/** References count from the root, which is one level further out once the schema is wrapped; definitions stay. */
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
  const properties = isSchema(widened['properties']) ? widened['properties'] : {};
  const names = Object.keys(properties);
  const listed = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  if (subset.closedObjects) {
    // An object with no properties of its own is a free form; a required one that is not described cannot be closed.
    // What an intersection adds would be closed out.
    if (schema['allOf'] !== undefined) throw new NotExpressible('allOf', place);
    if (names.length === 0) throw new NotExpressible('an object without properties', place);
    if (listed.some((name) => !names.includes(name)))
      throw new NotExpressible('required with a name that properties lacks', place);
    widened['additionalProperties'] = false;
  }
  if (!subset.allRequired) return;
  widened['required'] = names;
  widened['properties'] = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      listed.includes(name) ? property : nullable(property),
    ]),
  );
}

function nullable(property: Json): Json {
  if (!isSchema(property) || acceptsNull(property)) return property;
  const { type, enum: values } = property;
  if (typeof type === 'string' && property['anyOf'] === undefined && property['const'] === undefined) {
    return { ...property, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
  }
  return { anyOf: [property, { type: 'null' }] };
}
