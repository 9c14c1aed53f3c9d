import type { JsonObject } from '../core/contract.ts';
import { isJsonObject } from '../core/schema/json-values.ts';

const ENDING = '.schema.json';

/** @param schemas texts by file name. @returns the sorted names without their ending. */
export function schemaNames(schemas: ReadonlyMap<string, string>): readonly string[] {
  return [...schemas.keys()].map((file) => file.slice(0, -ENDING.length)).toSorted();
}

/** @throws Error if the schema is missing or not an object. */
export function readSchema(schemas: ReadonlyMap<string, string>, name: string): JsonObject {
  const text = schemas.get(`${name}${ENDING}`);
  if (text === undefined) throw new Error(`codegen/schemas/${name}.schema.json is missing; restore it`);
  const schema: unknown = JSON.parse(text);
  if (!isJsonObject(schema)) throw new Error(`codegen/schemas/${name}.schema.json must hold a JSON object`);
  return schema;
}
