import type { Ledger } from '../../../core/ledger/ledger.ts';

/** The same ledger, but for these methods. */
export function changedLedger<Whole extends Ledger>(ledger: Whole, changes: Partial<Ledger>): Whole {
  return { ...ledger, ...changes };
}
