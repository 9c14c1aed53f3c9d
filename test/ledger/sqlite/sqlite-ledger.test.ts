import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { recoverLedger } from '../../../core/ledger/sqlite/recovery.ts';
import { MAX_TEXT_BYTES } from '../../contract/ledgers/texts.ts';
import { MAX_CACHE_BYTES } from '../../contract/ledgers/answers/describe-answers.ts';
import { describeLedgerContract } from '../../contract/ledgers/ledger.ts';
import { meddle, temporaryPlace } from '../temporary-ledger.ts';

const BOOT_ID = 'the scene';

describeLedgerContract('The SQLite ledger', async () => {
  const place = temporaryPlace();
  const ledger = await openSqliteLedger({
    path: place.path,
    recover: true,
    bootId: BOOT_ID,
    maxTextBytes: MAX_TEXT_BYTES,
    maxCacheBytes: MAX_CACHE_BYTES,
  });
  return {
    ledger,
    openAnother: async () => await openSqliteLedger({ path: place.path, recover: false }),
    recover: async () =>
      meddle(place.path, (database) => recoverLedger(database, { bootId: BOOT_ID, nowMs: Date.now() })),
    meddle: async (sql) => meddle(place.path, (database) => database.prepare(sql).all()),
    dispose: async () => {
      await ledger.close();
      place.remove();
    },
  };
});
