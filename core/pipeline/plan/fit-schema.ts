import type { JsonObject, Model, Provider, SchemaSubset } from '../../contract.ts';
import { type Obstacle, widenOrObstacle } from '../../schema/widen-schema.ts';
import { likelyTokens } from '../../text/likely-tokens.ts';

/** How a caller's schema reaches one model. */
export interface FittedSchema {
  readonly enforcement: Model['schemaEnforcement'];
  /** The schema that the provider enforces; undefined if the model gets an instruction instead. */
  readonly schema: JsonObject | undefined;
  /** The size of `schema` as JSON. */
  readonly schemaBytes: number;
  /** Tokens of the schema or the instruction, counted high. */
  readonly tokens: number;
  /** The provider's replies carry the value as the member `value` of an object. */
  readonly wrapped: boolean;
  /** The instruction to the model; undefined if the provider enforces the schema. */
  readonly instruction: string | undefined;
  /** Why a provider that enforces schemas cannot enforce this one. */
  readonly obstacle?: Obstacle;
}

/** A schema that the provider enforces. */
type EnforcedSchema = Omit<FittedSchema, 'enforcement' | 'obstacle'>;

/** One schema in every form in which it is sent. */
interface SchemaForms {
  /** Weak, because a reload of the manifests replaces the subsets. */
  readonly enforced: WeakMap<SchemaSubset, EnforcedSchema | Obstacle>;
  instructed?: FittedSchema;
}

/** Each form takes a walk through the whole schema, and the 64 models of a request need only a handful of forms. */
const formsBySchema = new WeakMap<JsonObject, SchemaForms>();

/**
 * Lets the provider enforce the schema if it can express it; otherwise instructs the model.
 * @param isInstructed whether to instruct the model even if the provider can enforce the schema.
 */
export function fitSchema(
  schema: JsonObject,
  model: Model,
  { schemaSubset }: Provider,
  isInstructed = false,
): FittedSchema {
  const forms: SchemaForms = formsBySchema.get(schema) ?? { enforced: new WeakMap() };
  formsBySchema.set(schema, forms);
  const { schemaEnforcement: enforcement } = model;
  let obstacle: Obstacle | undefined;
  if (!isInstructed && enforcement !== 'instruction' && schemaSubset !== null) {
    const enforced = forms.enforced.get(schemaSubset) ?? enforce(schema, schemaSubset);
    forms.enforced.set(schemaSubset, enforced);
    if (!('what' in enforced)) return { ...enforced, enforcement };
    obstacle = enforced;
  }
  forms.instructed ??= instruct(schema);
  return obstacle === undefined ? forms.instructed : { ...forms.instructed, obstacle };
}

/** @returns the part of the schema that the subset cannot express, if any. */
function enforce(schema: JsonObject, subset: SchemaSubset): EnforcedSchema | Obstacle {
  const widened = widenOrObstacle(schema, subset);
  if ('what' in widened) return widened;
  const json = JSON.stringify(widened.schema);
  const [schemaBytes, tokens] = [Buffer.byteLength(json), likelyTokens(json)];
  return { ...widened, schemaBytes, tokens, instruction: undefined };
}

function instruct(schema: JsonObject): FittedSchema {
  const instruction = [
    'Answer with one JSON value and nothing else: no prose before or after it, no code fence.',
    'The value must satisfy this JSON Schema exactly, with every required property and no other:',
    JSON.stringify(schema),
  ].join('\n');
  return {
    enforcement: 'instruction',
    schema: undefined,
    schemaBytes: 0,
    tokens: likelyTokens(instruction),
    wrapped: false,
    instruction,
  };
}
