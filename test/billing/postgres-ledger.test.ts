import { openPostgresLedger } from '../../core/billing/postgres-ledger.ts';
import { describeLedgerContract } from '../contract/ledger.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';

await describePostgres('The PostgreSQL ledger', (administrator) => {
  describeLedgerContract('The PostgreSQL ledger', async () => {
    const database = await temporaryDatabase(administrator);
    const { url } = database;
    const ledger = await openPostgresLedger({ url, recover: true });
    return {
      ledger,
      openAnother: async () => await openPostgresLedger({ url, recover: true }),
      meddle: database.run,
      dispose: async () => {
        await ledger.close();
        await database.drop();
      },
    };
  });
});
