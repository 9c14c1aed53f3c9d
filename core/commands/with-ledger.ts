import type { LedgerAdmin } from '../billing/ledger.ts';
import { openLedger } from '../billing/open-ledger.ts';
import { loadConfig, type Environment } from '../config.ts';

/** Opens the gateway's database for one command, beside a running gateway, and closes it whatever happens. */
export async function withLedger<T>(
  environment: Environment,
  work: (ledger: LedgerAdmin) => Promise<T>,
): Promise<T> {
  const fail = (error: Error): void => {
    process.stderr.write(`assay: the ledger failed: ${error.message}\n`);
    process.exitCode = 1;
  };
  const ledger = await openLedger(loadConfig(environment).database, { recover: false, onFatal: fail });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
