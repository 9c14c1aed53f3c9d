import type { AdminNewKey } from '../generated/admin-answers.ts';
import type { ListedKey } from '../ledger/ledger.ts';
import type { AccountRow } from './account-rows.ts';
import { createKey, newKey } from './keys.ts';
import type { Office } from './office.ts';

/** What an import came to. */
export interface Imported {
  readonly made: number;
  /** Rows whose key was there, which stays as it is. */
  readonly kept: readonly AccountRow[];
}

/**
 * Makes each account with its credits, and each of its keys. An account that is there already gets no credits, and a key
 * that is there is not made again: one of the same name, or any where the row names none. So an import that broke off
 * goes on where it ended.
 * @param onKey is told each new key once it is durable. @throws LedgerError
 */
export async function importAccounts(
  office: Office,
  rows: readonly AccountRow[],
  onKey: (shown: AdminNewKey) => void,
): Promise<Imported> {
  const { ledger, by } = office;
  const accounts = new Set((await ledger.listAccounts()).map(({ name }) => name));
  const keys = new Set((await ledger.listKeys()).flatMap(keyPlaces));
  const kept: AccountRow[] = [];
  for (const row of rows) {
    const { accountName, name = null } = row.key;
    if (keys.has(keyPlace(accountName, name))) {
      kept.push(row);
      continue;
    }
    const key = newKey(row.key);
    if (!accounts.has(accountName)) await ledger.createAccount(accountName, row.microCredits, by);
    accounts.add(accountName);
    onKey(await createKey(office, key));
  }
  return { made: rows.length - kept.length, kept };
}

/** Where a key is found again: by its name, and as any key of its account. */
function keyPlaces({ account, name }: Pick<ListedKey, 'account' | 'name'>): readonly string[] {
  return [keyPlace(account, name), keyPlace(account, null)];
}

function keyPlace(accountName: string, name: string | null): string {
  return JSON.stringify([accountName, name]);
}
