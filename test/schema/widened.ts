import type { JsonObject, SchemaSubset } from '../../core/contract.ts';
import { type WidenedSchema, widenOrObstacle } from '../../core/schema/widen-schema.ts';

/** Widens a schema; undefined if the subset cannot express it. */
export function widenSchema(schema: JsonObject, subset: SchemaSubset): WidenedSchema | undefined {
  const widened = widenOrObstacle(schema, subset);
  return 'what' in widened ? undefined : widened;
}
