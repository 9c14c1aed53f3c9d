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

/** Problems that have the same form at all addresses, because the gateway answers them before it knows the address. */
const BEFORE_ANY_ADDRESS: ReadonlySet<ProblemCode> = new Set([
  'malformed-http',
  'small-chunks',
  'request-timeout',
  'headers-too-large',
]);

interface CompatErrors {
  /** Whether the address runs a model, so that its failure is an error. */
  readonly runs: boolean;
  /** Whether the request names a model, which may be unknown. */
  readonly namesModel: boolean;
  /** The component of the errors. */
  readonly error: 'ErrorResponse' | 'MessagesErrorResponse';
}

/** As `problemResponses`, in the form of the addresses of other dialects. */
export function compatResponses(
  codes: readonly ProblemCode[],
  { runs, namesModel, error }: CompatErrors,
): JsonObject {
  const own = codes.filter((code) => !BEFORE_ANY_ADDRESS.has(code));
  const errors: readonly CompatError[] = [
    ...own.flatMap((problem) => codesOf(problem).map((code) => ({ status: PROBLEMS[problem].status, code }))),
    ...(runs ? [...Object.values(COMPAT_FAULTS), PANEL_UNJUDGED] : []),
    ...(namesModel ? [{ status: 404, code: UNKNOWN_MODEL }] : []),
  ];
  const early = problemResponses(codes.filter((code) => BEFORE_ANY_ADDRESS.has(code)));
  const statuses = new Set([...errors.map(({ status }) => status), ...Object.keys(early).map(Number)]);
  return Object.fromEntries(
    [...statuses]
      .toSorted((one, other) => one - other)
      .map((status) => [
        String(status),
        responseOf(status, { errors, component: error }, objectIn(early, String(status))),
      ]),
  );
}

function codesOf(problem: ProblemCode): readonly (string | null)[] {
  return problem === 'validation-failed' ? COMPAT_FIELD_NAMES : [COMPAT_PROBLEMS[problem].code];
}

interface CompatError {
  readonly status: number;
  readonly code: string | null;
}

function responseOf(
  status: number,
  { errors, component: name }: { readonly errors: readonly CompatError[]; readonly component: string },
  early: JsonObject,
): JsonObject {
  const codes = new Set(errors.filter((one) => one.status === status).map(({ code }) => code ?? 'null'));
  const { description } = early;
  const sentences = [
    ...(codes.size > 0 ? [`\`error.code\` is ${[...codes].map((code) => `\`${code}\``).join(' or ')}.`] : []),
    ...(typeof description === 'string' ? [description] : []),
  ];
  return {
    description: sentences.join('\n'),
    headers: responseHeaders(status === 401 ? ['WWW-Authenticate'] : [], [
      'Retry-After',
      'X-Should-Retry',
      'X-Prompt-Log-Id',
      ...COMPAT_RATE_HEADERS,
      ...RETIREMENT_HEADERS,
    ]),
    content: {
      ...(codes.size > 0 && {
        'application/json': { schema: component(name) },
      }),
      ...objectIn(early, 'content'),
    },
  };
}
