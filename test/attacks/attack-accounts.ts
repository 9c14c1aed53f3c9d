import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerAdmin } from '../../core/ledger/administration/ledger-admin.ts';
import type { AccountSettings } from '../../core/ledger/administration/settings.ts';
import { createKeyedAccount } from '../support/gateways/keyed-account.ts';
import { ATTACK_ACCOUNTS, type AttackAccount, type AttackKeys } from './attack.ts';

/** The rate alone would hide what is wrong behind it. */
const REQUESTS_PER_MINUTE = 100_000;
const OPENING = 1e15;
const SETTINGS: Readonly<Record<AttackAccount, AccountSettings & { readonly opening: number }>> = {
  penniless: { opening: 0 },
  rich: { opening: OPENING },
  reader: { opening: OPENING, requestsInFlight: 5 },
  leaver: { opening: OPENING, requestsInFlight: 5 },
  neighbour: { opening: OPENING },
};
const POLL_MS = 200;

/** Micro-credits. */
export interface AttackBooks {
  readonly name: AttackAccount;
  readonly charged: number;
  readonly reserved: number;
}

export interface AttackAccounts {
  readonly keys: AttackKeys;
  books(): Promise<readonly AttackBooks[]>;
  /** Waits until nothing is held for any of them, `timeoutMs` at most. */
  settledBooks(timeoutMs: number): Promise<readonly AttackBooks[]>;
}

/** @param prefix makes the names of the accounts unique in the ledger. */
export async function openAttackAccounts(ledger: LedgerAdmin, prefix: string): Promise<AttackAccounts> {
  const made: [AttackAccount, string][] = [];
  for (const name of ATTACK_ACCOUNTS) made.push([name, await create(ledger, name, `${prefix}-${name}`)]);
  const books = async (): Promise<readonly AttackBooks[]> => {
    const accounts = await ledger.listAccounts();
    return ATTACK_ACCOUNTS.map((name) => {
      const account = accounts.find((one) => one.name === `${prefix}-${name}`);
      return {
        name,
        charged: SETTINGS[name].opening - (account?.postedMicroCredits ?? Number.NaN),
        reserved: account?.heldMicroCredits ?? Number.NaN,
      };
    });
  };
  return {
    keys: Object.fromEntries(made) as Record<AttackAccount, string>,
    books,
    async settledBooks(timeoutMs) {
      const until = performance.now() + timeoutMs;
      for (;;) {
        const found = await books();
        if (found.every(({ reserved }) => reserved === 0) || performance.now() > until) return found;
        await wait(POLL_MS);
      }
    },
  };
}

async function create(ledger: LedgerAdmin, name: AttackAccount, accountName: string): Promise<string> {
  const { opening, ...settings } = SETTINGS[name];
  const limits = { requestsPerMinute: REQUESTS_PER_MINUTE, ...settings };
  return (await createKeyedAccount(ledger, accountName, opening, limits)).key;
}
