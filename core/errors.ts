import type { FaultCode } from './contract.ts';

/** Every problem the HTTP interface can answer with. The README lists each row; a test holds it to that. */
export const PROBLEMS = {
  'validation-failed': { status: 400, title: 'The request does not match the contract' },
  'malformed-json': { status: 400, title: 'The body is not acceptable JSON' },
  'malformed-http': { status: 400, title: 'The request is not well-formed HTTP' },
  unauthorized: { status: 401, title: 'The API key is missing or not valid' },
  'insufficient-balance': { status: 402, title: 'The balance does not cover the largest possible cost' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'request-in-flight': { status: 409, title: 'A request with this Idempotency-Key is still running' },
  'result-not-retained': {
    status: 409,
    title: 'The request has been answered and its result was not retained',
  },
  'payload-too-large': { status: 413, title: 'The body is larger than the limit' },
  'unsupported-media-type': { status: 415, title: 'The body must be plain JSON' },
  'idempotency-mismatch': { status: 422, title: 'The Idempotency-Key was used with another body' },
  'rate-limited': { status: 429, title: 'Too many requests for this key' },
  'headers-too-large': { status: 431, title: 'The request headers are larger than the limit' },
  internal: { status: 500, title: 'The gateway failed' },
  unavailable: { status: 503, title: 'The gateway cannot take this request now' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One wrong place in a request. Never holds a value the caller sent. */
export interface FieldError {
  /** RFC 6901, for example `/model_tuning/some-model/thinkingBudget`. */
  readonly pointer: string;
  readonly code: string;
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

/** Thrown anywhere below `core/http`; `core/http/answer/error-handler.ts` alone writes it out. */
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

/** Faults of one model. They become a failed result, never an HTTP status. */
export const FAULTS: {
  readonly [code in FaultCode]: { readonly retryable: boolean; readonly message: string };
} = {
  provider_unconfigured: {
    retryable: false,
    message: 'The operator has configured no key for this provider.',
  },
  provider_auth: { retryable: false, message: 'The provider refused the gateway’s credentials.' },
  rate_limited: { retryable: true, message: 'The provider is limiting the gateway’s rate.' },
  overloaded: { retryable: true, message: 'The provider is overloaded, or too many calls wait for it.' },
  unavailable: {
    retryable: true,
    message: 'The provider could not be reached or failed, or fails so often that it is not asked now.',
  },
  timeout: { retryable: true, message: 'The provider did not answer in time.' },
  refused: { retryable: false, message: 'The provider blocked the prompt or the answer.' },
  malformed_reply: { retryable: true, message: 'The provider sent a reply the gateway cannot read.' },
  attachment_unsupported: { retryable: false, message: 'This model cannot read one of the attachments.' },
  context_too_long: { retryable: false, message: 'The prompt is longer than this model’s context.' },
  rejected: { retryable: false, message: 'The provider rejected the request.' },
  cancelled: { retryable: true, message: 'The request was cancelled before this model ran.' },
};
