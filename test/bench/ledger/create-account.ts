import { openLedger } from '../../../core/billing/open-ledger.ts';
import { loadConfig } from '../../../core/config.ts';
import { createApiKey } from '../../../core/stores/api-key.ts';

const MICRO_CREDITS = 1e15;

/**
 * Makes the ledger where there is none.
 * @param databaseUrl as ASSAY_DATABASE_URL takes it.
 * @returns the key of an account that may send more than any bench does.
 */
export async function createAccount(databaseUrl: string): Promise<string> {
  const { key, prefix, hash } = createApiKey();
  const ledger = await openLedger(loadConfig({ ASSAY_DATABASE_URL: databaseUrl }).database, {
    recover: false,
  });
  try {
    await ledger.createAccount('bench', MICRO_CREDITS);
    await ledger.changeAccount('bench', { requestsPerMinute: 1_000_000, requestsInFlight: 1_000_000 });
    await ledger.createKey({ accountName: 'bench', prefix, hash });
  } finally {
    await ledger.close();
  }
  return key;
}
