import type { Json, JsonObject } from '../contract.ts';
import { acceptsNull, isSchema, isSchemaList } from './schema-shape.ts';
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
    const items = value.map((item) => withoutNulls(item, described['items'], inside));
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

/** Follows one reference, and the only alternative that describes an object or a list. */
function resolve(schema: Json | undefined, root: JsonObject): JsonObject | undefined {
  if (!isSchema(schema)) return undefined;
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? lookUp(reference, root) : schema;
  if (target === undefined) return undefined;
  const alternatives = target['anyOf'] ?? target['oneOf'];
  if (!isSchemaList(alternatives)) return target;
  const structured = alternatives.filter(
    (item) => isSchema(item) && (item['properties'] !== undefined || item['items'] !== undefined),
  );
  const [only, ...others] = structured;
  return isSchema(only) && others.length === 0 ? only : target;
}

function lookUp(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === '#') return root;
  const steps = reference.replace(/^#\//, '').split('/');
  let found: Json | undefined = root;
  for (const step of steps) {
    const name = unescaped(step);
    found = isSchema(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isSchema(found) ? found : undefined;
}

/** RFC 6901 in a URI fragment; a step that is not well-formed is taken as it stands. */
function unescaped(step: string): string {
  const plain = /%(?![0-9a-f]{2})/i.test(step) ? step : decodeURIComponent(step);
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
}
