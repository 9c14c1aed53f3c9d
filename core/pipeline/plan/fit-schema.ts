import type { JsonObject, Model, Provider, SchemaSubset } from '../../contract.ts';
import { type Obstacle, widenOrObstacle } from '../../schema/widen-schema.ts';
import { likelyTokens } from '../../text/likely-tokens.ts';

export type SchemaEnforcement = Model['schemaEnforcement'];

/** How a caller's schema reaches one model. */
export interface FittedSchema {
  readonly enforcement: SchemaEnforcement;
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

type Enforced = Omit<FittedSchema, 'enforcement' | 'obstacle'>;

/**
 * One schema in every form in which it is sent. The forms are kept, because each takes a walk through the whole schema,
 * and the 64 models of a request need only a handful of forms.
 */
class SchemaForms {
  readonly #schema: JsonObject;
  /** Weak, because a reload of the manifests replaces the subsets. */
  readonly #bySubset = new WeakMap<SchemaSubset, Enforced | Obstacle>();
  #instructed: FittedSchema | undefined;

  constructor(schema: JsonObject) {
    this.#schema = schema;
  }

  /** @returns the part of the schema that the subset cannot express, if any. */
  enforced(subset: SchemaSubset): Enforced | Obstacle {
    const known = this.#bySubset.get(subset) ?? this.#widen(subset);
    this.#bySubset.set(subset, known);
    return known;
  }

  instructed(): FittedSchema {
    return (this.#instructed ??= this.#instruct());
  }

  #instruct(): FittedSchema {
    const instruction = [
      'Answer with one JSON value and nothing else: no prose before or after it, no code fence.',
      'The value must satisfy this JSON Schema exactly, with every required property and no other:',
      JSON.stringify(this.#schema),
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

  #widen(subset: SchemaSubset): Enforced | Obstacle {
    const widened = widenOrObstacle(this.#schema, subset);
    if ('what' in widened) return widened;
    const json = JSON.stringify(widened.schema);
    return {
      ...widened,
      schemaBytes: Buffer.byteLength(json),
      tokens: likelyTokens(json),
      instruction: undefined,
    };
  }
}

const known = new WeakMap<JsonObject, SchemaForms>();

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
  const forms = known.get(schema) ?? new SchemaForms(schema);
  known.set(schema, forms);
  const { schemaEnforcement: enforcement } = model;
  if (isInstructed || enforcement === 'instruction' || schemaSubset === null) return forms.instructed();
  const enforced = forms.enforced(schemaSubset);
  return 'what' in enforced ? { ...forms.instructed(), obstacle: enforced } : { ...enforced, enforcement };
}
