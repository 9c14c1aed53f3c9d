import type { Json, JsonObject } from '../contract.ts';
import { acceptsNull, entrySchemas, isSchema, isSchemaList, referredSchema } from './schema-shape.ts';
import type { WidenedSchema } from './widen-schema.ts';

/** Deeper than any schema the contract takes: below it nothing is described. */
const MAX_DEPTH = 128;

/**
 * Takes out of a reply what the widened schema put into it: the wrapping, and the nulls that stand for optional
 * properties left out. A reply that is no JSON, or needs nothing taken out, is returned as it is, byte for byte.
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
    widened.wrapped && isSchema(value) && Object.hasOwn(value, 'value') ? (value['value'] ?? null) : value;
  const cleaned = withoutNulls(inner, caller, { root: caller, depth: 0 });
  return cleaned === value ? text : JSON.stringify(cleaned);
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

/** The same value where nothing is taken out, so that the caller can tell. */
function withoutNulls(value: Json, schema: Json | undefined, { root, depth }: Place): Json {
  const described = resolve(schema, root);
  if (described === undefined || depth > MAX_DEPTH) return value;
  const inside = { root, depth: depth + 1 };
  if (isSchemaList(value)) {
    const { prefix, rest } = entrySchemas(described);
    const items = value.map((item, index) => withoutNulls(item, prefix[index] ?? rest, inside));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isSchema(value)) return value;
  const properties = isSchema(described['properties']) ? described['properties'] : {};
  const required = isSchemaList(described['required']) ? described['required'] : [];
  const entries = Object.entries(value);
  const kept = entries
    .filter(([name, item]) => item !== null || required.includes(name) || !standsForAbsent(properties[name]))
    .map(([name, item]) => [name, withoutNulls(item, properties[name], inside)] as const);
  const changed = kept.length !== entries.length || kept.some(([name, item]) => item !== value[name]);
  return changed ? Object.fromEntries(kept) : value;
}

function standsForAbsent(property: Json | undefined): boolean {
  return isSchema(property) && !acceptsNull(property);
}

const STRUCTURE = ['properties', 'items', 'prefixItems'];

/** Follows one reference, and the only alternative that describes an object or a list. */
function resolve(schema: Json | undefined, root: JsonObject): JsonObject | undefined {
  if (!isSchema(schema)) return undefined;
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? referredSchema(reference, root) : schema;
  if (target === undefined) return undefined;
  const alternatives = target['anyOf'] ?? target['oneOf'];
  if (!isSchemaList(alternatives)) return target;
  const structured = alternatives.filter(
    (item) => isSchema(item) && STRUCTURE.some((keyword) => item[keyword] !== undefined),
  );
  const [only, ...others] = structured;
  return isSchema(only) && others.length === 0 ? only : target;
}
