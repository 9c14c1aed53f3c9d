import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { describeCache } from './describe-cache.ts';

await describePostgres('On PostgreSQL', (administrator) => {
  describeCache(async () => {
    const database = await temporaryDatabase(administrator);
    return {
      environment: { ASSAY_DATABASE_URL: database.url },
      drop: async () => await database.drop(),
    };
  });
});
