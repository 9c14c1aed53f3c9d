import type { LedgerAdmin } from '../ledger/ledger.ts';
import type { Actor } from '../ledger/administration/audit.ts';

/** Whoever changes something, a command or a request to the administration API, and the ledger it is changed in. */
export interface Office {
  readonly ledger: LedgerAdmin;
  readonly by: Actor;
}
