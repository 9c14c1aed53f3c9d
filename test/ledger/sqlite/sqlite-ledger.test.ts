import { openForWriting } from '../../../core/ledger/sqlite/files.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { sumOfRecovered } from '../../../core/ledger/rules/requests.ts';
import { SqliteWriter } from '../../../core/ledger/sqlite/writer.ts';
import { MAX_TEXT_BYTES } from '../../contract/ledgers/texts.ts';
import { MAX_CACHE_BYTES } from '../../contract/ledgers/answers/describe-answers.ts';
import { describeLedgerContract } from '../../contract/ledgers/ledger.ts';
import { meddle, rewrite, temporaryPlace } from '../temporary-ledger.ts';

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
    recover: async () => {
      const database = openForWriting(place.path);
      const bounds = { maxTextBytes: MAX_TEXT_BYTES, maxCacheBytes: MAX_CACHE_BYTES };
      const writer = new SqliteWriter(database, { owner: BOOT_ID, ...bounds });
      return sumOfRecovered(await writer.recover().finally(() => database.close()));
    },
    meddle: async (sql) => meddle(place.path, (database) => database.prepare(sql).all()),
    rewrite: async (sql) => rewrite(place.path, sql),
    dispose: async () => {
      await ledger.close();
      place.remove();
    },
  };
});
