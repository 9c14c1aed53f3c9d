import type { FaultCode } from '../contract.ts';
import type { ProblemCode } from '../errors.ts';

/** The form of an error on the addresses of other dialects. */
export interface CompatKind {
  readonly type: 'invalid_request_error' | 'insufficient_quota' | 'requests' | 'server_error';
  readonly code: string | null;
  /** Set if clients would retry because of the status, although a retry cannot succeed. */
  readonly isFinal?: boolean;
}

/** The type and code of each problem. The status is that of the problem. */
export const COMPAT_PROBLEMS: Readonly<Record<ProblemCode, CompatKind>> = {
  'validation-failed': { type: 'invalid_request_error', code: 'invalid_value' },
  'malformed-json': { type: 'invalid_request_error', code: 'invalid_json' },
  'malformed-http': { type: 'invalid_request_error', code: null },
  'small-chunks': { type: 'invalid_request_error', code: null },
  unauthorized: { type: 'invalid_request_error', code: 'invalid_api_key' },
  'insufficient-balance': { type: 'insufficient_quota', code: 'insufficient_quota' },
  'budget-exhausted': { type: 'insufficient_quota', code: 'insufficient_quota' },
  'model-not-allowed': { type: 'invalid_request_error', code: 'model_not_allowed' },
  'account-suspended': { type: 'invalid_request_error', code: 'account_suspended' },
  'foreign-origin': { type: 'invalid_request_error', code: 'foreign_origin' },
  'not-found': { type: 'invalid_request_error', code: 'unknown_url' },
  'method-not-allowed': { type: 'invalid_request_error', code: 'method_not_supported' },
  'request-timeout': { type: 'invalid_request_error', code: 'request_timeout' },
  'request-in-flight': { type: 'invalid_request_error', code: 'request_in_flight' },
  'result-not-retained': { type: 'invalid_request_error', code: 'result_not_retained', isFinal: true },
  'request-voided': { type: 'invalid_request_error', code: 'request_voided' },
  'texts-elsewhere': { type: 'invalid_request_error', code: 'texts_elsewhere' },
  'answers-not-stored': { type: 'invalid_request_error', code: 'answers_not_stored' },
  'payload-too-large': { type: 'invalid_request_error', code: 'payload_too_large' },
  'unsupported-media-type': { type: 'invalid_request_error', code: 'unsupported_media_type' },
  'idempotency-mismatch': { type: 'invalid_request_error', code: 'idempotency_mismatch' },
  'rate-limited': { type: 'requests', code: 'rate_limit_exceeded' },
  'headers-too-large': { type: 'invalid_request_error', code: null },
  internal: { type: 'server_error', code: 'internal' },
  unavailable: { type: 'server_error', code: 'unavailable' },
};

/** The errors for a failed model, because an answer of these addresses has only one result. */
export const COMPAT_FAULTS: Readonly<Record<FaultCode, CompatKind & { readonly status: number }>> = {
  provider_unconfigured: { status: 503, type: 'server_error', code: 'provider_unconfigured', isFinal: true },
  provider_auth: { status: 502, type: 'server_error', code: 'provider_auth', isFinal: true },
  rate_limited: { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  overloaded: { status: 503, type: 'server_error', code: 'overloaded' },
  unavailable: { status: 502, type: 'server_error', code: 'unavailable' },
  timeout: { status: 504, type: 'server_error', code: 'timeout' },
  refused: { status: 400, type: 'invalid_request_error', code: 'content_filter' },
  malformed_reply: { status: 502, type: 'server_error', code: 'malformed_reply' },
  attachment_unsupported: { status: 400, type: 'invalid_request_error', code: 'attachment_unsupported' },
  context_too_long: { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  rejected: { status: 400, type: 'invalid_request_error', code: 'rejected' },
  cancelled: { status: 409, type: 'invalid_request_error', code: 'cancelled', isFinal: true },
  model_retired: { status: 404, type: 'invalid_request_error', code: 'model_not_found', isFinal: true },
  nothing_to_fuse: { status: 502, type: 'server_error', code: 'nothing_to_fuse' },
};

/** The error for a panel without a verdict if its operator wants no answer then. It is final, because a retry would be charged. */
export const PANEL_UNJUDGED = {
  status: 502,
  type: 'server_error',
  code: 'panel_unjudged',
  isFinal: true,
} as const satisfies CompatKind & { readonly status: number };

/** The codes of wrong fields on these addresses. */
export const COMPAT_FIELD_NAMES = [
  'invalid_value',
  'missing_required_parameter',
  'unknown_parameter',
  'invalid_type',
  'unsupported_parameter',
  'unsupported_value',
  'schema',
  'tools_unsupported',
] as const;

export type CompatFieldCode = (typeof COMPAT_FIELD_NAMES)[number];

/** By the code of the wrong field. Any other code becomes `invalid_value`. */
export const COMPAT_FIELD_CODES: Readonly<Record<string, CompatFieldCode>> = {
  missing: 'missing_required_parameter',
  unknown_field: 'unknown_parameter',
  type: 'invalid_type',
  unsupported_parameter: 'unsupported_parameter',
  unsupported_value: 'unsupported_value',
  schema: 'schema',
  tools_unsupported: 'tools_unsupported',
};

/** The code of an unknown model ID, which is the only wrong field with the status 404. */
export const UNKNOWN_MODEL = 'model_not_found';
