import { openLedger } from '../../../core/ledger/open-ledger.ts';
import { loadConfig } from '../../../core/config.ts';
import { createApiKey } from '../../../core/stores/api-key.ts';

/** Micro-credits; more than anything in a test could hold. */
export const OPENING = 1e15;
/** More than anything in a test sends. */
const REQUESTS = 1_000_000;

/**
 * Makes the ledger where there is none.
 * @param databaseUrl as ASSAY_DATABASE_URL takes it.
 * @returns the key of its one account, which may send as much as it likes.
 */
export async function createUnlimitedAccount(databaseUrl: string): Promise<string> {
  const { key, prefix, hash } = createApiKey();
  const { database } = loadConfig({ ASSAY_DATABASE_URL: databaseUrl });
  const ledger = await openLedger(database, { recover: false });
  try {
    await ledger.createAccount('somebody', OPENING);
    await ledger.changeAccount('somebody', { requestsPerMinute: REQUESTS, requestsInFlight: REQUESTS });
    await ledger.createKey({ accountName: 'somebody', prefix, hash });
  } finally {
    await ledger.close();
  }
  return key;
}
