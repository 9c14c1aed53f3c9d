import { existsSync } from 'node:fs';
import type { AdminContext } from '../../administration/admin-context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import { openLedger, type LedgerAddress } from '../../ledger/open-ledger.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { say } from '../../terminal/say.ts';
import { unknownName } from '../unknown-name.ts';
import { commandActor } from './command-actor.ts';

interface OpenAdminContext extends AdminContext {
  readonly ledger: Ledger & LedgerAdmin;
}

/** As `withLedger`, for changes, which the audit log attributes to the user of the command. */
export async function withAdminContext<T>(
  environment: Environment,
  work: (context: OpenAdminContext) => Promise<T>,
  mayMake = false,
): Promise<T> {
  return await withLedger(environment, (ledger) => work({ ledger, by: commandActor() }), mayMake);
}

/** As `withAdminContext`, for one account. @throws Error naming the nearest account if this one does not exist. */
export async function withAccount<T>(
  environment: Environment,
  name: string,
  work: (context: OpenAdminContext) => Promise<T>,
): Promise<T> {
  return await withAdminContext(environment, async (context) => {
    try {
      return await work(context);
    } catch (cause) {
      if (!(cause instanceof LedgerError && cause.code === 'account-unknown')) throw cause;
      const names = (await context.ledger.listAccounts()).map((account) => account.name);
      throw new Error(unknownName('account', name, names), { cause });
    }
  });
}

/**
 * Opens the gateway's database for one command, beside a running gateway, and closes it whatever happens.
 * @param mayMake whether to create a missing ledger; without it a mistyped path is not taken for an empty, clean one.
 */
export async function withLedger<T>(
  environment: Environment,
  work: (ledger: Ledger & LedgerAdmin) => Promise<T>,
  mayMake = false,
): Promise<T> {
  const { database } = loadConfig(environment);
  if (!mayMake) requireFile(database);
  const fail = (error: Error): void => {
    say(`assay: the ledger failed: ${error.message}`);
    process.exitCode = 1;
  };
  const ledger = await openLedger(database, { recover: false, mayCreate: mayMake, onFatal: fail });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}

/** @throws Error where the file of an SQLite ledger is missing. */
export function requireFile(database: LedgerAddress): void {
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new Error(
      `There is no ledger at ${database.path}. Check ASSAY_DATABASE_URL, or make one with "assay account create NAME".`,
    );
  }
}
