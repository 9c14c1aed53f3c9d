import type { Json, JsonObject } from '../../core/contract.ts';
import { PROBLEMS, type ProblemCode } from '../../core/errors.ts';
import details from '../examples/problems.json' with { type: 'json' };
import { RATE_HEADERS, RETIREMENT_HEADERS, responseHeaders, type ResponseHeader } from './headers.ts';

/** What any request may be answered with: much of it before there is an address. */
const OF_ANY_REQUEST: readonly ProblemCode[] = [
  'malformed-http',
  'small-chunks',
  'request-timeout',
  'headers-too-large',
  'internal',
];
const OF_A_KEY: readonly ProblemCode[] = [
  ...OF_ANY_REQUEST,
  'unauthorized',
  'account-suspended',
  'unavailable',
];
const OF_ANY_ACCOUNT: readonly ProblemCode[] = [...OF_A_KEY, 'rate-limited'];
/** What a body may bring on. */
const OF_A_BODY: readonly ProblemCode[] = [
  'validation-failed',
  'malformed-json',
  'payload-too-large',
  'unsupported-media-type',
  'model-not-allowed',
];
const OF_A_HOLD: readonly ProblemCode[] = [
  'insufficient-balance',
  'budget-exhausted',
  'request-in-flight',
  'result-not-retained',
  'idempotency-mismatch',
];

/** Where there are no events to send. */
const OF_AN_ENDED_REQUEST: readonly ProblemCode[] = [
  'result-not-retained',
  'request-voided',
  'texts-elsewhere',
];

/** The same for the addresses of other dialects. */
export const DOOR_PROBLEMS_OF = {
  run: [...OF_ANY_ACCOUNT, ...OF_A_BODY, ...OF_A_HOLD],
  quote: [...OF_ANY_ACCOUNT, ...OF_A_BODY],
  models: OF_A_KEY,
} as const satisfies Record<string, readonly ProblemCode[]>;

/** Which problems each operation may answer with; 405 belongs to no address with its own method. */
export const PROBLEMS_OF = {
  prompt: [...OF_ANY_ACCOUNT, ...OF_A_BODY, ...OF_A_HOLD],
  quote: [...OF_ANY_ACCOUNT, ...OF_A_BODY],
  compare: [...OF_ANY_ACCOUNT, ...OF_A_BODY, ...OF_A_HOLD],
  compareQuote: [...OF_ANY_ACCOUNT, ...OF_A_BODY],
  prompts: [...OF_ANY_ACCOUNT, 'validation-failed'],
  promptRecord: [...OF_ANY_ACCOUNT, 'validation-failed', 'not-found', ...OF_AN_ENDED_REQUEST],
  cancelPrompt: [...OF_ANY_ACCOUNT, 'not-found'],
  balance: OF_ANY_ACCOUNT,
  usage: [...OF_ANY_ACCOUNT, 'validation-failed'],
  models: OF_A_KEY,
  openapi: OF_ANY_REQUEST,
  mcp: [...OF_ANY_ACCOUNT, ...OF_A_BODY, 'foreign-origin', 'not-found'],
} as const satisfies Record<string, readonly ProblemCode[]>;

/** One response per status, in their order; a status that several problems share has an example of each. */
export function problemResponses(codes: readonly ProblemCode[]): JsonObject {
  const listed: ReadonlySet<string> = new Set(codes);
  const byStatus = Map.groupBy(
    Object.entries(PROBLEMS).filter(([code]) => listed.has(code)),
    ([, { status }]) => status,
  );
  const responses = [...byStatus].map(([status, problems]): [string, Json] => [
    String(status),
    {
      description: problems.map(([code, { title }]) => `\`${code}\`: ${title}.`).join('\n'),
      ...withHeaders(status, listed),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(
            problems.map(([code]) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    },
  ]);
  return Object.fromEntries(responses);
}

/** Answered before the key is known; and 429 says it always. */
const UNCOUNTED: ReadonlySet<number> = new Set([401, 403, 408, 431, 429]);
const ALWAYS: ReadonlyMap<number, readonly ResponseHeader[]> = new Map([
  [401, ['WWW-Authenticate']],
  [429, ['Retry-After', ...RATE_HEADERS]],
]);
/** With these waiting may help. */
const MAY_SAY_WHEN: ReadonlySet<number> = new Set([402, 409, 503]);

/** What a request may be answered with once its models are known. */
const AFTER_READING: ReadonlySet<number> = new Set([400, 402, 403, 409, 422, 500, 503]);

function withHeaders(status: number, listed: ReadonlySet<string>): JsonObject {
  const isCounted = listed.has('rate-limited');
  const namesModels = listed.has('payload-too-large') && AFTER_READING.has(status);
  const always = ALWAYS.get(status) ?? [];
  const sometimes = [
    ...(MAY_SAY_WHEN.has(status) ? (['Retry-After'] as const) : []),
    ...(status === 409 ? (['X-Prompt-Log-Id'] as const) : []),
    ...(isCounted && !UNCOUNTED.has(status) ? RATE_HEADERS : []),
    ...(namesModels ? RETIREMENT_HEADERS : []),
  ];
  return { headers: responseHeaders(always, sometimes) };
}

/** One body of each, as components. The tests bring each about, and hold the gateway's own to it. */
export function problemExamples(): JsonObject {
  const detailsOf: Readonly<Record<string, JsonObject>> = details;
  const used = new Set<string>(Object.values(PROBLEMS_OF).flat());
  return Object.fromEntries(
    Object.entries(PROBLEMS)
      .filter(([code]) => used.has(code))
      .map(([code, { title, status }]) => [
        code,
        {
          summary: title,
          value: { type: `urn:assay:problem:${code}`, title, status, ...detailsOf[code] },
        },
      ]),
  );
}
