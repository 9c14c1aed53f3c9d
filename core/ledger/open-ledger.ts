import type { Ledger } from './ledger.ts';
import type { LedgerAdmin } from './administration/ledger-admin.ts';
import type { LedgerOptions } from './ledger-queues.ts';
import { SCHEMA_STEPS, versionAfter } from './sql/schema.ts';
import { migrateSqlite } from './sqlite/schema.ts';
import { openSqliteLedger } from './sqlite/sqlite-ledger.ts';

/** Where a ledger is kept. */
export type LedgerAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** @throws LedgerError `unusable` or `unavailable` if the database cannot be used; the message says what to do. */
export async function openLedger(
  address: LedgerAddress,
  options: LedgerOptions,
): Promise<Ledger & LedgerAdmin> {
  if (address.kind === 'sqlite') return openSqliteLedger({ ...options, path: address.path });
  const { openPostgresLedger } = await import('./postgres/postgres-ledger.ts');
  return openPostgresLedger({ ...options, url: address.url });
}

/** Schema versions of a ledger. */
export interface Migrated {
  /** Null if it had no tables. */
  readonly from: number | null;
  readonly to: number;
}

/** Gives the ledger the tables of this program. @throws LedgerError `unusable`, and then nothing has changed. */
export async function migrateLedger(address: LedgerAddress): Promise<Migrated> {
  const to = versionAfter(SCHEMA_STEPS);
  if (address.kind === 'sqlite') return { from: migrateSqlite(address.path), to };
  const { migratePostgres } = await import('./postgres/postgres-ledger.ts');
  return { from: await migratePostgres(address.url), to };
}
