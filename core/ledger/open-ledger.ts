import type { Ledger, LedgerAdmin } from './ledger.ts';
import type { LedgerOptions } from './ledger-queues.ts';
import { openSqliteLedger } from './sqlite/sqlite-ledger.ts';

/** Where a ledger is kept. */
export type LedgerAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** @throws LedgerError `unusable` or `unavailable` where the database cannot be used; the message says what to do. */
export async function openLedger(
  address: LedgerAddress,
  options: LedgerOptions,
): Promise<Ledger & LedgerAdmin> {
  if (address.kind === 'sqlite') return openSqliteLedger({ ...options, path: address.path });
  const { openPostgresLedger } = await import('./postgres/postgres-ledger.ts');
  return openPostgresLedger({ ...options, url: address.url });
}
