import type { Json, JsonObject } from '../contract.ts';
import { pointerStep } from './json-pointer.ts';
import { isJsonArray, isJsonObject, mapMembers } from './json-values.ts';

const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);

/** A schema inside a schema, with its pointer from the outer one. */
export interface Subschema {
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** The object schemas directly inside a schema of either dialect. Data such as `enum` and `default` is skipped. */
export function subschemasOf(schema: JsonObject): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) =>
    membersOf(keyword, value).flatMap(([steps, member]) =>
      isJsonObject(member) ? [{ pointer: `/${keyword}${steps}`, schema: member }] : [],
    ),
  );
}

/** The schema and all object schemas inside it, outer ones first, each with its pointer from the whole. */
export function allSchemasIn(schema: JsonObject, pointer = ''): readonly Subschema[] {
  const inside = subschemasOf(schema).flatMap((inner) => allSchemasIn(inner.schema, pointer + inner.pointer));
  return [{ pointer, schema }, ...inside];
}

/** The members of a keyword's value, with their steps below the keyword. */
function membersOf(keyword: string, value: Json): readonly (readonly [steps: string, member: Json])[] {
  if (isJsonArray(value))
    return LISTS.has(keyword) ? value.map((member, index) => [`/${index}`, member]) : [];
  if (SCHEMAS.has(keyword)) return [['', value]];
  if (!MAPS.has(keyword) || !isJsonObject(value)) return [];
  return Object.entries(value).map(([name, member]) => [pointerStep(name), member]);
}

/** Applies a function to each object schema directly inside a schema. */
export function mapSubschemas(schema: JsonObject, change: (subschema: JsonObject) => JsonObject): JsonObject {
  const changeSchema = (value: Json): Json => (isJsonObject(value) ? change(value) : value);
  return mapMembers(schema, (value, keyword) => {
    if (MAPS.has(keyword) && isJsonObject(value)) return mapMembers(value, changeSchema);
    if (LISTS.has(keyword) && isJsonArray(value)) return value.map(changeSchema);
    return SCHEMAS.has(keyword) ? changeSchema(value) : value;
  });
}
