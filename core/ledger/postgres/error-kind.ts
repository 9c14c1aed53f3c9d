import { DatabaseError } from 'pg';
import { LedgerError } from '../ledger-error.ts';

/**
 * What an error says about the statement it came from.
 * - `lost`: the connection broke; whether the statement took effect is unknown.
 * - `conflict`: nothing was changed, and the same may work at once.
 * - `taken`: nothing was changed; a row has the same key, which may have come a moment ago: then it is found next time.
 * - `locked`: nothing was changed; another session has locked a row for long.
 * - `unavailable`: the server refuses everybody now; nothing was changed.
 * - `corrupt`: the server's disk or files failed.
 * - `rejected`: this statement was refused, or the program failed before it was sent; nothing was changed.
 */
export type ErrorKind = 'lost' | 'conflict' | 'taken' | 'locked' | 'unavailable' | 'corrupt' | 'rejected';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; shorter ones stand for a whole class. */
const ERROR_KINDS: readonly (readonly [ErrorKind, readonly string[]])[] = [
  // The session ends with these. The message may have overtaken a commit that was waiting for a standby.
  ['lost', ['08', '57P', '25P03']],
  ['conflict', ['40001', '40P01']],
  ['taken', ['23505']],
  ['corrupt', ['XX001', 'XX002', '58030']],
  ['locked', ['55P03']],
  // Cancelled, read-only, out of disk or memory, no such function, no such privilege.
  ['unavailable', ['57014', '25006', '53', '42', '3F', '0A']],
];

/** The driver makes none of these of a broken connection or a timeout: those are of class Error itself, many without a code. */
const OWN_ERRORS = [LedgerError, TypeError, RangeError, SyntaxError, ReferenceError];

/** What is neither the server's nor known as the program's own is `lost`: a doubt that is looked into charges nobody twice. */
export function errorKindOf(error: unknown): ErrorKind {
  if (OWN_ERRORS.some((own) => error instanceof own)) return 'rejected';
  if (!(error instanceof DatabaseError) || error.code === undefined) return 'lost';
  const { code } = error;
  return ERROR_KINDS.find(([, codes]) => codes.some((known) => code.startsWith(known)))?.[0] ?? 'rejected';
}

/** Never the address, which may hold a password; the driver's own messages have none. */
export function describeError(error: unknown): string {
  if (error instanceof DatabaseError) return `${error.message} (${error.code ?? 'no code'})`;
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : 'unknown error';
}
