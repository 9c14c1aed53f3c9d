import type { JsonObject } from '../../core/contract.ts';

/** The header of all answers, and those of some answers of a kind, as components. */
export const HEADER_COMPONENTS = {
  'X-Request-Id': {
    description:
      'Names the request in the gateway’s log: the `X-Request-Id` you sent, if it has at most 128 letters, digits and `._:+/=-`, else a new one.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9._:+/=-]+$' },
  },
  'Retry-After': {
    description: 'Whole seconds to wait, at least 1. Sent where waiting helps.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  RateLimit: {
    description: 'What is left of the limit, and the seconds until it is whole again (IETF draft).',
    schema: { type: 'string', pattern: '^"minute";r=\\d+;t=\\d+$' },
    example: '"minute";r=599;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limit and its window in seconds (IETF draft).',
    schema: { type: 'string', pattern: '^"minute";q=\\d+;w=60$' },
    example: '"minute";q=600;w=60',
  },
  'X-RateLimit-Limit-Requests': {
    description: 'Requests that the key may send in a minute.',
    schema: { type: 'integer', minimum: 0 },
    example: 600,
  },
  'X-RateLimit-Remaining-Requests': {
    description: 'Requests that the key may still send in this minute.',
    schema: { type: 'integer', minimum: 0 },
    example: 599,
  },
  'X-RateLimit-Reset-Requests': {
    description: 'Until the next minute begins.',
    schema: { type: 'string', pattern: '^\\d+s$' },
    example: '42s',
  },
  'X-Prompt-Log-Id': {
    description: 'The `promptLogId` of the request that the answer is about. Sent once its hold stands.',
    schema: { type: 'string', minLength: 1 },
    example: '019aa8f0-5c1e-7b3a-9d44-2f6c0f0a7e11',
  },
  'X-Should-Retry': {
    description:
      'Sent with `false` where clients would send the request again because of its status, and that cannot help.',
    schema: { type: 'string', const: 'false' },
  },
  'Mcp-Session-Id': {
    description:
      'With the answer to `initialize`. Send it with later messages: it tells clients of one key apart when one cancels a call. No session is stored, and it never expires.',
    schema: { type: 'string', minLength: 1 },
    example: '0d1f7c52-6a1e-4d1c-9a51-2f6c0f0a7e11',
  },
  Deprecation: {
    description:
      'The request names a model that is shut down within 60 days, or already. When the shutdown was announced, where that is known (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1780272000',
  },
  Sunset: {
    description:
      'The request names a model that is shut down within 60 days, or already. When that is, of several models the first day (RFC 8594).',
    schema: { type: 'string', minLength: 29 },
    example: 'Fri, 11 Dec 2026 00:00:00 GMT',
  },
  'Idempotency-Replayed': {
    description: 'Sent where the answer is about the request sent before under the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
} as const satisfies JsonObject;

const HEADERS = {
  ...HEADER_COMPONENTS,
  Location: {
    description: 'Where the request is from now on.',
    schema: { type: 'string', pattern: '^/api/v1/prompts/[^/]+$' },
  },
  'Preference-Applied': {
    description: 'The preference of `Prefer` that the gateway follows (RFC 7240).',
    schema: { type: 'string', const: 'respond-async' },
  },
  ETag: {
    description:
      'Names this answer in this encoding. Send it as `If-None-Match` to get a 304 while it is current.',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  Vary: {
    description: 'The answer is sent in `br` or `gzip` where `Accept-Encoding` has it.',
    schema: { type: 'string', const: 'Accept-Encoding' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string', const: 'Bearer' },
  },
} as const satisfies JsonObject;

export type ResponseHeader = keyof typeof HEADERS;

/** The headers with the rest of the rate limit, on every answer to a counted request. */
export const RATE_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;

/** The headers of a request with a model that is shut down, or will be soon. */
export const RETIREMENT_HEADERS = ['Deprecation', 'Sunset'] as const;

/** The rate headers on the addresses of other dialects, whose clients know other names too. */
export const COMPAT_RATE_HEADERS = [
  ...RATE_HEADERS,
  'X-RateLimit-Limit-Requests',
  'X-RateLimit-Remaining-Requests',
  'X-RateLimit-Reset-Requests',
] as const;

/** @param always required headers, like the ID of the request. @param sometimes optional headers. */
export function responseHeaders(
  always: readonly ResponseHeader[],
  sometimes: readonly (keyof typeof HEADER_COMPONENTS)[],
): JsonObject {
  const reference = (name: keyof typeof HEADER_COMPONENTS): [string, JsonObject] => [
    name,
    { $ref: `#/components/headers/${name}` },
  ];
  return Object.fromEntries([
    reference('X-Request-Id'),
    // A required header cannot refer to a component in which it is optional.
    ...always.map((name) => [name, { ...HEADERS[name], required: true }] as const),
    ...sometimes.map(reference),
  ]);
}
