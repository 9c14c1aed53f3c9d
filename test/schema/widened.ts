import type { JsonObject, SchemaSubset } from '../../core/contract.ts';
import { type WidenedSchema, widenOrObstacle } from '../../core/schema/widen-schema.ts';

/** A schema for a provider that takes only a part of JSON Schema; undefined where the part cannot express it. */
export function widenSchema(schema: JsonObject, subset: SchemaSubset): WidenedSchema | undefined {
  const widened = widenOrObstacle(schema, subset);
  return 'what' in widened ? undefined : widened;
}
