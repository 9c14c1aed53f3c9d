import type { JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../../core/manifests/load/json-values.ts';
import type { DialectSchemas } from '../dialect-schemas.ts';
import { definitionName, describeType, referenced } from './describe-type.ts';
import { code, markdownTable } from './markdown-table.ts';

/** What the gateway does with a field of another dialect: `x-compat` in its schema. */
export type FieldUse = 'used' | 'ignored' | 'refused';

interface CompatField {
  readonly name: string;
  readonly use: FieldUse;
  readonly type: string;
  readonly description: string;
}

/** A row per field of a use, or per meaning of those without effect. A field that both dialects have alike has one. */
export function compatFieldTable(
  { chatCompletionRequest, responsesRequest }: DialectSchemas,
  wanted: FieldUse,
): string {
  const chat = fieldsOf(chatCompletionRequest).filter(({ use }) => use === wanted);
  const responses = fieldsOf(responsesRequest).filter(({ use }) => use === wanted);
  const isSame = (one: CompatField) => (other: CompatField) =>
    one.name === other.name && one.description === other.description;
  const both = chat.filter((field) => responses.some(isSame(field)));
  const rows = [
    ...both.map((field) => rowOf(field, 'both')),
    ...chat.filter((field) => !both.includes(field)).map((field) => rowOf(field, 'chat')),
    ...responses.filter((field) => !both.some(isSame(field))).map((field) => rowOf(field, 'responses')),
  ];
  if (wanted === 'used') return markdownTable(['field', 'of', 'takes', 'meaning'], rows);
  return markdownTable(
    ['fields', 'of', 'meaning'],
    joinNames(rows.map(([name = '', of = '', , meaning = '']) => [name, of, meaning])),
  );
}

/** One row per field of a use of the Messages API, which shares none with the others. */
export function messagesFieldTable({ messagesRequest }: DialectSchemas, wanted: FieldUse): string {
  const rows = fieldsOf(messagesRequest)
    .filter(({ use }) => use === wanted)
    .map(({ name, type, description }) => [code(name), type, description]);
  if (wanted === 'used') return markdownTable(['field', 'takes', 'meaning'], rows);
  return markdownTable(
    ['fields', 'meaning'],
    joinNames(rows.map(([name = '', , meaning = '']) => [name, meaning])),
  );
}

/** Rows that differ in their first cell alone as one, with the first cells in a list. */
function joinNames(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const namesOf = new Map<string, { readonly names: string[]; readonly rest: readonly string[] }>();
  for (const [name = '', ...rest] of rows) {
    const row = namesOf.get(rest.join('|'));
    if (row === undefined) namesOf.set(rest.join('|'), { names: [name], rest });
    else row.names.push(name);
  }
  return [...namesOf.values()].map(({ names, rest }) => [names.join(', '), ...rest]);
}

function rowOf({ name, type, description }: CompatField, of: string): readonly string[] {
  return [code(name), of, type, description];
}

function fieldsOf(schema: JsonObject): readonly CompatField[] {
  return [...walk(schema, '', { definitions: objectIn(schema, 'definitions'), told: new Map() })];
}

interface Walk {
  readonly definitions: JsonObject;
  /** Definitions whose fields are already listed, with their path. */
  readonly told: Map<string, string>;
}

function* walk(object: JsonObject, prefix: string, state: Walk): Generator<CompatField> {
  for (const [name, member] of Object.entries(objectIn(object, 'properties'))) {
    if (!isJsonObject(member)) continue;
    const field = referenced(member, state.definitions);
    const { description, 'x-compat': declared } = field;
    const use = declared === 'ignored' || declared === 'refused' ? declared : 'used';
    const type = withoutNull(describeType(field, state.definitions));
    const meaning = typeof description === 'string' ? description : '';
    const path = prefix + name;
    const inside = use === 'used' ? [...walkInside(member, path, state)] : [];
    const same = use === 'used' && inside.length === 0 ? sameAs(member, state) : '';
    yield { name: path, use, type, description: meaning + same };
    yield* inside;
  }
}

/** Every field may be null, which asks for nothing. */
function withoutNull(type: string): string {
  const listed = /^(.*) or null(,.*)?$/.exec(type);
  if (listed === null) return type;
  const [, kinds = '', bounds = ''] = listed;
  return kinds.replace(/, ([^,]*)$/, ' or $1') + bounds;
}

/** Of an object its members, of a list those of its entries; and of each alternative. A definition is listed once. */
function* walkInside(member: JsonObject, path: string, state: Walk): Generator<CompatField> {
  if (isTold(member, path, state)) return;
  const field = referenced(member, state.definitions);
  const { oneOf } = field;
  for (const one of [field, ...(isJsonArray(oneOf) ? oneOf : [])]) {
    const items = isJsonObject(one) ? one['items'] : undefined;
    if (isJsonObject(items) && !isTold(items, `${path}[]`, state))
      yield* walk(referenced(items, state.definitions), `${path}[].`, state);
  }
  yield* walk(field, `${path}.`, state);
}

/** Whether the fields of a definition are listed already. From now on they are, at this path or at an earlier one. */
function isTold(schema: JsonObject, path: string, { definitions, told }: Walk): boolean {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return false;
  const name = definitionName(reference);
  if (told.has(name)) return true;
  if (isJsonObject(referenced(schema, definitions)['properties'])) told.set(name, path);
  return false;
}

function sameAs(member: JsonObject, { definitions, told }: Walk): string {
  const { oneOf, ...field } = referenced(member, definitions);
  const lists = [field, ...(isJsonArray(oneOf) ? oneOf : [])].map((one) =>
    isJsonObject(one) ? one['items'] : one,
  );
  const paths = [member, ...lists].map((one) => {
    const reference = isJsonObject(one) ? one['$ref'] : undefined;
    return typeof reference === 'string' ? told.get(definitionName(reference)) : undefined;
  });
  const path = paths.find((known) => known !== undefined);
  return path === undefined ? '' : ` The same fields as \`${path}\`.`;
}
