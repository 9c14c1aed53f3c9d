import { existsSync } from 'node:fs';
import type { Office } from '../../administration/office.ts';
import type { Ledger, LedgerAdmin } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { commandActor } from './command-actor.ts';

/** As `withLedger`, for what changes something: whoever runs the command answers for it. */
export async function withOffice<T>(
  environment: Environment,
  work: (office: Office) => Promise<T>,
  mayMake = false,
): Promise<T> {
  return await withLedger(environment, (ledger) => work({ ledger, by: commandActor() }), mayMake);
}

/**
 * Opens the gateway's database for one command, beside a running gateway, and closes it whatever happens.
 * @param mayMake whether a missing file is made; otherwise a mistyped path would pass for an empty, clean ledger.
 */
export async function withLedger<T>(
  environment: Environment,
  work: (ledger: Ledger & LedgerAdmin) => Promise<T>,
  mayMake = false,
): Promise<T> {
  const { database } = loadConfig(environment);
  if (!mayMake && database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new Error(
      `there is no ledger at ${database.path}: check ASSAY_DATABASE_URL, or make one with "assay account create"`,
    );
  }
  const fail = (error: Error): void => {
    process.stderr.write(`assay: the ledger failed: ${error.message}\n`);
    process.exitCode = 1;
  };
  const ledger = await openLedger(database, { recover: false, onFatal: fail });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
