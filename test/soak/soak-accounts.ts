import { loadConfig } from '../../core/config.ts';
import type { LedgerAdmin } from '../../core/ledger/administration/ledger-admin.ts';
import type { AccountSettings } from '../../core/ledger/administration/settings.ts';
import { openLedger } from '../../core/ledger/open-ledger.ts';
import { createKeyedAccount } from '../support/gateways/keyed-account.ts';
import { openAttackAccounts, type AttackAccounts } from '../attacks/attack-accounts.ts';
import type { AccountBooks } from './judge-soak.ts';
import type { SoakKeys, SoakTotals } from './soak-client.ts';

type Name = keyof SoakKeys;

const UNLIMITED: AccountSettings = { requestsPerMinute: 1_000_000, requestsInFlight: 1_000 };
const ACCOUNTS: Readonly<Record<Name, { readonly opening: number; readonly settings: AccountSettings }>> = {
  rich: { opening: 1e15, settings: UNLIMITED },
  forgetful: { opening: 1e15, settings: { ...UNLIMITED, zeroDataRetention: true, markupMilli: 1_370 } },
  limited: { opening: 1e12, settings: { requestsPerMinute: 10 } },
  poor: { opening: 1, settings: UNLIMITED },
};
const NAMES = Object.keys(ACCOUNTS) as Name[];

/** The accounts of one soak, in a ledger that a gateway may be using. */
export interface SoakAccounts {
  readonly keys: SoakKeys;
  /** Of the whole ledger, at any time. @returns what does not hold. */
  brokenInvariants(): Promise<readonly string[]>;
  /** Further accounts in the same ledger. */
  openAttackAccounts(): Promise<AttackAccounts>;
  books(charged: SoakTotals['charged']): Promise<readonly AccountBooks[]>;
  close(): Promise<void>;
}

/** Opens the ledger, making one where there is none. */
export async function openSoakAccounts(databaseUrl: string): Promise<SoakAccounts> {
  const { database } = loadConfig({ ASSAY_DATABASE_URL: databaseUrl });
  const ledger = await openLedger(database, { recover: false });
  // A database may have seen a soak before.
  const soak = `soak-${Date.now().toString(36)}`;
  const made: [Name, string][] = [];
  for (const name of NAMES) made.push([name, await createAccount(ledger, name, `${soak}-${name}`)]);
  return {
    keys: Object.fromEntries(made) as unknown as SoakKeys,
    async brokenInvariants() {
      return (await ledger.check()).map(({ invariant, detail }) => `${invariant}: ${detail}`);
    },
    openAttackAccounts: () => openAttackAccounts(ledger, `${soak}-hostile`),
    async books(charged) {
      const accounts = await ledger.listAccounts();
      return NAMES.map((name) => {
        const account = accounts.find((one) => one.name === `${soak}-${name}`);
        return {
          name,
          opening: ACCOUNTS[name].opening,
          posted: account?.postedMicroCredits ?? Number.NaN,
          reserved: account?.heldMicroCredits ?? Number.NaN,
          answered: charged[name],
        };
      });
    },
    close: () => ledger.close(),
  };
}

async function createAccount(ledger: LedgerAdmin, name: Name, accountName: string): Promise<string> {
  const { opening, settings } = ACCOUNTS[name];
  return (await createKeyedAccount(ledger, accountName, opening, settings)).key;
}
