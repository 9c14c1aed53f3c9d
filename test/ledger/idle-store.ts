import type { LedgerStore, StoreQueries } from '../../core/ledger/ledger-store.ts';
import { type Database, SQLITE } from '../../core/ledger/sql/database.ts';

/** A store that neither reads nor writes, but for what the changes say. */
export function idleStore(changes: Partial<LedgerStore>): LedgerStore {
  return {
    queries: queriesOf({ ...SQLITE, query: unused }),
    textsLingerMs: 0,
    open: unused,
    write: unused,
    keep: unused,
    runStep: unused,
    backup: unused,
    check: unused,
    close: unused,
    ...changes,
  };
}

/** Everything is read from one database. */
export function queriesOf(database: Database): StoreQueries {
  return { short: database, records: database, pages: database, reports: database, events: database };
}

function unused(): never {
  throw new Error('The store is not used.');
}
