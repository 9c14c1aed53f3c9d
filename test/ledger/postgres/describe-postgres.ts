import { describeWhereFound } from '../../support/describe-where-found.ts';
import { findPostgres } from './temporary-database.ts';

/** Tests that need a PostgreSQL. @param define is handed the administrator's address. */
export async function describePostgres(name: string, define: (administrator: string) => void): Promise<void> {
  describeWhereFound(name, { tool: 'PostgreSQL', found: await findPostgres() }, define);
}
