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
