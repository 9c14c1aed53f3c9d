import type { JsonObject } from '../contract.ts';
import { isSchema, isSchemaList } from './schema-shape.ts';
import { subschemasOf } from './subschemas.ts';

/**
 * The first property that a schema requires and forbids in one breath: it is in `required`, not in `properties`, and
 * `additionalProperties` is false. No object satisfies that.
 * @returns its pointer within the schema (RFC 6901); undefined where there is none.
 */
export function forbiddenRequired(schema: JsonObject, pointer = ''): string | undefined {
  const own = forbiddenHere(schema);
  if (own !== undefined) return `${pointer}/required/${own}`;
  for (const inner of subschemasOf(schema)) {
    const found = forbiddenRequired(inner.schema, pointer + inner.pointer);
    if (found !== undefined) return found;
  }
  return undefined;
}

function forbiddenHere(schema: JsonObject): number | undefined {
  const { required, properties = {}, patternProperties, additionalProperties } = schema;
  if (additionalProperties !== false || patternProperties !== undefined) return undefined;
  if (!isSchemaList(required) || !isSchema(properties)) return undefined;
  const index = required.findIndex((name) => typeof name === 'string' && !Object.hasOwn(properties, name));
  return index === -1 ? undefined : index;
}
