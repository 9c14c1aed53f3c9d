import type { Json, JsonObject } from '../contract.ts';

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` does not narrow a readonly array. */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value if it is a list; an empty list otherwise. */
export function asJsonArray(value: unknown): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

/** The value if it is an object; an empty object otherwise. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The member if it is an object; an empty object otherwise. */
export function objectIn(value: JsonObject, key: string): JsonObject {
  return asJsonObject(Object.hasOwn(value, key) ? value[key] : undefined);
}

/** The JSON type of a parsed value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Applies a function to every value directly inside an object. */
export function mapMembers(value: JsonObject, change: (member: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}
