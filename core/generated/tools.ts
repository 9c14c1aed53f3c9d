// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { ToolInputs } from './tool-inputs.ts';
import * as validators from './tool-validators.ts';

interface Validator<Input> {
  (value: unknown): value is Input;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

/** Arguments of a tool, or everything that is wrong: from 1 to 32 errors, none of which repeats a value. */
export type ToolCheck<Input> = { readonly input: Input } | { readonly problems: readonly FieldError[] };

// The validators are plain JavaScript; these are their types.
const checks = validators as unknown as { readonly [name in keyof ToolInputs]: Validator<ToolInputs[name]> };

export const TOOL_NAMES = ['ask_models', 'compare_answers', 'quote', 'list_models', 'get_prompt'] as const;

export function checkToolInput<Name extends keyof ToolInputs>(name: Name, value: unknown): ToolCheck<ToolInputs[Name]> {
  const validate: Validator<ToolInputs[Name]> = checks[name];
  return validate(value) ? { input: value } : { problems: fieldErrors(validate.errors ?? []) };
}
