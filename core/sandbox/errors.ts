import type { SandboxProvider } from './contract.ts';

export interface WireError {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const ANTHROPIC_TYPES: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]);

const GOOGLE_STATUSES: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [429, 'RESOURCE_EXHAUSTED'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
]);

const BEDROCK_TYPES: ReadonlyMap<number, string> = new Map([
  [400, 'ValidationException'],
  [401, 'UnrecognizedClientException'],
  [403, 'AccessDeniedException'],
  [404, 'ResourceNotFoundException'],
  [408, 'ModelTimeoutException'],
  [424, 'ModelErrorException'],
  [429, 'ThrottlingException'],
  [503, 'ServiceUnavailableException'],
]);

const OPENAI_CODES: ReadonlyMap<number, string> = new Map([
  [401, 'invalid_api_key'],
  [404, 'model_not_found'],
  [429, 'rate_limit_exceeded'],
]);

type ErrorWriter = (status: number, message: string) => WireError;

const openaiError: ErrorWriter = (status, message) => ({
  body: { error: { message, type: typeOf(status), param: null, code: codeOf(status) } },
  headers: {},
});

/** Writers of the providers whose errors differ from OpenAI's. */
const WRITERS: Readonly<Partial<Record<SandboxProvider, ErrorWriter>>> = {
  anthropic: (status, message) => ({
    body: {
      type: 'error',
      error: { type: ANTHROPIC_TYPES.get(status) ?? 'api_error', message },
      request_id: 'req_sandbox',
    },
    headers: { 'request-id': 'req_sandbox' },
  }),
  google: (status, message) => ({
    body: { error: { code: status, message, status: GOOGLE_STATUSES.get(status) ?? 'INTERNAL' } },
    headers: {},
  }),
  bedrock: (status, message) => {
    // The service adds a namespace behind a colon.
    const name = BEDROCK_TYPES.get(status) ?? 'InternalServerException';
    return {
      body: { message },
      headers: { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/` },
    };
  },
  mistral: (status, message) => ({
    body: { object: 'error', message, type: typeOf(status), param: null, code: String(status) },
    headers: {},
  }),
  cerebras: (status, message) => ({
    body: { message, type: typeOf(status), param: null, code: codeOf(status) },
    headers: {},
  }),
  xai: (status, message) => ({ body: { code: typeOf(status), error: message }, headers: {} }),
};

function typeOf(status: number): string {
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

function codeOf(status: number): string | null {
  return OPENAI_CODES.get(status) ?? null;
}

/** The error that the provider itself would send with this status. aimock has only two of these shapes. */
export function wireError(provider: SandboxProvider, status: number, message: string): WireError {
  return (WRITERS[provider] ?? openaiError)(status, message);
}
