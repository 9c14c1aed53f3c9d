import type { AccountRow } from './account-rows.ts';
import { createKey, newKey, type ShownNewKey } from './keys.ts';
import type { Office } from './office.ts';

/** What an import came to. */
export interface Imported {
  readonly made: number;
  /** Names of accounts that were there with a key, and stay as they are. */
  readonly kept: readonly string[];
}

/**
 * Makes each account with its credits and a key. An account that is there already gets nothing, but for a key where it
 * has none: an import that broke off between the two goes on where it ended.
 * @param onKey is told each new key once it is durable. @throws LedgerError
 */
export async function importAccounts(
  office: Office,
  rows: readonly AccountRow[],
  onKey: (shown: ShownNewKey) => void,
): Promise<Imported> {
  const { ledger, by } = office;
  const there = new Set((await ledger.listAccounts()).map(({ name }) => name));
  const withKey = new Set((await ledger.listKeys()).map(({ accountName }) => accountName));
  const kept: string[] = [];
  for (const { name: accountName, microCredits, keyName: name, ...limits } of rows) {
    if (withKey.has(accountName)) {
      kept.push(accountName);
      continue;
    }
    const key = newKey({ accountName, name, expiresMs: undefined, ...limits });
    if (!there.has(accountName)) await ledger.createAccount(accountName, microCredits, by);
    onKey(await createKey(office, key));
  }
  return { made: rows.length - kept.length, kept };
}
