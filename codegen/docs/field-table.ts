import type { Json, JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../../core/manifests/load/json-values.ts';
import { constantOf, definitionName, describeType, referenced } from './describe-type.ts';
import { code, markdownTable } from './markdown-table.ts';

type Row = readonly [field: string, type: string, meaning: string];

/**
 * One row per field of a body, the required ones marked. Fields of nested objects are named by their path.
 * @param schema Draft-07, with its definitions.
 */
export function fieldTable(schema: JsonObject): string {
  const definitions = objectIn(schema, 'definitions');
  const rows = [...rowsOf(schema, '', { definitions, told: new Map() })];
  return markdownTable(['field', 'type', 'meaning'], rows);
}

interface Walk {
  readonly definitions: JsonObject;
  /** Definitions whose fields are already listed, with their path. */
  readonly told: Map<string, string>;
}

function* rowsOf(object: JsonObject, prefix: string, walk: Walk): Generator<Row> {
  const required = isJsonArray(object['required']) ? object['required'] : [];
  for (const [name, member] of Object.entries(objectIn(object, 'properties'))) {
    if (!isJsonObject(member)) continue;
    const field = referenced(member, walk.definitions);
    const type = describeType(field, walk.definitions);
    const inside = [...insideOf(member, prefix + name, walk)];
    const same = inside.length === 0 ? sameAs(member, walk) : '';
    const { description = '' } = field;
    const meaning = typeof description === 'string' ? description + same : same;
    yield [code(prefix + name), required.includes(name) ? `${type}, required` : type, meaning];
    yield* inside;
  }
}

/** The fields of the objects inside a field. Each definition is listed once. */
function* insideOf(schema: JsonObject, path: string, walk: Walk): Generator<Row> {
  const { items, oneOf, ...object } = referenced(schema, walk.definitions);
  const name = definitionIn(schema);
  if (constantOf(object) !== undefined || (name !== undefined && walk.told.has(name))) return;
  if (name !== undefined && isJsonObject(object['properties'])) walk.told.set(name, path);
  if (isJsonObject(items)) yield* insideOf(items, `${path}[]`, walk);
  for (const one of membersOf(oneOf)) yield* insideOf(one, path, walk);
  yield* rowsOf(object, `${path}.`, walk);
}

function sameAs({ items, ...schema }: JsonObject, { told }: Walk): string {
  const path = told.get(definitionIn(isJsonObject(items) ? items : schema) ?? '');
  return path === undefined ? '' : ` The same fields as \`${path}\`.`;
}

function definitionIn({ $ref: reference }: JsonObject): string | undefined {
  return typeof reference === 'string' ? definitionName(reference) : undefined;
}

function membersOf(list: Json | undefined): readonly JsonObject[] {
  return isJsonArray(list) ? list.filter((member) => isJsonObject(member)) : [];
}
