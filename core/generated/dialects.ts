// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import type { ChatCompletionRequest } from './chat-completion-request.ts';
import { validateChatCompletionRequest, validateResponsesRequest } from './dialect-validators.ts';
import { fieldErrors } from './field-errors.ts';
import type { ResponsesRequest } from './responses-request.ts';

interface Validator<Request> {
  (value: unknown): value is Request;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

/** A body of the dialect, or everything that is wrong: from 1 to 32 errors, none of which repeats a value. */
export type DialectCheck<Request> = { readonly request: Request } | { readonly problems: readonly FieldError[] };

// The validators are plain JavaScript; these are their types.
const chatCompletion = validateChatCompletionRequest as unknown as Validator<ChatCompletionRequest>;
const responses = validateResponsesRequest as unknown as Validator<ResponsesRequest>;

export function checkChatCompletionRequest(value: unknown): DialectCheck<ChatCompletionRequest> {
  return check(value, chatCompletion);
}

export function checkResponsesRequest(value: unknown): DialectCheck<ResponsesRequest> {
  return check(value, responses);
}

function check<Request>(value: unknown, validate: Validator<Request>): DialectCheck<Request> {
  return validate(value) ? { request: value } : { problems: fieldErrors(validate.errors ?? []) };
}
