import type { OperatorsRegistry } from '../../administration/models.ts';
import type { Actor } from '../../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../../ledger/ledger.ts';
import type { Logger } from '../../log.ts';
import type { ReloadAnswer } from '../operators/create-operations.ts';

/** What the administration API needs of its gateway. */
export interface AdministrationServices {
  readonly ledger: LedgerAdmin;
  readonly log: Logger;
  /** Noted in the audit log. Never rejects. */
  readonly reload: (by: Actor) => Promise<ReloadAnswer>;
  /** The registry that answers now. */
  readonly models: () => Promise<OperatorsRegistry>;
  readonly creditsPerUsd: number;
}
