import type { Pool } from 'pg';
import { LedgerError } from '../ledger-error.ts';
import { rowsOf } from '../postgres/connection.ts';
import { describeError, errorKindOf } from '../postgres/error-kind.ts';
import { deleteAnswersSql } from './answers-sql.ts';

/** Storing an answer and deleting some may each wait for the other's rows: the server then ends one of them. */
const CONFLICT_RETRIES = 3;

/** One step. @returns how many were deleted. @throws LedgerError `unavailable`. */
export async function deletePostgresAnswers(pool: Pool, beforeMs: number): Promise<number> {
  const query = { text: `${deleteAnswersSql('$')} RETURNING 1`, values: [beforeMs] };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await rowsOf(pool, query)).length;
    } catch (cause) {
      if (errorKindOf(cause) === 'conflict' && attempt < CONFLICT_RETRIES) continue;
      const message = `Cached answers cannot be deleted now: ${describeError(cause)}. Try again later.`;
      throw new LedgerError('unavailable', message, { cause });
    }
  }
}
