import type { ValidateFunction } from 'ajv';
import type { JsonObject, Model } from '../contract.ts';
import { compileSchema, type SchemaMistake } from '../schema/compile-schema.ts';
import { extractJson } from '../schema/extract-json.ts';
import { firstMistake, forbiddenRequired, type OutputMistake } from '../schema/first-mistake.ts';
import { unwidenOutput } from '../schema/unwiden-output.ts';

export interface SchemaTask {
  readonly schema: JsonObject;
  /** Absent to check only whether the schema can be used. */
  readonly output?: {
    readonly text: string;
    /** If the prompt asks for JSON by instruction, a code fence or prose around the one value is removed. */
    readonly enforcement: Model['schemaEnforcement'];
    /** Whether a provider that enforces the widened schema has the value in an object. */
    readonly wrapped: boolean;
  };
}

export type SchemaCheck =
  /** Why the schema cannot be used. */
  | { readonly unusable: readonly SchemaMistake[] }
  /** Where the schema requires a value that it also forbids. It is set only if there is no output. */
  | { readonly usable: true; readonly forbiddenRequired: string | undefined }
  | CheckedOutput;

/** The output in the caller's form, and whether it satisfies the caller's own schema. */
interface CheckedOutput {
  readonly text: string;
  readonly valid: boolean;
  /** Why it does not, if that is known. */
  readonly mistake: OutputMistake | 'not_json' | undefined;
}

/** The piscina task. A caller's schema may take long, so it runs on a thread that can be ended. */
export default function checkSchema({ schema, output }: SchemaTask): SchemaCheck {
  const compiled = compileSchema(schema);
  if ('mistakes' in compiled) return { unusable: compiled.mistakes };
  if (output === undefined) return { usable: true, forbiddenRequired: forbiddenRequired(schema) };
  const text =
    output.enforcement === 'instruction'
      ? (extractJson(output.text) ?? output.text)
      : unwidenOutput(output.text, schema, output);
  return checkOutput(text, compiled.validate);
}

function checkOutput(text: string, validate: ValidateFunction): CheckedOutput {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { text, valid: false, mistake: 'not_json' };
  }
  try {
    const valid = validate(value);
    return { text, valid, mistake: valid ? undefined : firstMistake(validate.errors ?? []) };
  } catch {
    // A schema that refers to itself overflowed the stack. An output that cannot be checked counts as invalid.
    return { text, valid: false, mistake: undefined };
  }
}
