import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { describeUntil } from './describe-until.ts';

describeUntil('SQLite', async () => ({ environment: {}, remove: async () => {} }));
await describePostgres('Judging until sure over PostgreSQL', (administrator) => {
  describeUntil('PostgreSQL', async () => {
    const database = await temporaryDatabase(administrator);
    return { environment: { ASSAY_DATABASE_URL: database.url }, remove: () => database.drop() };
  });
});
