import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { checkLedger } from '../../../core/ledger/sqlite/writer.ts';
import {
  BALANCE,
  HOLD,
  readEventIds,
  REQUESTS,
  EVENTS,
  type Balance,
  type RequestRow,
  type Store,
} from './books.ts';

/** Files in a folder of their own beneath `parent`. */
export function sqliteStore(parent: string): Store {
  const folder = join(parent, `store-${randomUUID()}`);
  const path = join(folder, 'assay.db');
  const read = async <Value>(query: (database: DatabaseSync) => Promise<Value>): Promise<Value> => {
    const database = new DatabaseSync(path, { timeout: 10_000 });
    try {
      return await query(database);
    } finally {
      database.close();
    }
  };
  return {
    url: `file:${path}`,
    books: async () =>
      await read(async (database) => ({
        ...(database.prepare(BALANCE).get() as unknown as Balance),
        requests: database.prepare(REQUESTS).all() as unknown as readonly RequestRow[],
        eventIds: readEventIds(database.prepare(EVENTS).all()),
        problems: await checkLedger(database),
      })),
    hasHold: async () => await read(async (database) => database.prepare(HOLD).get() !== undefined),
    open: async () => await openSqliteLedger({ path, recover: false }),
    // The lock of the file went with its process.
    lapse: async () => {},
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
