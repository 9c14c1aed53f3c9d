import type {
  AdminAccount,
  AdminBalance,
  AdminEntry,
  AdminErasure,
  AdminSuspension,
} from '../generated/admin-answers.ts';
import { balanceFromMicroCredits, creditsFromMicroCredits } from '../billing/amounts.ts';
import type { AccountSettings, CreditClaim } from '../ledger/administration/settings.ts';
import type { Account, Balance, LedgerEntry, ListedAccount } from '../ledger/ledger.ts';
import { checkBudgetOrder, describeBudgetStatus, type BudgetStatusFields } from './budgets.ts';
import type { AdminContext } from './admin-context.ts';

/** The settings of an account, without its budgets. */
type SettingsFields = Omit<
  AdminAccount,
  'id' | 'suspended' | 'webhook' | keyof BalanceFields | keyof BudgetStatusFields
>;
type BalanceFields = Pick<AdminAccount, 'credits' | 'reserved'>;

/** @throws LedgerError `invalid`, `account-exists`. */
export async function createAccount(
  { ledger, by }: AdminContext,
  name: string,
  postedMicroCredits: number,
): Promise<SettingsFields & BalanceFields> {
  const created = await ledger.createAccount(name, postedMicroCredits, by);
  return {
    ...describeSettings(created),
    ...describeBalance({ postedMicroCredits, heldMicroCredits: 0 }),
  };
}

export interface Credits {
  readonly name: string;
  /** Credits to give; below zero they are taken back. */
  readonly microCredits: number;
  readonly note: string | undefined;
  /** Set if the credits must be given only once, however often the call is repeated. */
  readonly claim?: CreditClaim;
}

/** @throws LedgerError `invalid`, `account-unknown`, `claim-mismatch`. @returns the new balance. */
export async function giveCredits(
  { ledger, by }: AdminContext,
  { name, microCredits, note, claim }: Credits,
): Promise<{ readonly answer: AdminBalance; readonly isRepeated: boolean }> {
  const balance = await ledger.adjustCredits(name, microCredits, note, { by, claim });
  return { answer: { name, ...describeBalance(balance) }, isRepeated: balance.isRepeated === true };
}

/** @throws LedgerError `account-unknown`. */
export async function suspendAccount(
  { ledger, by }: AdminContext,
  name: string,
  suspended: boolean,
): Promise<AdminSuspension> {
  await ledger.suspendAccount(name, suspended, by);
  return { name, suspended };
}

/** @throws LedgerError `account-unknown`. */
export async function eraseTexts({ ledger, by }: AdminContext, name: string): Promise<AdminErasure> {
  await ledger.eraseAccount(name, by);
  return { name, erased: true };
}

/** @throws LedgerError `invalid`, `account-unknown`. */
export async function changeAccount(
  { ledger, by }: AdminContext,
  name: string,
  settings: AccountSettings,
): Promise<void> {
  if (settings.budgets !== undefined) {
    const current = await ledger.findAccount(name);
    checkBudgetOrder({ ...current?.budgets, ...settings.budgets });
  }
  await ledger.changeAccount(name, settings, by);
}

export function describeAccount(account: ListedAccount): AdminAccount {
  return {
    id: account.id,
    ...describeSettings(account),
    ...describeBalance(account),
    ...describeBudgetStatus(account),
    suspended: account.suspended,
    webhook: account.webhookUrl,
  };
}

/** A correction's credits are negative. */
export function describeEntry({ at, kind, microCredits, requestId, note }: LedgerEntry): AdminEntry {
  const amount = creditsFromMicroCredits(microCredits);
  const credits = kind === 'correction' ? -amount : amount;
  return { at, kind, credits, promptLogId: requestId, note };
}

function describeSettings(account: Account): SettingsFields {
  const { name, requestsPerMinute, requestsInFlight, zeroDataRetention, cache, holds, markupMilli } = account;
  const markup = markupMilli / 1_000;
  return { name, requestsPerMinute, requestsInFlight, zeroDataRetention, cache, holds, markup };
}

function describeBalance(balance: Balance): BalanceFields {
  return {
    credits: balanceFromMicroCredits(balance.postedMicroCredits),
    reserved: creditsFromMicroCredits(balance.heldMicroCredits),
  };
}
