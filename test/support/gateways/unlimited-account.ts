import { openLedger } from '../../../core/ledger/open-ledger.ts';
import { loadConfig } from '../../../core/config.ts';
import { createKeyedAccount } from './keyed-account.ts';

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
  const { database } = loadConfig({ ASSAY_DATABASE_URL: databaseUrl });
  const ledger = await openLedger(database, { recover: false });
  try {
    const limits = { requestsPerMinute: REQUESTS, requestsInFlight: REQUESTS };
    return (await createKeyedAccount(ledger, 'somebody', OPENING, limits)).key;
  } finally {
    await ledger.close();
  }
}
