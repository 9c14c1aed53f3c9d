import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonObject } from '../contract.ts';

export type SchemaCheck =
  /** Why the schema cannot be used, for its author. */
  | { readonly unusable: string }
  /** One entry per output: does it parse as JSON and satisfy the schema? */
  | { readonly valid: readonly boolean[] };

/**
 * The piscina task: a caller's schema is hostile, so it gets a fresh compiler (nothing of another caller's can be
 * referred to, nothing is kept) and a thread that can be ended.
 */
export default function checkSchema(task: {
  readonly schema: JsonObject;
  readonly outputs: readonly string[];
}): SchemaCheck {
  let validate: ValidateFunction;
  try {
    const { $id: _dropped, ...schema } = task.schema;
    validate = new Ajv({
      strict: false,
      validateFormats: false,
      addUsedSchema: false,
      logger: false,
    }).compile(schema);
  } catch (error) {
    return { unusable: error instanceof RangeError ? 'the schema is too deeply nested' : reasonOf(error) };
  }
  return { valid: task.outputs.map((output) => satisfies(validate, output)) };
}

function satisfies(validate: ValidateFunction, output: string): boolean {
  try {
    return validate(JSON.parse(output));
  } catch {
    // Not JSON, or a self-referring schema that overflowed the stack: either way it is not valid.
    return false;
  }
}

/** AJV's messages quote the schema; only their first, structural part is for the author. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith("can't resolve reference"))
    return 'a $ref points outside the schema: put it under $defs';
  return 'the schema is not a valid JSON Schema (draft-07)';
}
