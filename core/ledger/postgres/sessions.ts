import type { ClientBase, Pool } from 'pg';
import { LedgerError } from '../ledger-error.ts';
import { type Database, POSTGRES, type Query } from '../sql/database.ts';
import { damaged, describeError, errorKindOf, rowsOf, type Statement } from './connection.ts';

/** If two transactions wait for each other's rows, the server ends one of them, which is then retried. */
const CONFLICT_RETRIES = 3;

/** A session keeps each prepared statement until it ends. Statements beyond this number are planned every time. */
const MAX_PREPARED = 500;

/** The prepared statements, by their shape. */
const statements = new Map<string, Statement>();

/**
 * Makes a statement that the server prepares once a session.
 * @param shape differs for statements with different texts; by default it is the text.
 */
export function preparedStatement(
  shape: string,
  values: readonly unknown[] = [],
  write: () => string = () => shape,
): Statement {
  const earlier = statements.get(shape);
  if (earlier !== undefined) return { ...earlier, values };
  const text = write();
  if (statements.size >= MAX_PREPARED) return { text, values };
  // A shape may be too long for a name. Its first word shows operators the purpose of the statement.
  const statement = { name: `${/^\w*/.exec(shape)?.[0]}-${statements.size}`, text };
  statements.set(shape, statement);
  return { ...statement, values };
}

/** @throws the driver's errors. */
export function preparedQuery(client: Pick<ClientBase, 'query'>): Query {
  return async (text, values) => await rowsOf(client, preparedStatement(text, values));
}

/** The statements have no names, so that the server plans each one for its values. @throws the driver's errors. */
export function plannedQuery(client: Pick<ClientBase, 'query'>): Query {
  return async (text, values = []) => await rowsOf(client, { text, values });
}

/** A database for reading; it throws LedgerErrors. */
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
 * Runs work in a transaction on a session of the pool, and retries after a deadlock or another conflict.
 * @throws LedgerError of the work, or `unavailable`, or `rejected` if the database refuses the work; nothing was changed.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (database: Database) => Promise<Result>,
  onCorrupt: (error: LedgerError) => void,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(pool, work);
    } catch (error) {
      if (error instanceof LedgerError) throw error;
      const kind = errorKindOf(error);
      if (kind === 'conflict' && attempt < CONFLICT_RETRIES) continue;
      if (kind === 'corrupt') onCorrupt(damaged(error));
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

/** Wraps an error from outside the writer. */
function ledgerError(cause: unknown): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const isRefused = errorKindOf(cause) === 'rejected';
  return new LedgerError(
    isRefused ? 'rejected' : 'unavailable',
    `The ledger’s PostgreSQL cannot be asked now: ${describeError(cause)}. Try again later.`,
    { cause },
  );
}
