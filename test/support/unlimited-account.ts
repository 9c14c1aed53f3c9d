import { openSqliteLedger } from '../../core/billing/sqlite-ledger.ts';
import { createApiKey } from '../../core/stores/api-key.ts';

/** Micro-credits; more than anything in a test could hold. */
export const OPENING = 1e15;

/** Makes the ledger where there is none. @returns the key of its one account, which may send as much as it likes. */
export async function createUnlimitedAccount(path: string): Promise<string> {
  const { key, prefix, hash } = createApiKey();
  const ledger = await openSqliteLedger({ path, recover: false });
  try {
    await ledger.createAccount('somebody', OPENING);
    await ledger.changeAccount('somebody', { requestsPerMinute: 1_000_000, requestsInFlight: 1_000 });
    await ledger.createKey({ accountName: 'somebody', prefix, hash });
  } finally {
    await ledger.close();
  }
  return key;
}
