import type { OperatorsRegistry } from '../../administration/models.ts';
import type { Actor } from '../../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../../ledger/ledger.ts';
import type { Logger } from '../../log.ts';
import type { ReloadAnswer } from '../operators/create-operations.ts';

/** What the administration API needs of the process that serves the operators' port. */
export interface AdministrationServices {
  /** A primary opens one of its own with the first request. Rejects where it cannot. */
  readonly ledger: () => Promise<LedgerAdmin>;
  readonly log: Logger;
  /** Noted in the audit log. Never rejects. */
  readonly reload: (by: Actor) => Promise<ReloadAnswer>;
  /** The registry that answers now. */
  readonly models: () => Promise<OperatorsRegistry>;
  readonly creditsPerUsd: number;
}
