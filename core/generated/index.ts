// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { PromptRequest } from './prompt-request.ts';
import type { CompareRequest } from './compare-request.ts';
import { validateCompareRequest, validatePromptRequest } from './validators.ts';

export type { ModelId, NoTuning, TuningByModel } from './model-ids.ts';
export type * from './balance-response.ts';
export type * from './usage-response.ts';
export type * from './compare-request.ts';
export type * from './models-response.ts';
export type * from './prompt-record.ts';
export type * from './prompt-request.ts';
export type * from './prompt-response.ts';
export type * from './prompt-status.ts';
export type * from './prompts-response.ts';
export type * from './quote-response.ts';
export { registry } from './registry.ts';

interface Validator<T> {
  (value: unknown): value is T;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

// The validators are plain JavaScript; these are their types.
const validatePrompt = validatePromptRequest as unknown as Validator<PromptRequest>;
const validateCompare = validateCompareRequest as unknown as Validator<CompareRequest>;

/** A request of the contract, or everything that is wrong: from 1 to 32 errors, none of which repeats a value. */
export type CheckOf<T> = { readonly request: T } | { readonly problems: readonly FieldError[] };
export type RequestCheck = CheckOf<PromptRequest>;
export type CompareCheck = CheckOf<CompareRequest>;

/** Whether a parsed body is a request of the contract, every bound and every model's tuning included. */
export function checkPromptRequest(value: unknown): RequestCheck {
  return validatePrompt(value) ? { request: value } : { problems: fieldErrors(validatePrompt.errors ?? []) };
}

/** Whether a parsed body is a comparison of the contract. */
export function checkCompareRequest(value: unknown): CompareCheck {
  return validateCompare(value) ? { request: value } : { problems: fieldErrors(validateCompare.errors ?? []) };
}
