import {
  DOOR_FAULTS,
  DOOR_FIELD_MEANINGS,
  DOOR_PROBLEMS,
  PANEL_UNJUDGED,
  UNKNOWN_MODEL,
} from '../../core/dialects/door-problems.ts';
import { FAULTS, PROBLEMS } from '../../core/errors.ts';
import { code, markdownTable } from './markdown-table.ts';

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
export function doorErrorTable(): string {
  const problems = Object.entries(DOOR_PROBLEMS).flatMap(([name, kind]) => {
    const problem = Object.entries(PROBLEMS).find(([known]) => known === name)?.[1];
    if (problem === undefined || ELSEWHERE.has(name)) return [];
    if (name === 'validation-failed')
      return Object.entries(DOOR_FIELD_MEANINGS).map(([own, meaning]) => ({
        ...kind,
        code: own,
        status: problem.status,
        meaning,
      }));
    return [{ ...kind, status: problem.status, meaning: `${problem.title}.` }];
  });
  const meanings = new Map(Object.entries(FAULTS).map(([fault, { meaning }]) => [fault, meaning]));
  const faults = Object.entries(DOOR_FAULTS).map(([fault, kind]) => ({
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
