import type { Json, JsonObject } from '../contract.ts';
import { isSchema, isSchemaList } from './schema-shape.ts';

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

/** A schema inside a schema, with the steps that lead from the outer one to it. */
export interface Subschema {
  readonly path: readonly string[];
  readonly schema: JsonObject;
}

/** The object schemas directly inside a schema of either dialect. Data such as `enum` and `default` is left alone. */
export function subschemasOf(schema: JsonObject): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) =>
    membersOf(keyword, value).flatMap(([path, member]) =>
      isSchema(member) ? [{ path, schema: member }] : [],
    ),
  );
}

type Member = readonly [path: readonly string[], member: Json];

function membersOf(keyword: string, value: Json): readonly Member[] {
  if (isSchemaList(value))
    return LISTS.has(keyword) ? value.map((member, index) => [[keyword, String(index)], member]) : [];
  if (SCHEMAS.has(keyword)) return [[[keyword], value]];
  if (!MAPS.has(keyword) || !isSchema(value)) return [];
  return Object.entries(value).map(([name, member]) => [[keyword, name], member]);
}
