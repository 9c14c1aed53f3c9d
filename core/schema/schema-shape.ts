import type { Json, JsonObject } from '../contract.ts';

/** An object schema; `true` and `false` are schemas too, but hold nothing. */
export function isSchema(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` does not narrow a readonly array. */
export function isSchemaList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether null may satisfy a schema, by what it says at its own level; a reference is taken not to. */
export function acceptsNull(schema: JsonObject): boolean {
  const { type, enum: values, const: constant, anyOf, oneOf, $ref } = schema;
  if (constant !== undefined) return constant === null;
  if (isSchemaList(values)) return values.includes(null);
  if (isSchemaList(type)) return type.includes('null');
  if (type !== undefined) return type === 'null';
  const alternatives = isSchemaList(anyOf) ? anyOf : isSchemaList(oneOf) ? oneOf : undefined;
  if (alternatives !== undefined)
    return alternatives.some((item) => item === true || (isSchema(item) && acceptsNull(item)));
  return $ref === undefined;
}
