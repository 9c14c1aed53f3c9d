import { it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { cutAndRepeat, MOMENTS } from './cut-judged-requests.ts';

it('75 a judged request under a key is complete after a cut at any moment on SQLite', () =>
  cutAndRepeat(MOMENTS));

await describePostgres('75 a judged request under a key', (administrator) => {
  it('is complete after a cut at any moment on PostgreSQL', async () => {
    const database = await temporaryDatabase(administrator);
    try {
      await cutAndRepeat(MOMENTS, { ASSAY_DATABASE_URL: database.url });
    } finally {
      await database.drop();
    }
  });
});
