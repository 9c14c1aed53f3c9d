import type { JsonObject } from '../../core/contract.ts';
import {
  COMPAT_FAULTS,
  COMPAT_FIELD_NAMES,
  COMPAT_PROBLEMS,
  PANEL_UNJUDGED,
  UNKNOWN_MODEL,
} from '../../core/dialects/compat-problems.ts';
import { PROBLEMS, type ProblemCode } from '../../core/errors.ts';
import { objectIn } from '../../core/schema/json-values.ts';
import { COMPAT_RATE_HEADERS, RETIREMENT_HEADERS, responseHeaders } from './headers.ts';
import { component } from './operation-parts.ts';
import { problemResponses } from './problems.ts';

/** What is answered before there is an address is told in the same form at all of them. */
const BEFORE_ANY_ADDRESS: ReadonlySet<ProblemCode> = new Set([
  'malformed-http',
  'small-chunks',
  'request-timeout',
  'headers-too-large',
]);

export interface CompatMay {
  /** A failed model is an error. */
  readonly fail: boolean;
  /** A model is named that there may be none of. */
  readonly lackModel: boolean;
  /** Component of its errors. */
  readonly error: 'ErrorResponse' | 'MessagesErrorResponse';
}

/** As `problemResponses`, in the form of the addresses of other dialects. */
export function compatResponses(
  codes: readonly ProblemCode[],
  { fail, lackModel, error }: CompatMay,
): JsonObject {
  const own = codes.filter((code) => !BEFORE_ANY_ADDRESS.has(code));
  const told: readonly Told[] = [
    ...own.flatMap((code) => codesOf(code).map((told) => ({ status: PROBLEMS[code].status, code: told }))),
    ...(fail ? [...Object.values(COMPAT_FAULTS), PANEL_UNJUDGED] : []),
    ...(lackModel ? [{ status: 404, code: UNKNOWN_MODEL }] : []),
  ];
  const early = problemResponses(codes.filter((code) => BEFORE_ANY_ADDRESS.has(code)));
  const statuses = new Set([...told.map(({ status }) => status), ...Object.keys(early).map(Number)]);
  return Object.fromEntries(
    [...statuses]
      .toSorted((one, other) => one - other)
      .map((status) => [
        String(status),
        responseOf(status, { told, error }, objectIn(early, String(status))),
      ]),
  );
}

function codesOf(problem: ProblemCode): readonly (string | null)[] {
  return problem === 'validation-failed' ? COMPAT_FIELD_NAMES : [COMPAT_PROBLEMS[problem].code];
}

interface Told {
  readonly status: number;
  readonly code: string | null;
}

function responseOf(
  status: number,
  { told, error }: { readonly told: readonly Told[]; readonly error: CompatMay['error'] },
  early: JsonObject,
): JsonObject {
  const codes = new Set(told.filter((one) => one.status === status).map(({ code }) => code ?? 'null'));
  const { description } = early;
  const words = [
    ...(codes.size > 0 ? [`\`error.code\` is ${[...codes].map((code) => `\`${code}\``).join(' or ')}.`] : []),
    ...(typeof description === 'string' ? [description] : []),
  ];
  return {
    description: words.join('\n'),
    headers: responseHeaders(status === 401 ? ['WWW-Authenticate'] : [], [
      'Retry-After',
      'X-Should-Retry',
      'X-Prompt-Log-Id',
      ...COMPAT_RATE_HEADERS,
      ...RETIREMENT_HEADERS,
    ]),
    content: {
      ...(codes.size > 0 && {
        'application/json': { schema: component(error) },
      }),
      ...objectIn(early, 'content'),
    },
  };
}
