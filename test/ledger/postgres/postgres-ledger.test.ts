import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { MAX_TEXT_BYTES } from '../../contract/ledgers/texts.ts';
import { describeLedgerContract } from '../../contract/ledgers/ledger.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';

await describePostgres('The PostgreSQL ledger', (administrator) => {
  describeLedgerContract('The PostgreSQL ledger', async () => {
    const database = await temporaryDatabase(administrator);
    const { url } = database;
    const ledger = await openPostgresLedger({ url, recover: true, maxTextBytes: MAX_TEXT_BYTES });
    return {
      ledger,
      openAnother: async () => await openPostgresLedger({ url, recover: true }),
      recover: async () => void (await database.run("SELECT recover_requests('[]')")),
      meddle: database.run,
      dispose: async () => {
        await ledger.close();
        await database.drop();
      },
    };
  });
});
