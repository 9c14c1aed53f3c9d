import { describe, test } from 'vitest';
import { findPostgres } from './temporary-database.ts';

/**
 * Tests that need a PostgreSQL. Where none answers they are skipped with one loud line; in CI that is a failure.
 * @param define is handed the administrator's address.
 */
export async function describePostgres(name: string, define: (administrator: string) => void): Promise<void> {
  const administrator = await findPostgres();
  if (administrator !== undefined) {
    define(administrator);
    return;
  }
  const message = `NO POSTGRESQL ON 127.0.0.1:5432 AND NO TEST_POSTGRES_URL: "${name}" WAS NOT TESTED.`;
  if (process.env['CI'] === 'true') {
    test(name, () => {
      throw new Error(message);
    });
    return;
  }
  process.stderr.write(`\n${message}\n\n`);
  describe.skip(name, () => {
    test('needs a PostgreSQL', () => {});
  });
}
