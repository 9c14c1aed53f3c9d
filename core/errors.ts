interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** The cause and the remedy, for the documentation. */
  readonly cure: string;
}

/** Every problem the HTTP interface can answer with. */
export const PROBLEMS = {
  'validation-failed': {
    status: 400,
    title: 'The request does not match the contract',
    cure: 'A field is wrong. `errors` names each wrong field and says what it accepts.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not acceptable JSON',
    cure: 'The body is not one acceptable JSON value. `errors` says where it goes wrong.',
  },
  'malformed-http': {
    status: 400,
    title: 'The request is not well-formed HTTP',
    cure: 'The bytes are not a well-formed HTTP request. The gateway closes the connection.',
  },
  'small-chunks': {
    status: 400,
    title: 'The body comes in too many small chunks',
    cure: 'Send the body with `Content-Length`, or in chunks of at least 256 bytes on average; the first 256 chunks may be smaller. The gateway closes the connection.',
  },
  unauthorized: {
    status: 401,
    title: 'The API key is missing or not valid',
    cure: 'The key is missing, malformed, unknown, revoked or expired. It is checked before the body is read.',
  },
  'insufficient-balance': {
    status: 402,
    title: 'The balance does not cover the hold',
    cure: 'The available balance does not cover the hold. Add credits until `creditsAvailable` reaches `estimatedCreditsRequired`, or make the request cheaper as `detail` says: fewer judges, pairs or models, or a lower `maxTokens`. If earlier requests cost more than their holds, `creditsOwed` is what the account owes.',
  },
  'budget-exhausted': {
    status: 402,
    title: 'A budget does not cover the hold',
    cure: 'The request does not fit in a budget of the account or the key: `budget` says which one, how much of it is left, and when its next period begins. With `Retry-After`, retry then; otherwise wait for open requests to end, or do what `detail` says.',
  },
  'account-suspended': {
    status: 403,
    title: 'The account is suspended',
    cure: 'The operator has suspended the account. Nothing was run or charged. Ask the operator.',
  },
  'model-not-allowed': {
    status: 403,
    title: 'This key may not ask the model',
    cure: 'The operator has limited the key to some models. `errors` names those that it may not ask; in `GET /api/v1/models`, `allowed` marks those that it may. Nothing was run or charged.',
  },
  'foreign-origin': {
    status: 403,
    title: 'Pages of other sites may not ask here',
    cure: 'A web page of another site called `/mcp`. Connect an MCP client that runs as a program, which sends no `Origin`.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    cure: 'There is nothing at this address, or your account has no such request.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take that method',
    cure: 'The `Allow` header lists the methods that this address takes.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    cure: 'The headers took longer than `ASSAY_HEADERS_TIMEOUT_MS` to arrive, or the whole request longer than `ASSAY_RECEIVE_TIMEOUT_MS`. Retry.',
  },
  'request-in-flight': {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    cure: 'The first request with this `Idempotency-Key` is still running; `X-Prompt-Log-Id` names it. Retry after `Retry-After` seconds.',
  },
  'result-not-retained': {
    status: 409,
    title: 'The request has been answered and its result was not retained',
    cure: 'The request has ended, but its answer is not stored: see `promptLogId` and `creditsUsed`. To run it again, send a new `Idempotency-Key`.',
  },
  'request-voided': {
    status: 409,
    title: 'The request came to no answer',
    cure: 'The gateway that ran the request failed before anything of its answer was sent. Nothing was charged. Send the request again.',
  },
  'texts-elsewhere': {
    status: 409,
    title: 'Another gateway has the texts of this request',
    cure: 'The request runs under zero data retention at another gateway, which alone has its texts. Retry until you reach that gateway, or ask for `application/json`: every gateway has the state and the figures.',
  },
  'answers-not-stored': {
    status: 409,
    title: 'The answers of this request are not stored',
    cure: 'The request is still running, failed, or has no stored texts, because of zero data retention or because they were deleted. Vote on and label requests whose texts are stored.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is larger than the limit',
    cure: 'The body is larger than `ASSAY_MAX_BODY_BYTES`. Send less.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body must be plain JSON',
    cure: 'Send plain, uncompressed `application/json` in UTF-8.',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'The Idempotency-Key was used with another body',
    cure: 'This `Idempotency-Key` was already used with a different body. Send a new key.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    cure: 'The key has reached the limit that `errors[0].code` names. `limit` is its size, per `windowSeconds` if that is present. Retry after `Retry-After` seconds.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The request headers are larger than the limit',
    cure: 'The headers are larger than 16 KiB. Send less.',
  },
  internal: {
    status: 500,
    title: 'The gateway failed',
    cure: 'The gateway failed; its log has the cause. Nothing is charged, unless a part of the answer may have been sent: then the calls that had ended are charged.',
  },
  unavailable: {
    status: 503,
    title: 'The gateway cannot take this request now',
    cure: 'The ledger, the worker pool or the rate counters are busy or unreachable, or the gateway holds too many bytes of requests or answers. Nothing was charged; retry later.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Problems that only the administration API has, beside some of the others. */
export const ADMIN_PROBLEMS = {
  'token-invalid': {
    status: 401,
    title: 'The admin token is missing or not valid',
    cure: 'The token is missing, malformed, unknown or revoked. Make one with `assay admin-token create`.',
  },
  'scope-missing': {
    status: 403,
    title: 'The admin token may only read',
    cure: 'The token has the scope `read`, and this changes something. Use a token with the scope `write`.',
  },
  unknown: {
    status: 404,
    title: 'There is no such thing',
    cure: 'There is no account, key or event of this name, or nothing at this address.',
  },
  exists: {
    status: 409,
    title: 'There is one of this name already',
    cure: 'Choose another name.',
  },
  'key-replaced': {
    status: 409,
    title: 'The key was replaced',
    cure: 'The key was rotated: its successor, which the message names, has taken its place. Rotate or change that one, or make a new key.',
  },
  'key-made': {
    status: 409,
    title: 'The Idempotency-Key has made a key',
    cure: 'The key that `prefix` names was made under this `Idempotency-Key`, and its text was shown once. If it is lost, rotate that key with a grace of 0. Use a new `Idempotency-Key` only for another key.',
  },
  'payment-mismatch': {
    status: 422,
    title: 'The Idempotency-Key was used for other credits',
    cure: 'The same `Idempotency-Key` came with another account, amount or note. Nothing more was credited. Look at the account’s history for what the key was used for; use a new key only for another payment.',
  },
  'outcome-unknown': {
    status: 503,
    title: 'The connection to the ledger broke',
    cure: 'Whether it took effect is not known. Credits, and keys made under an `Idempotency-Key`: send the same request again. Anything else: look first.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type AdminProblemCode = keyof typeof ADMIN_PROBLEMS;

/** Every `code` in the `errors` of a problem, with its meaning in the API reference. */
export const FIELD_ERRORS = {
  missing: 'The field is required.',
  unknown_field: 'There is no such field or parameter. The message may name the one you meant.',
  type: 'The value has another JSON type.',
  range: 'The number, or the position that it names, is out of range.',
  length: 'The text or the list is too short or too long.',
  limit: 'A limit of the gateway, or of this request’s `max_credits`, is passed.',
  pattern: 'The text does not have the form that the field takes.',
  format: 'The query parameter is malformed.',
  enum: 'The query parameter has none of its values.',
  not_allowed: 'The value is not one of those that the field takes.',
  excluded: 'The field cannot be sent together with another one, which the message names.',
  invalid: 'The value does not match the contract in another way.',
  duplicate_key: 'The name occurs twice, in an object or in the query.',
  unknown_model: 'There is no model of that name.',
  model_not_allowed: 'The key may not ask this model.',
  unknown_calibration: 'There is no calibration of that name.',
  cache_off: 'The account has no cache.',
  schema: '`response_schema` is invalid, or has a construct that the gateway does not support.',
  media_type: 'The attachment’s `type` is no media type, or does not match the file.',
  base64: 'The attachment is not canonical base64.',
  damaged: 'The attachment is damaged.',
  encrypted: 'The attachment is encrypted.',
  idempotency_key: 'The header `Idempotency-Key` is malformed, or was sent twice.',
  last_event_id: 'The header `Last-Event-ID` is not the `id` of an event.',
  protocol_version: 'The header `MCP-Protocol-Version` names no version that the gateway speaks.',
  syntax: 'The body is not JSON.',
  ill_formed_text: 'A text is not well-formed UTF-8 or Unicode.',
  depth: 'The body is nested too deeply.',
  number_range: 'The number cannot be held exactly.',
  forbidden_key: 'This key is forbidden.',
  too_many_values: 'The body has too many values or keys.',
  unsupported_parameter: 'Below `/v1`: the gateway does not have this parameter.',
  unsupported_value: 'Below `/v1`: the gateway does not have this value of the parameter.',
  tools_unsupported: 'Below `/v1`: the model takes no tools.',
  invalid_value: 'Below `/v1`: the value has no meaning for a prompt.',
  model_not_found: 'Below `/v1`: there is no model of that name.',
  requests_per_minute: '429: the key’s requests of this minute.',
  requests_in_flight: '429: the key’s requests in flight.',
  records_open: '429: the records and event streams of earlier requests that the key has open.',
  cancellations_open: '429: the key’s cancellations at once.',
  readers_of_request: '429: the readers of one request.',
  wrong_tokens: '429 of the administration API: the wrong tokens of one address in a minute.',
  readers_elsewhere: '429: the account’s event streams at one other gateway; without a fixed `limit`.',
} as const;

export type FieldErrorCode = keyof typeof FIELD_ERRORS;

/** One wrong place in a request. It never contains a value that the caller sent. */
export interface FieldError {
  /** RFC 6901, for example `/model_tuning/some-model/thinkingBudget`. */
  readonly pointer: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

export interface ProblemDetails {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** Extra top-level members, such as `estimatedCreditsRequired`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Any module may throw it, and `core/http` answers with it. */
export class GatewayError extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? PROBLEMS[code].title, { cause: details.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** The error that names every wrong field of a request. */
export function wrongFields(errors: readonly FieldError[]): GatewayError {
  return new GatewayError('validation-failed', { errors });
}

/** The reached limit that a 429 reports. */
export interface ReachedLimit {
  /** One of the codes for a 429. */
  readonly code: FieldErrorCode;
  /** The limit, if it is a fixed number. */
  readonly limit?: number;
  /** The period of the limit. Without it, the limit is for a moment. */
  readonly windowSeconds?: number;
}

/** @param waitSeconds for `Retry-After`. */
export function rateLimited(
  { code, ...figures }: ReachedLimit,
  detail: string,
  waitSeconds = 1,
): GatewayError {
  return new GatewayError('rate-limited', {
    detail,
    errors: [{ pointer: '', code, message: detail.replace(/\.$/, '') }],
    members: figures,
    headers: { 'Retry-After': String(waitSeconds) },
  });
}

/** The error if something that a request needs is unreachable or busy. */
export function unavailableNow(detail: string, cause?: unknown): GatewayError {
  const headers = { 'Retry-After': '1' };
  return new GatewayError('unavailable', { detail, headers, ...(cause !== undefined && { cause }) });
}

/** A caller can only contact the operator, so the message also tells the operator what to do. */
export function accountSuspended(): GatewayError {
  return new GatewayError('account-suspended', {
    detail:
      'Ask the operator of this gateway, who can end the suspension with "assay account resume NAME". The same key then works again; nothing was run or charged.',
  });
}
