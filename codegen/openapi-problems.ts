import type { Json, JsonObject } from '../core/contract.ts';
import { PROBLEMS, type ProblemCode } from '../core/errors.ts';

const OF_A_KEY: readonly ProblemCode[] = ['unauthorized', 'headers-too-large', 'internal', 'unavailable'];
/** What a body may bring on. */
const OF_A_BODY: readonly ProblemCode[] = [
  'validation-failed',
  'malformed-json',
  'request-timeout',
  'payload-too-large',
  'unsupported-media-type',
];
const OF_A_HOLD: readonly ProblemCode[] = [
  'insufficient-balance',
  'request-in-flight',
  'result-not-retained',
  'idempotency-mismatch',
];

const OF_ANY_ACCOUNT: readonly ProblemCode[] = [...OF_A_KEY, 'rate-limited'];

/** Which problems each operation may answer with; 405 belongs to no address with its own method. */
export const PROBLEMS_OF = {
  prompt: [...OF_ANY_ACCOUNT, ...OF_A_BODY, ...OF_A_HOLD],
  quote: [...OF_ANY_ACCOUNT, ...OF_A_BODY],
  promptRecord: [...OF_ANY_ACCOUNT, 'not-found'],
  balance: OF_ANY_ACCOUNT,
  models: OF_A_KEY,
} as const satisfies Record<string, readonly ProblemCode[]>;

/** One response per status, in their order; a status that several problems share lists them all. */
export function problemResponses(codes: readonly ProblemCode[]): JsonObject {
  const titles = new Map<number, string[]>();
  const listed: ReadonlySet<string> = new Set(codes);
  for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
    if (listed.has(code)) titles.set(status, [...(titles.get(status) ?? []), `\`${code}\`: ${title}.`]);
  }
  const responses = [...titles].map(([status, lines]): [string, Json] => [
    String(status),
    problemResponse(status, lines.join('\n')),
  ]);
  return Object.fromEntries(responses);
}

function problemResponse(status: number, description: string): JsonObject {
  const headers = HEADERS_BY_STATUS.get(status) ?? [];
  return {
    description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

const HEADERS_BY_STATUS: ReadonlyMap<number, readonly string[]> = new Map([
  [401, ['WWW-Authenticate']],
  [409, ['Retry-After']],
  [429, ['Retry-After', 'RateLimit', 'RateLimit-Policy']],
  [503, ['Retry-After']],
]);

/** The components that responses refer to. */
export const RESPONSE_HEADERS: JsonObject = {
  'Retry-After': {
    description: 'Whole seconds to wait, at least 1. Sent where waiting helps.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: { description: 'What is left of the limit (IETF draft).', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limit and its window (IETF draft).', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
  'Idempotency-Replayed': {
    description: 'Sent where the answer is the one given before under the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
};
