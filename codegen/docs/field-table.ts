import type { Json, JsonObject } from '../../core/contract.ts';
import { asJsonArray, isJsonArray, isJsonObject, objectIn } from '../../core/schema/json-values.ts';
import { code, markdownTable } from './markdown-table.ts';

/**
 * One row per field of a body, the required ones marked. The reference has the fields of nested objects.
 * @param schema Draft-07, with its definitions.
 */
export function fieldTable(schema: JsonObject): string {
  const definitions = objectIn(schema, 'definitions');
  const required = asJsonArray(schema['required']);
  const rows = Object.entries(objectIn(schema, 'properties')).flatMap(([name, member]) => {
    if (!isJsonObject(member)) return [];
    const field = referenced(member, definitions);
    const type = describeType(field, definitions);
    const { description } = field;
    const meaning = typeof description === 'string' ? description : '';
    return [[code(name), required.includes(name) ? `${type}, required` : type, meaning]];
  });
  return markdownTable(['field', 'type', 'meaning'], rows);
}

/** The values a field takes, such as "string[], 1 to 64 entries". */
function describeType(schema: JsonObject, definitions: JsonObject): string {
  return [nameOf(schema, definitions), bounds(schema)].filter((part) => part !== '').join(', ');
}

/** The schema that a reference names. Members beside the reference override it. */
function referenced(schema: JsonObject, definitions: JsonObject): JsonObject {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== 'string') return schema;
  return { ...objectIn(definitions, reference.slice('#/definitions/'.length)), ...beside };
}

function nameOf(schema: JsonObject, definitions: JsonObject): string {
  const { const: constant, enum: values, oneOf, type, items } = schema;
  if (constant !== undefined) return value(constant);
  if (isJsonArray(values)) return inWords(values.map(value));
  if (isJsonArray(oneOf)) return inWords(oneOf.map((one) => nameOfMember(one, definitions)));
  if (type === 'array' && isJsonObject(items))
    return `${nameOf(referenced(items, definitions), definitions)}[]`;
  const members = Object.keys(objectIn(schema, 'properties'));
  if (members.length > 0) return code(`{ ${members.join(', ')} }`);
  return isJsonArray(type) ? inWords(type.map(plain)) : plain(type ?? 'any');
}

function nameOfMember(member: Json, definitions: JsonObject): string {
  return isJsonObject(member) ? nameOf(referenced(member, definitions), definitions) : plain(member);
}

function value(constant: Json): string {
  return constant === null ? 'null' : code(plain(constant));
}

function inWords(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

function bounds(schema: JsonObject): string {
  const { minimum, maximum, minItems, maxItems, maxLength, 'x-unit': unit = 'characters' } = schema;
  if (typeof maximum === 'number') return `${number(minimum ?? 0)} to ${number(maximum)}`;
  if (typeof maxItems === 'number')
    return minItems === undefined
      ? `up to ${number(maxItems)} entries`
      : `${number(minItems)} to ${number(maxItems)} entries`;
  return typeof maxLength === 'number' ? `up to ${number(maxLength)} ${plain(unit)}` : '';
}

function number(bound: Json): string {
  return Number(bound).toLocaleString('en-US').replace('-', '−');
}

function plain(json: Json): string {
  return typeof json === 'string' ? json : JSON.stringify(json);
}
