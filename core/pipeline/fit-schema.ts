import type { JsonObject, Model, Provider } from '../contract.ts';
import { widenSchema } from '../schema/widen-schema.ts';

export type SchemaEnforcement = Model['schemaEnforcement'];

/** How a caller's schema reaches one model. */
export interface FittedSchema {
  readonly enforcement: SchemaEnforcement;
  /** What the provider enforces; undefined where the model is only told. */
  readonly schema: JsonObject | undefined;
  /** The provider's replies carry the value as the member `value` of an object. */
  readonly wrapped: boolean;
}

const BY_INSTRUCTION: FittedSchema = { enforcement: 'instruction', schema: undefined, wrapped: false };

/** The provider's own enforcement where it can say this schema, else the instruction. */
export function fitSchema(schema: JsonObject, model: Model, { schemaSubset }: Provider): FittedSchema {
  if (model.schemaEnforcement === 'instruction' || schemaSubset === null) return BY_INSTRUCTION;
  const widened = widenSchema(schema, schemaSubset);
  return widened === undefined ? BY_INSTRUCTION : { enforcement: model.schemaEnforcement, ...widened };
}
