import { describeWhereFound } from '../../support/describe-where-found.ts';
import { findPostgres } from './temporary-database.ts';

/** Tests that need a PostgreSQL. @param define is handed the administrator's address. */
export async function describePostgres(name: string, define: (administrator: string) => void): Promise<void> {
  const lack = 'NO POSTGRESQL ON 127.0.0.1:5432 AND NO TEST_POSTGRES_URL';
  describeWhereFound(name, { tool: 'a PostgreSQL', lack, found: await findPostgres() }, define);
}
