import type { Actor } from '../administration/audit.ts';

export interface RequestErasing {
  /**
   * Deletes the texts of an ended request of the account and the answers cached from it, also such as still wait to be
   * stored: it is under zero data retention from then on. Changes nothing of any other.
   */
  eraseRequest(accountId: number, requestId: string): Promise<void>;
  /** Whether the account was erased after this request of it had ended. */
  isErased(accountId: number, requestId: string): Promise<boolean>;
}

export interface AccountErasing {
  /**
   * The same of all ended requests of an account, and of its whole cache; texts of requests that end later are kept as
   * usual. What still waits in any process is not stored. @throws LedgerError `account-unknown`.
   */
  eraseAccount(accountName: string, by?: Actor): Promise<void>;
}
