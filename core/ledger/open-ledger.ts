import type { LedgerError } from './ledger-error.ts';
import type { Ledger, LedgerAdmin, Recovery } from './ledger.ts';
import { openPostgresLedger } from './postgres/postgres-ledger.ts';
import type { Commit } from './queued-ledger.ts';
import { openSqliteLedger } from './sqlite/sqlite-ledger.ts';
import type { TextLoss } from './texts/text-queue.ts';

/** Where a ledger is kept. */
export type LedgerAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

export interface OpenLedgerOptions {
  /** True for a gateway: what dead ones left reserved is voided, and the invariants are checked. */
  readonly recover: boolean;
  /** Called where requests of a dead gateway were ended: at the opening, and later where gateways share the ledger. */
  readonly onRecovered?: (recovery: Recovery) => void;
  /** Called for every batch that was written, for metrics. */
  readonly onCommit?: (commit: Commit) => void;
  /** Called where texts were not kept, or had to give way, for metrics. */
  readonly onTextsLost?: (reason: TextLoss, texts: number) => void;
  /** Called with the reason once nothing can be written, and with undefined once it can again. */
  readonly onWritable?: (refusedBecause: string | undefined) => void;
  /** Bound on the texts kept of one account, bytes; a gigabyte by default. */
  readonly maxTextBytes?: number;
  /** Bound on the answers in one account's cache, bytes; a hundred megabytes by default. */
  readonly maxCacheBytes?: number;
  /** Called once where durability is in doubt: everything is rejected from then on, and the process should stop. */
  readonly onFatal?: (error: LedgerError) => void;
}

/** @throws LedgerError `unusable` or `unavailable` where the database cannot be used; the message says what to do. */
export async function openLedger(
  address: LedgerAddress,
  options: OpenLedgerOptions,
): Promise<Ledger & LedgerAdmin> {
  return address.kind === 'sqlite'
    ? await openSqliteLedger({ ...options, path: address.path })
    : await openPostgresLedger({ ...options, url: address.url });
}
