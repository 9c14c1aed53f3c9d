import type { JsonObject, Model, Provider, SchemaSubset } from '../../contract.ts';
import { type Obstacle, widenOrObstacle } from '../../schema/widen-schema.ts';
import { likelyTokens } from '../../text/likely-tokens.ts';

export type SchemaEnforcement = Model['schemaEnforcement'];

/** How a caller's schema reaches one model. */
export interface FittedSchema {
  readonly enforcement: SchemaEnforcement;
  /** What the provider enforces; undefined where the model is only told. */
  readonly schema: JsonObject | undefined;
  /** Of `schema` as JSON. */
  readonly schemaBytes: number;
  /** Tokens of the schema or the instruction, counted high. */
  readonly tokens: number;
  /** The provider's replies carry the value as the member `value` of an object. */
  readonly wrapped: boolean;
  /** What the model is told; undefined where the provider enforces the schema. */
  readonly instruction: string | undefined;
  /** What kept a provider that enforces schemas from enforcing this one. */
  readonly obstacle?: Obstacle;
}

type Enforced = Omit<FittedSchema, 'enforcement' | 'obstacle'>;

/**
 * One schema in every form it is sent in. A request with 64 models has a handful of forms, and each takes a walk through
 * the whole schema.
 */
class SchemaForms {
  readonly #schema: JsonObject;
  /** Weak, since a reload of the manifests brings other subsets. */
  readonly #bySubset = new WeakMap<SchemaSubset, Enforced | Obstacle>();
  #instructed: FittedSchema | undefined;

  constructor(schema: JsonObject) {
    this.#schema = schema;
  }

  /** @returns what of the schema the subset cannot express, where it cannot. */
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
 * The provider's own enforcement where it can say this schema, else the instruction.
 * @param isInstructed the instruction is used even if the provider enforces the schema.
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
