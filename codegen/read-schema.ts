import type { JsonObject } from '../core/contract.ts';
import { isJsonObject } from '../core/manifests/load/json-values.ts';

/** @throws Error where the schema is missing or no object. */
export function readSchema(schemas: ReadonlyMap<string, string>, name: string): JsonObject {
  const text = schemas.get(`${name}.schema.json`);
  if (text === undefined) throw new Error(`codegen/schemas/${name}.schema.json is missing; restore it`);
  const schema: unknown = JSON.parse(text);
  if (!isJsonObject(schema)) throw new Error(`codegen/schemas/${name}.schema.json must hold a JSON object`);
  return schema;
}
