import type { LedgerStore } from '../../core/ledger/ledger-store.ts';
import { SQLITE } from '../../core/ledger/sql/dialect.ts';

/** A store that neither reads nor writes, but for what the changes say. */
export function idleStore(changes: Partial<LedgerStore>): LedgerStore {
  return {
    dialect: SQLITE,
    queries: { short: unused, records: unused, pages: unused, reports: unused, events: unused },
    textsLingerMs: 0,
    open: unused,
    write: unused,
    keep: unused,
    take: unused,
    backup: unused,
    check: unused,
    close: unused,
    ...changes,
  };
}

function unused(): never {
  throw new Error('The store is not used.');
}
