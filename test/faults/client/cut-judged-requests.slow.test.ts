import { it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { cutAndRepeat } from './cut-judged-requests.ts';

const CUTS = 100;
const timeout = 300_000;

it('75 a judged request under a key is complete after each of a hundred cuts on SQLite', { timeout }, () =>
  cutAndRepeat(CUTS),
);

await describePostgres('75 a judged request under a key', (administrator) => {
  it('is complete after each of a hundred cuts on PostgreSQL', { timeout }, async () => {
    const database = await temporaryDatabase(administrator);
    try {
      await cutAndRepeat(CUTS, { ASSAY_DATABASE_URL: database.url });
    } finally {
      await database.drop();
    }
  });
});
