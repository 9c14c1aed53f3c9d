import {
  COMPAT_FAULTS,
  COMPAT_FIELD_MEANINGS,
  COMPAT_PROBLEMS,
  PANEL_UNJUDGED,
  UNKNOWN_MODEL,
} from '../../core/dialects/compat-problems.ts';
import { FIELD_ERRORS, PROBLEMS } from '../../core/errors.ts';
import { FAULTS } from '../../core/faults.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Errors of a whole request, ordered by status. */
export function problemTable(): string {
  return markdownTable(
    ['code', 'status', 'when it comes, and what to do'],
    Object.entries(PROBLEMS).map(([name, { status, cure }]) => [code(name), status, cure]),
  );
}

/** What is wrong in one place of a request, or which limit is reached. */
export function fieldErrorTable(): string {
  return markdownTable(
    ['`errors[].code`', 'meaning'],
    Object.entries(FIELD_ERRORS).map(([name, meaning]) => [code(name), meaning]),
  );
}

/** Errors of a single result. */
export function faultTable(): string {
  return markdownTable(
    ['`error.code`', '`retryable`', 'meaning'],
    Object.entries(FAULTS).map(([name, { retryable, meaning }]) => [code(name), String(retryable), meaning]),
  );
}

/** Answered before there is an address: these have the form of the contract everywhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'malformed-http',
  'small-chunks',
  'request-timeout',
  'headers-too-large',
  'request-voided',
  'texts-elsewhere',
]);

/** Every error of the addresses below `/v1`, by status. */
export function compatErrorTable(): string {
  const problems = Object.entries(COMPAT_PROBLEMS).flatMap(([name, kind]) => {
    const problem = Object.entries(PROBLEMS).find(([known]) => known === name)?.[1];
    if (problem === undefined || ELSEWHERE.has(name)) return [];
    if (name === 'validation-failed')
      return Object.entries(COMPAT_FIELD_MEANINGS).map(([own, meaning]) => ({
        ...kind,
        code: own,
        status: problem.status,
        meaning,
      }));
    return [{ ...kind, status: problem.status, meaning: `${problem.title}.` }];
  });
  const meanings = new Map(Object.entries(FAULTS).map(([fault, { meaning }]) => [fault, meaning]));
  const faults = Object.entries(COMPAT_FAULTS).map(([fault, kind]) => ({
    ...kind,
    meaning: meanings.get(fault) ?? '',
  }));
  const unknownModel = {
    status: 404,
    type: 'invalid_request_error',
    code: UNKNOWN_MODEL,
    meaning: 'There is no such model or panel.',
    isFinal: false,
  };
  const rows = [...problems, ...faults, PANEL_UNJUDGED, unknownModel]
    .toSorted((one, other) => one.status - other.status)
    .map(({ status, type, code: own, meaning, isFinal = false }) => [
      String(status),
      code(own ?? 'null'),
      code(type),
      isFinal ? `${meaning} Sent with \`x-should-retry: false\`.` : meaning,
    ]);
  return markdownTable(['status', '`error.code`', '`error.type`', 'meaning'], rows);
}
