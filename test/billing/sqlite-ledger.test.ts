import { openSqliteLedger } from '../../core/billing/sqlite-ledger.ts';
import { describeLedgerContract } from '../contract/ledger.ts';
import { meddle, temporaryPlace } from './temporary-ledger.ts';

describeLedgerContract('The SQLite ledger', async () => {
  const place = temporaryPlace();
  const ledger = await openSqliteLedger({ path: place.path, recover: true });
  return {
    ledger,
    openAnother: async () => await openSqliteLedger({ path: place.path, recover: false }),
    meddle: async (sql) => meddle(place.path, (database) => database.prepare(sql).all()),
    dispose: async () => {
      await ledger.close();
      place.remove();
    },
  };
});
