import { openSqliteLedger } from '../billing/sqlite-ledger.ts';
import type { LedgerAdmin } from '../billing/ledger.ts';
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
  const ledger = await openSqliteLedger({
    path: loadConfig(environment).databasePath,
    recover: false,
    onFatal: fail,
    onCommit: () => {},
  });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
