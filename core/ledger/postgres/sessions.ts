import { hash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { LedgerError } from '../ledger-error.ts';
import { type Database, POSTGRES, type Query } from '../sql/database.ts';
import { describeError, errorKindOf, rowsOf } from './connection.ts';

/** Two transactions may each wait for the other's rows: the server then ends one of them, which is run again. */
const CONFLICT_RETRIES = 3;

/** Statements by their text, so that the server prepares each once a session; for texts of which there are few. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = hash('sha256', text).slice(0, 40);
  names.set(text, name);
  return name;
}

/** The driver's errors as they are. */
export function preparedQuery(client: Pick<ClientBase, 'query'>): Query {
  return async (text, values = []) => await rowsOf(client, { name: nameOf(text), text, values });
}

/** The driver's errors as they are. Without names, so that the server plans each statement for its values. */
export function plannedQuery(client: Pick<ClientBase, 'query'>): Query {
  return async (text, values = []) => await rowsOf(client, { text, values });
}

/** To read with: errors are those of the ledger. */
export function readingFrom(query: Query): Database {
  return {
    ...POSTGRES,
    query: async (text, values) => {
      try {
        return await query(text, values);
      } catch (error) {
        throw ledgerError(error);
      }
    },
  };
}

/**
 * Runs work in a transaction on a session of the pool, and again where it met another in a circle.
 * @throws LedgerError of the work, or `unavailable`, or `rejected` where the database refuses the work; the database is as
 * it was.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (database: Database) => Promise<Result>,
  onCorrupt: (error: unknown) => void,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(pool, work);
    } catch (error) {
      if (error instanceof LedgerError) throw error;
      const kind = errorKindOf(error);
      if (kind === 'conflict' && attempt < CONFLICT_RETRIES) continue;
      if (kind === 'corrupt') onCorrupt(error);
      throw ledgerError(error);
    }
  }
}

async function transact<Result>(pool: Pool, work: (database: Database) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work({ ...POSTGRES, query: preparedQuery(client) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((reason: unknown) => {
      failure = reason instanceof Error ? reason : new Error('The session is lost.');
    });
    throw error;
  } finally {
    client.release(failure);
  }
}

/** Of what failed beside the writer. */
function ledgerError(cause: unknown): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const isRefused = errorKindOf(cause) === 'rejected';
  return new LedgerError(
    isRefused ? 'rejected' : 'unavailable',
    `The ledger’s PostgreSQL cannot be asked now: ${describeError(cause)}. Try again later.`,
    { cause },
  );
}
