// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { PromptRequest } from './prompt-request.ts';
import { validatePromptRequest } from './validators.ts';

export type { ModelId, NoTuning, TuningByModel } from './model-ids.ts';
export type * from './balance-response.ts';
export type * from './usage-response.ts';
export type * from './models-response.ts';
export type * from './prompt-record.ts';
export type * from './prompt-request.ts';
export type * from './prompt-response.ts';
export type * from './prompt-status.ts';
export type * from './prompts-response.ts';
export type * from './quote-response.ts';
export { registry } from './registry.ts';

interface Validator {
  (value: unknown): value is PromptRequest;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

// The validators are plain JavaScript; this is their one type.
const validate = validatePromptRequest as unknown as Validator;

/** A request of the contract, or everything that is wrong: from 1 to 32 errors, none of which repeats a value. */
export type RequestCheck = { readonly request: PromptRequest } | { readonly problems: readonly FieldError[] };

/** Whether a parsed body is a request of the contract, every bound and every model's tuning included. */
export function checkPromptRequest(value: unknown): RequestCheck {
  return validate(value) ? { request: value } : { problems: fieldErrors(validate.errors ?? []) };
}
