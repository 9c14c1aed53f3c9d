import { GENERATED_BANNER } from './generated-banner.ts';

/** The typed door to all generated code. */
export function emitIndex(): string {
  return `${GENERATED_BANNER}
import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { PromptRequest } from './prompt-request.ts';
import { validatePromptRequest } from './validators.ts';

export type { ModelId, NoTuning, TuningByModel } from './model-ids.ts';
export type * from './balance-response.ts';
export type * from './models-response.ts';
export type * from './prompt-record.ts';
export type * from './prompt-request.ts';
export type * from './prompt-response.ts';
export type * from './quote-response.ts';
export { registry } from './registry.ts';

interface Validator {
  (value: unknown): boolean;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

// The validators are plain JavaScript; this is their one type.
const validate = validatePromptRequest as unknown as Validator;

/** Whether a parsed body is a request of the contract, every bound and every model's tuning included. */
export function isPromptRequest(value: unknown): value is PromptRequest {
  return validate(value);
}

/** Everything wrong with a parsed body, at most 32 errors; empty where it is a request. No value is repeated. */
export function promptRequestProblems(value: unknown): readonly FieldError[] {
  return validate(value) ? [] : fieldErrors(validate.errors ?? []);
}
`;
}
