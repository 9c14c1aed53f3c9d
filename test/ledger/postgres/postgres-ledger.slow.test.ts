import { createPool } from '../../../core/ledger/postgres/connection.ts';
import { recoverAtStart } from '../../../core/ledger/postgres/lease.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { MAX_TEXT_BYTES } from '../../contract/ledgers/texts.ts';
import { MAX_CACHE_BYTES } from '../../contract/ledgers/answers/describe-answers.ts';
import { describeLedgerContract } from '../../contract/ledgers/ledger.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';

await describePostgres('The PostgreSQL ledger', (administrator) => {
  describeLedgerContract('The PostgreSQL ledger', async () => {
    const database = await temporaryDatabase(administrator);
    const { url } = database;
    const bounds = { maxTextBytes: MAX_TEXT_BYTES, maxCacheBytes: MAX_CACHE_BYTES };
    const ledger = await openPostgresLedger({ url, recover: true, ...bounds });
    return {
      ledger,
      openAnother: async () => await openPostgresLedger({ url, recover: true }),
      recover: async () => {
        const pool = createPool(url, 1);
        try {
          return await recoverAtStart(pool, { bootId: 'another', leaseMs: 3_600_000 });
        } finally {
          await pool.end();
        }
      },
      meddle: database.run,
      dispose: async () => {
        await ledger.close();
        await database.drop();
      },
    };
  });
});
