import type { Json, JsonObject } from '../contract.ts';
import { FittingSchemas } from './fitting-schemas.ts';
import { asJsonArray, isJsonArray, isJsonObject, objectIn } from './json-values.ts';
import { acceptsNull, entrySchemas } from './schema-shape.ts';
import type { WidenedSchema } from './widen-schema.ts';

/** Deeper than any schema that the contract accepts. */
const MAX_DEPTH = 128;

/**
 * Removes the additions of the widened schema from a reply: the wrapping object, and the nulls of missing optional
 * properties. A reply that is not JSON, or has no additions, is returned unchanged, byte for byte.
 */
export function unwidenOutput(
  text: string,
  caller: JsonObject,
  widened: Pick<WidenedSchema, 'wrapped'>,
): string {
  let value: Json;
  try {
    value = MAYBE_INEXACT.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return text;
  }
  const inner =
    widened.wrapped && isJsonObject(value) && Object.hasOwn(value, 'value')
      ? (value['value'] ?? null)
      : value;
  const cleaned = text.includes('null')
    ? withoutNulls(inner, [caller], { fitting: new FittingSchemas(caller), depth: 0 })
    : inner;
  return cleaned === value ? text : JSON.stringify(cleaned);
}

/** Matches every number that `keepDigits` keeps: it has 16 digits, or an exponent of three. */
const MAYBE_INEXACT = /\d{16}|\de\+?\d{3}/i;

/** Keeps the digits of a whole number that a double cannot hold, such as an ID, and of a number past its range. */
function keepDigits(
  _key: string,
  value: unknown,
  { source = '' }: { readonly source?: string } = {},
): unknown {
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded || value === Infinity || value === -Infinity ? JSON.rawJSON(source) : value;
}

interface Place {
  readonly fitting: FittingSchemas;
  readonly depth: number;
}

/**
 * @param schemas of which any one may describe the value.
 * @returns the same value if nothing is removed, so that the caller can compare it.
 */
function withoutNulls(value: Json, schemas: readonly (Json | undefined)[], { fitting, depth }: Place): Json {
  if (depth > MAX_DEPTH || !(isJsonArray(value) || isJsonObject(value))) return value;
  const describing = fitting.find(value, schemas);
  if (describing.length === 0) return value;
  const inside = { fitting, depth: depth + 1 };
  if (isJsonArray(value)) {
    const entries = describing.map(entrySchemas);
    const items = value.map((item, index) => {
      const itemSchemas = entries.map(({ prefix, rest }) => prefix[index] ?? rest);
      return withoutNulls(item, itemSchemas, inside);
    });
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value);
  const remaining = members
    .filter(([name, item]) => item !== null || !describing.every((schema) => meansAbsent(name, schema)))
    .map(([name, item]) => {
      const itemSchemas = describing.map((schema) => objectIn(schema, 'properties')[name]);
      return [name, withoutNulls(item, itemSchemas, inside)] as const;
    });
  const changed =
    remaining.length !== members.length || remaining.some(([name, item]) => item !== value[name]);
  return changed ? Object.fromEntries(remaining) : value;
}

/** Whether null means that a property of an object is absent. */
function meansAbsent(name: string, schema: JsonObject): boolean {
  const property = objectIn(schema, 'properties')[name];
  return !asJsonArray(schema['required']).includes(name) && isJsonObject(property) && !acceptsNull(property);
}
