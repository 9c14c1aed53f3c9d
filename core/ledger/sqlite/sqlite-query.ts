import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LedgerError, messageOf } from '../ledger-error.ts';
import type { Query } from '../sql/database.ts';
import { remedyFor } from './error-kind.ts';

/** Statements that stay prepared on one connection. */
const MAX_PREPARED = 200;

/** Runs statements on this thread. Each answers at once: its promise has resolved when it is returned. */
export function sqliteQuery(database: DatabaseSync): Query {
  const prepared = new Map<string, StatementSync>();
  return async (sql, values = []) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(withPlaces(sql));
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      prepared.set(sql, statement);
    }
    return statement.all(...values);
  };
}

/**
 * Rewrites `$1` to `?1`, because SQLite reads `$1` as a name. A `?` without a number is bound without a search through
 * all parameters, which takes most of the time if a statement has hundreds.
 */
function withPlaces(sql: string): string {
  const numbers = Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number));
  const isInOrder = numbers.every((number, index) => number === index + 1);
  return sql.replaceAll(/\$(\d+)/g, isInOrder ? '?' : '?$1');
}

/** As `sqliteQuery`, for reading. It rejects with LedgerError `unavailable`. */
export function readingQuery(database: DatabaseSync): Query {
  const query = sqliteQuery(database);
  return async (sql, values) => {
    try {
      return await query(sql, values);
    } catch (error) {
      throw unreadable(error);
    }
  };
}

/** The error for a read that failed. */
export function unreadable(cause: unknown): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const remedy = remedyFor(cause, 'Try again later.');
  return new LedgerError('unavailable', `The ledger cannot be read now: ${messageOf(cause)}. ${remedy}`, {
    cause,
  });
}
