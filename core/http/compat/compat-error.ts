import type { Response } from 'express';
import { COMPATIBLE_OPERATIONS } from '../../api/compatible-operations.ts';
import {
  COMPAT_FAULTS,
  COMPAT_FIELD_CODES,
  COMPAT_PROBLEMS,
  PANEL_UNJUDGED,
  UNKNOWN_MODEL,
} from '../../dialects/compat-problems.ts';
import { type FieldError, GatewayError, PROBLEMS } from '../../errors.ts';
import type { ResultError } from '../../generated/prompt-response.ts';
import { namesIn } from '../../schema/json-pointer.ts';
import { closeUnread } from '../answer/error-handler.ts';

/** An error in the form that clients of these dialects expect. `body` is the value of `error` in the response. */
export interface CompatError {
  readonly status: number;
  readonly body: {
    readonly message: string;
    readonly type: string;
    /** The wrong field, such as `messages[0].content`. */
    readonly param: string | null;
    readonly code: string | null;
    readonly [member: string]: unknown;
  };
  readonly headers: Readonly<Record<string, string>>;
}

const { path: messagesPath } = COMPATIBLE_OPERATIONS.createMessage;
const NO_RETRY = { 'x-should-retry': 'false' };
/** Upper bound of the wrong fields that one message names. */
const MAX_NAMED_FIELDS = 5;

/** Translates any error. One that is not a `GatewayError` is a failure of the gateway. */
export function compatErrorOf(error: unknown): CompatError {
  const problem = error instanceof GatewayError ? error : new GatewayError('internal', { cause: error });
  const { code, details } = problem;
  const kind = COMPAT_PROBLEMS[code];
  const [first] = details.errors ?? [];
  const isUnknownModel = first?.code === UNKNOWN_MODEL;
  return {
    status: isUnknownModel ? 404 : problem.status,
    body: {
      message: messageOf(problem),
      type: kind.type,
      param: first === undefined ? null : paramOf(first.pointer),
      code: code === 'validation-failed' && first !== undefined ? fieldCode(first) : kind.code,
      ...details.members,
    },
    headers: { ...details.headers, ...(kind.isFinal === true && NO_RETRY) },
  };
}

/** Translates a model's failure. @param promptField the field of the dialect that holds the prompt. */
export function compatErrorOfFault(
  { code, retryable, message, providerStatus, providerCode }: ResultError,
  promptField: string,
): CompatError {
  const { status, type, code: own, isFinal = false } = COMPAT_FAULTS[code];
  const isOfPrompt = code === 'context_too_long' || code === 'attachment_unsupported' || code === 'refused';
  return {
    status,
    body: {
      message,
      type,
      param: isOfPrompt ? promptField : code === 'model_retired' ? 'model' : null,
      code: own,
      ...(providerStatus !== undefined && { providerStatus }),
      ...(providerCode !== undefined && { providerCode }),
    },
    headers: isFinal || !retryable ? NO_RETRY : {},
  };
}

/** The error for a panel that no judge could compare. @param request its ID and cost. */
export function compatErrorOfUnjudged(request: {
  readonly promptLogId: string;
  readonly creditsUsed: number;
}): CompatError {
  const { status, type, code } = PANEL_UNJUDGED;
  const message =
    'No judge of the panel could compare the answers, so none has won. The calls were charged. Read the answers and the judges’ errors in the record of promptLogId, or send the request again at a new charge.';
  return { status, body: { message, type, param: 'model', code, ...request }, headers: NO_RETRY };
}

function fieldCode({ code }: FieldError): string {
  return code === UNKNOWN_MODEL ? code : (COMPAT_FIELD_CODES[code] ?? 'invalid_value');
}

function messageOf({ code, details }: GatewayError): string {
  const { detail, errors = [] } = details;
  if (errors.length === 0) return detail ?? `${PROBLEMS[code].title}.`;
  const messages = errors.slice(0, MAX_NAMED_FIELDS).map(({ pointer, message }) => {
    const param = paramOf(pointer);
    return param === null ? message : `${param}: ${message}`;
  });
  const more = errors.length > messages.length ? `; and ${errors.length - messages.length} more` : '';
  return asSentence(`${messages.join('; ')}${more}`);
}

function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** Converts a JSON Pointer to the form of these clients: `/messages/0/content` becomes `messages[0].content`. */
function paramOf(pointer: string): string | null {
  if (pointer === '') return null;
  return namesIn(pointer)
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

/** Sends the error in the form of the dialect. */
export function sendCompatError(response: Response, error: CompatError): void {
  const { status, headers } = error;
  const isMessages = response.req.path.startsWith(messagesPath);
  closeUnread(response);
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .set(headers)
    .type('application/json')
    .send(JSON.stringify(isMessages ? messagesErrorOf(error) : { error: error.body }));
}

/** The `type` of an error of the Messages API, by status. Its clients map it to an exception class. */
const MESSAGES_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

/** The error in the form of the Messages API; `code` and `param` say more, as at the other addresses. */
export function messagesErrorOf({ status, body }: CompatError): object {
  const type = MESSAGES_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { type: 'error', error: { ...body, type } };
}
