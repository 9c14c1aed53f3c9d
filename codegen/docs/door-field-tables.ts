import type { JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../../core/manifests/load/json-values.ts';
import type { DialectSchemas } from '../dialect-schemas.ts';
import { describeType, referenced } from './describe-type.ts';
import { code, markdownTable } from './markdown-table.ts';

/** What the gateway does with a field of another dialect: `x-door` in its schema. */
export type FieldUse = 'used' | 'ignored' | 'refused';

interface DoorField {
  readonly name: string;
  readonly use: FieldUse;
  readonly type: string;
  readonly description: string;
}

/** One row per field of a use. A field that both dialects have alike has one row for both. */
export function doorFieldTable(
  { chatCompletionRequest, responsesRequest }: DialectSchemas,
  wanted: FieldUse,
): string {
  const chat = fieldsOf(chatCompletionRequest).filter(({ use }) => use === wanted);
  const responses = fieldsOf(responsesRequest).filter(({ use }) => use === wanted);
  const isSame = (one: DoorField) => (other: DoorField) =>
    one.name === other.name && one.description === other.description;
  const both = chat.filter((field) => responses.some(isSame(field)));
  const rows = [
    ...both.map((field) => rowOf(field, 'both')),
    ...chat.filter((field) => !both.includes(field)).map((field) => rowOf(field, 'chat')),
    ...responses.filter((field) => !both.some(isSame(field))).map((field) => rowOf(field, 'responses')),
  ];
  return markdownTable(['field', 'of', 'takes', 'meaning'], rows);
}

/** One row per field of a use of the Messages API, which shares none with the others. */
export function messagesFieldTable({ messagesRequest }: DialectSchemas, wanted: FieldUse): string {
  const rows = fieldsOf(messagesRequest)
    .filter(({ use }) => use === wanted)
    .map(({ name, type, description }) => [code(name), type, description]);
  return markdownTable(['field', 'takes', 'meaning'], rows);
}

function rowOf({ name, type, description }: DoorField, of: string): readonly string[] {
  return [code(name), of, type, description];
}

function fieldsOf(schema: JsonObject): readonly DoorField[] {
  return [...walk(schema, '', objectIn(schema, 'definitions'))];
}

function* walk(object: JsonObject, prefix: string, definitions: JsonObject): Generator<DoorField> {
  for (const [name, member] of Object.entries(objectIn(object, 'properties'))) {
    if (!isJsonObject(member)) continue;
    const field = referenced(member, definitions);
    const { description, 'x-door': door } = field;
    const use = door === 'ignored' || door === 'refused' ? door : 'used';
    const type = withoutNull(describeType(field, definitions));
    yield { name: prefix + name, use, type, description: typeof description === 'string' ? description : '' };
    if (use === 'used') yield* walkInside(field, prefix + name, definitions);
  }
}

/** Every field may be null, which asks for nothing. */
function withoutNull(type: string): string {
  const listed = /^(.*) or null(,.*)?$/.exec(type);
  if (listed === null) return type;
  const [, kinds = '', bounds = ''] = listed;
  return kinds.replace(/, ([^,]*)$/, ' or $1') + bounds;
}

/** Of an object its members, of a list those of its entries; and of each alternative. */
function* walkInside(field: JsonObject, path: string, definitions: JsonObject): Generator<DoorField> {
  const { oneOf } = field;
  for (const one of [field, ...(isJsonArray(oneOf) ? oneOf : [])]) {
    const items = isJsonObject(one) ? one['items'] : undefined;
    if (isJsonObject(items)) yield* walk(referenced(items, definitions), `${path}[].`, definitions);
  }
  yield* walk(field, `${path}.`, definitions);
}
