import type { Json, JsonObject } from '../../core/contract.ts';
import { problemsOf } from '../../core/api/operation.ts';
import { OPERATIONS } from '../../core/api/operations.ts';
import { FIELD_ERRORS, PROBLEMS, type ProblemCode } from '../../core/errors.ts';
import { objectIn } from '../../core/schema/json-values.ts';
import details from '../examples/problems.json' with { type: 'json' };
import { RATE_HEADERS, RETIREMENT_HEADERS, responseHeaders, type ResponseHeader } from './headers.ts';

/** One response for each status, in order, with an example of each of its problems. */
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

/** Statuses without optional rate headers: the key is not known yet, or, for 429, the headers are required. */
const UNCOUNTED: ReadonlySet<number> = new Set([401, 403, 408, 431, 429]);
const ALWAYS: ReadonlyMap<number, readonly ResponseHeader[]> = new Map([
  [401, ['WWW-Authenticate']],
  [429, ['Retry-After', ...RATE_HEADERS]],
]);
/** Statuses for which waiting may help. */
const MAY_RETRY_AFTER: ReadonlySet<number> = new Set([402, 409, 503]);

/** Statuses of answers after the models of the request are known. */
const AFTER_READING: ReadonlySet<number> = new Set([400, 402, 403, 409, 422, 500, 503]);

function withHeaders(status: number, listed: ReadonlySet<string>): JsonObject {
  const isCounted = listed.has('rate-limited');
  const namesModels = listed.has('payload-too-large') && AFTER_READING.has(status);
  const always = ALWAYS.get(status) ?? [];
  const sometimes = [
    ...(MAY_RETRY_AFTER.has(status) ? (['Retry-After'] as const) : []),
    ...(status === 409 ? (['X-Prompt-Log-Id'] as const) : []),
    ...(isCounted && !UNCOUNTED.has(status) ? RATE_HEADERS : []),
    ...(namesModels ? RETIREMENT_HEADERS : []),
  ];
  return { headers: responseHeaders(always, sometimes) };
}

/** An example of each problem, as components. Tests provoke each problem and compare the answers. */
export function problemExamples(): JsonObject {
  const detailsOf: Readonly<Record<string, JsonObject>> = details;
  const used = new Set<string>(Object.values(OPERATIONS).flatMap(problemsOf));
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

/** The schema of a wrong field, with every `code` that it may have. */
export function withFieldErrors(schema: JsonObject): JsonObject {
  const properties = objectIn(schema, 'properties');
  const codes = Object.entries(FIELD_ERRORS).map(([name, meaning]) => `- \`${name}\`: ${meaning}`);
  const description = `For programs. Treat a code that is not listed like \`invalid\`.\n\n${codes.join('\n')}`;
  return { ...schema, properties: { ...properties, code: { ...objectIn(properties, 'code'), description } } };
}
