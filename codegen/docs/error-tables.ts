import { PROBLEMS } from '../../core/errors.ts';
import { FAULTS } from '../../core/faults.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Errors of a whole request, ordered by status. */
export function problemTable(): string {
  return markdownTable(
    ['code', 'status', 'when it comes, and what to do'],
    Object.entries(PROBLEMS).map(([name, { status, cure }]) => [code(name), status, cure]),
  );
}

/** Errors of a single result. */
export function faultTable(): string {
  return markdownTable(
    ['`error.code`', '`retryable`', 'meaning'],
    Object.entries(FAULTS).map(([name, { retryable, meaning }]) => [code(name), String(retryable), meaning]),
  );
}
