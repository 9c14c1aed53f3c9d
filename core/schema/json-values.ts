import type { Json, JsonObject } from '../../contract.ts';

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` does not narrow a readonly array. */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member, where it is an object; an empty object otherwise. */
export function objectIn(value: JsonObject, key: string): JsonObject {
  const member = Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(member) ? member : {};
}

/** Applies a function to every value directly inside an object. */
export function mapMembers(value: JsonObject, change: (member: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}
