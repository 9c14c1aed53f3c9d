import type { Recovery } from '../../../core/ledger/ledger.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { MAX_TEXT_BYTES } from '../../contract/ledgers/texts.ts';
import { MAX_CACHE_BYTES } from '../../contract/ledgers/answers/describe-answers.ts';
import { describeLedgerContract } from '../../contract/ledgers/ledger.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';

const NOTHING: Recovery = {
  voidedRequests: 0,
  chargedRequests: 0,
  chargedMicroCredits: 0,
  givenBackMicroCredits: 0,
};

await describePostgres('The PostgreSQL ledger', (administrator) => {
  describeLedgerContract('The PostgreSQL ledger', async () => {
    const database = await temporaryDatabase(administrator);
    const { url } = database;
    // None looks for dead gateways by itself meanwhile: what a test finds ended, it has ended.
    const leaseMs = 3_600_000;
    const bounds = { maxTextBytes: MAX_TEXT_BYTES, maxCacheBytes: MAX_CACHE_BYTES };
    const ledger = await openPostgresLedger({ url, recover: true, leaseMs, ...bounds });
    return {
      ledger,
      openAnother: async () => await openPostgresLedger({ url, recover: true, leaseMs }),
      recover: async () => {
        const recoveries: Recovery[] = [];
        // A gateway that starts ends what is left open, and holds nothing itself.
        const starting = await openPostgresLedger({
          url,
          recover: true,
          leaseMs,
          onRecovered: (recovery) => recoveries.push(recovery),
        });
        await starting.close();
        return recoveries[0] ?? NOTHING;
      },
      meddle: database.run,
      rewrite: database.rewrite,
      dispose: async () => {
        await ledger.close();
        await database.drop();
      },
    };
  });
});
