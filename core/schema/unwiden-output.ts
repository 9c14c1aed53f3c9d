import type { Json, JsonObject } from '../contract.ts';
import { asJsonArray, isJsonArray, isJsonObject, objectIn } from './json-values.ts';
import { acceptsNull, entrySchemas, referredSchema } from './schema-shape.ts';
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
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const inner =
    widened.wrapped && isJsonObject(value) && Object.hasOwn(value, 'value')
      ? (value['value'] ?? null)
      : value;
  const cleaned = withoutNulls(inner, caller, { root: caller, depth: 0 });
  return cleaned === value ? text : JSON.stringify(cleaned);
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

/** @returns the same value if nothing is removed, so that the caller can compare it. */
function withoutNulls(value: Json, schema: Json | undefined, { root, depth }: Place): Json {
  const described = resolve(schema, root);
  if (described === undefined || depth > MAX_DEPTH) return value;
  const inside = { root, depth: depth + 1 };
  if (isJsonArray(value)) {
    const { prefix, rest } = entrySchemas(described);
    const items = value.map((item, index) => withoutNulls(item, prefix[index] ?? rest, inside));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const properties = objectIn(described, 'properties');
  const required = asJsonArray(described['required']);
  const entries = Object.entries(value);
  const remaining = entries
    .filter(([name, item]) => item !== null || required.includes(name) || !meansAbsent(properties[name]))
    .map(([name, item]) => [name, withoutNulls(item, properties[name], inside)] as const);
  const changed =
    remaining.length !== entries.length || remaining.some(([name, item]) => item !== value[name]);
  return changed ? Object.fromEntries(remaining) : value;
}

/** Whether null means that the property is absent. */
function meansAbsent(property: Json | undefined): boolean {
  return isJsonObject(property) && !acceptsNull(property);
}

const STRUCTURE = ['properties', 'items', 'prefixItems'];

/** Follows one reference, and the only alternative that describes an object or a list. */
function resolve(schema: Json | undefined, root: JsonObject): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? referredSchema(reference, root) : schema;
  if (target === undefined) return undefined;
  const alternatives = target['anyOf'] ?? target['oneOf'];
  if (!isJsonArray(alternatives)) return target;
  const structured = alternatives.filter(
    (item) => isJsonObject(item) && STRUCTURE.some((keyword) => item[keyword] !== undefined),
  );
  const [only, ...others] = structured;
  return isJsonObject(only) && others.length === 0 ? only : target;
}
