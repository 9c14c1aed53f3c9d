import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import { createApiKey } from '../../../core/stores/api-key.ts';

/** Makes an account with a key. @returns the key, and what people call it by. */
export async function createKeyedAccount(
  ledger: LedgerAdmin,
  name: string,
  microCredits: number,
  settings?: AccountSettings,
): Promise<{ readonly key: string; readonly prefix: string }> {
  const { key, prefix, hash } = createApiKey();
  await ledger.createAccount(name, microCredits);
  if (settings !== undefined) await ledger.changeAccount(name, settings);
  await ledger.createKey({ accountName: name, prefix, hash });
  return { key, prefix };
}
