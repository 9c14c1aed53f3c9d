import type { Json, JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../../core/manifests/load/json-values.ts';
import { code } from './markdown-table.ts';

/** The values a field takes, such as "string[], 1 to 64 entries". */
export function describeType(schema: JsonObject, definitions: JsonObject): string {
  const limits = [bounds(schema), defaultOf(schema)].filter((part) => part !== '');
  return [nameOf(schema, definitions), ...limits].join(', ');
}

/** The schema that a reference names. Members beside the reference override it. */
export function referenced(schema: JsonObject, definitions: JsonObject): JsonObject {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== 'string') return schema;
  return { ...objectIn(definitions, definitionName(reference)), ...beside };
}

export function definitionName(reference: string): string {
  return reference.slice('#/definitions/'.length);
}

/** The value of an object that can have only one; undefined for other objects. */
export function constantOf(schema: JsonObject): string | undefined {
  const members = Object.entries(objectIn(schema, 'properties'));
  const constants = members.flatMap(([name, member]) =>
    isJsonObject(member) && member['const'] !== undefined
      ? [`"${name}": ${JSON.stringify(member['const'])}`]
      : [],
  );
  return members.length > 0 && constants.length === members.length
    ? `{ ${constants.join(', ')} }`
    : undefined;
}

function nameOf(schema: JsonObject, definitions: JsonObject): string {
  const { const: constant, enum: values, oneOf, type, items } = schema;
  if (constant !== undefined) return value(constant);
  if (isJsonArray(values)) return values.length > MAX_VALUES ? 'string' : inWords(values.map(value));
  if (isJsonArray(oneOf)) return inWords(oneOf.map((one) => nameOfMember(one, definitions)));
  if (type === 'array' && isJsonObject(items))
    return `${nameOf(referenced(items, definitions), definitions)}[]`;
  const whole = constantOf(schema);
  if (whole !== undefined) return code(whole);
  return isJsonArray(type) ? inWords(type.map(plain)) : plain(type ?? 'any');
}

/** Longer lists, such as error codes, have their own table. */
const MAX_VALUES = 8;

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
  const {
    minimum,
    exclusiveMinimum: above,
    maximum,
    minItems,
    maxItems,
    maxLength,
    contentEncoding,
    'x-unit': unit = 'characters',
  } = schema;
  if (typeof maximum === 'number' && above !== undefined)
    return `more than ${number(above)} and at most ${number(maximum)}`;
  if (typeof maximum === 'number') return `${number(minimum ?? 0)} to ${number(maximum)}`;
  if (typeof maxItems === 'number')
    return minItems === undefined
      ? `up to ${number(maxItems)} entries`
      : `${number(minItems)} to ${number(maxItems)} entries`;
  // The description of an encoded file names its limit in decoded bytes.
  if (typeof maxLength === 'number' && contentEncoding === undefined)
    return `up to ${number(maxLength)} ${plain(unit)}`;
  return '';
}

function defaultOf({ default: fallback }: JsonObject): string {
  return fallback === undefined ? '' : `default ${plain(fallback)}`;
}

function number(bound: Json): string {
  return Number(bound).toLocaleString('en-US').replace('-', '−');
}

function plain(json: Json): string {
  return typeof json === 'string' ? json : JSON.stringify(json);
}
