import type { JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../../core/manifests/load/json-values.ts';
import type { DialectSchemas } from '../dialect-schemas.ts';
import { definitionName, referenced } from './describe-type.ts';
import { code, markdownTable } from './markdown-table.ts';

/** A field that is taken only with the value that asks for nothing: `x-compat: refused` in its schema. */
interface RefusedField {
  readonly name: string;
  readonly description: string;
}

/** The refused fields of OpenAI's APIs by their meaning. One that both have alike is listed once. */
export function compatRefusedTable({ chatCompletionRequest, responsesRequest }: DialectSchemas): string {
  const chat = refusedIn(chatCompletionRequest);
  const responses = refusedIn(responsesRequest);
  const isSame = (one: RefusedField) => (other: RefusedField) =>
    one.name === other.name && one.description === other.description;
  const both = chat.filter((field) => responses.some(isSame(field)));
  return markdownTable(
    ['fields', 'of', 'meaning'],
    joinNames([
      ...both.map((field) => [code(field.name), 'both', field.description]),
      ...chat
        .filter((field) => !both.includes(field))
        .map((field) => [code(field.name), 'chat', field.description]),
      ...responses
        .filter((field) => !both.some(isSame(field)))
        .map((field) => [code(field.name), 'responses', field.description]),
    ]),
  );
}

/** The refused fields of the Messages API by their meaning. */
export function messagesRefusedTable({ messagesRequest }: DialectSchemas): string {
  const rows = refusedIn(messagesRequest).map(({ name, description }) => [code(name), description]);
  return markdownTable(['fields', 'meaning'], joinNames(rows));
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

function refusedIn(schema: JsonObject): readonly RefusedField[] {
  return [...walk(schema, '', { definitions: objectIn(schema, 'definitions'), listed: new Set() })];
}

interface Walk {
  readonly definitions: JsonObject;
  /** Definitions whose fields are already listed. */
  readonly listed: Set<string>;
}

function* walk(object: JsonObject, prefix: string, state: Walk): Generator<RefusedField> {
  for (const [name, member] of Object.entries(objectIn(object, 'properties'))) {
    if (!isJsonObject(member)) continue;
    const { description, 'x-compat': use } = referenced(member, state.definitions);
    if (use === 'refused' && typeof description === 'string') yield { name: prefix + name, description };
    if (use === undefined) yield* walkInside(member, prefix + name, state);
  }
}

/** Of an object its members, of a list those of its entries; and of each alternative. A definition is listed once. */
function* walkInside(member: JsonObject, path: string, state: Walk): Generator<RefusedField> {
  if (isListed(member, state)) return;
  const field = referenced(member, state.definitions);
  const { oneOf } = field;
  for (const one of [field, ...(isJsonArray(oneOf) ? oneOf : [])]) {
    const items = isJsonObject(one) ? one['items'] : undefined;
    if (isJsonObject(items) && !isListed(items, state))
      yield* walk(referenced(items, state.definitions), `${path}[].`, state);
  }
  yield* walk(field, `${path}.`, state);
}

/** Whether the fields of a definition are listed already. From now on they are. */
function isListed(schema: JsonObject, { definitions, listed }: Walk): boolean {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return false;
  const name = definitionName(reference);
  if (listed.has(name)) return true;
  if (isJsonObject(referenced(schema, definitions)['properties'])) listed.add(name);
  return false;
}
