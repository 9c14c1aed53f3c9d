import {
  changeAccount,
  createAccount,
  describeAccount,
  eraseTexts,
  giveCredits,
  suspendAccount,
} from '../../administration/accounts.ts';
import { newWebhook, setWebhook } from '../../administration/webhooks.ts';
import { ArgumentError } from '../../argument-error.ts';
import { creditsFromMicroCredits, parseCredits, parseMarkup } from '../../billing/amounts.ts';
import { formatCredits } from '../../client/figures.ts';
import type { Environment } from '../../config.ts';
import type { AdminAccount } from '../../generated/admin-answers.ts';
import type { AccountSettings } from '../../ledger/administration/settings.ts';
import { checkAdjustment, checkNewAccount } from '../../ledger/check-operation.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import type { Webhook } from '../../ledger/webhooks/outbox.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatFields, print, printRows, type Row } from '../print.ts';
import { readArgument } from '../read-argument.ts';
import { budgetsOf } from './budget-options.ts';
import { withAccount, withLedger, withAdminContext } from './with-ledger.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';
import { plainNumber } from '../../text/plain-json.ts';

export async function listAccounts(args: CommandArguments, environment: Environment): Promise<void> {
  const accounts = (await withLedger(environment, (ledger) => ledger.listAccounts())).map(describeAccount);
  printRows(
    args,
    accounts,
    accounts.map(rowOf),
    'There is no account yet. "assay account create NAME" makes one.',
  );
}

export async function showAccount(args: CommandArguments, environment: Environment): Promise<void> {
  const [name = ''] = args.positionals;
  const account = await withAccount(environment, name, ({ ledger }) => findAccount(ledger, name));
  print(args, account, formatFields(rowOf(account)));
}

/** @throws LedgerError `account-unknown`. */
async function findAccount(ledger: LedgerAdmin, name: string): Promise<AdminAccount> {
  const account = await ledger.findAccount(name);
  if (account === undefined) throw new LedgerError('account-unknown', `There is no account "${name}".`);
  return describeAccount(account);
}

function rowOf(account: AdminAccount): Row {
  const { name, credits, reserved, suspended, zeroDataRetention, cache, ...others } = account;
  return {
    name,
    credits,
    reserved,
    budgetLeft: leastLeft(account),
    state: suspended ? 'suspended' : 'active',
    ...others,
    zeroDataRetention: onOrOff(zeroDataRetention),
    cache: onOrOff(cache),
  };
}

/** The rest of the budget that has the least left, such as `0 (day)`; null without a budget. */
function leastLeft({ budgetDayLeft: day, budgetMonthLeft: month }: AdminAccount): string | null {
  if (day !== null && day <= (month ?? day)) return `${plainNumber(day)} (day)`;
  return month === null ? null : `${plainNumber(month)} (month)`;
}

function onOrOff(isOn: boolean): 'on' | 'off' {
  return isOn ? 'on' : 'off';
}

export async function makeAccount(args: CommandArguments, environment: Environment): Promise<void> {
  const [name = ''] = args.positionals;
  const postedMicroCredits = readArgument(() => {
    const credits = parseCredits(args.text('credits') ?? '0');
    checkNewAccount(name, credits);
    return credits;
  });
  const account = await withAdminContext(
    environment,
    (context) => createAccount(context, name, postedMicroCredits),
    true,
  );
  print(
    args,
    account,
    `Made account ${name} with ${formatCredits(account.credits)} credits.\nNext: assay key create ${name}\n`,
  );
}

export async function creditAccount(args: CommandArguments, environment: Environment): Promise<void> {
  const [name = '', amount = ''] = args.positionals;
  const isCorrection = amount.startsWith('-');
  const note = args.text('note');
  const microCredits = readArgument(() => {
    const credits = isCorrection ? -parseCredits(amount.slice(1)) : parseCredits(amount);
    checkAdjustment(credits, note);
    return credits;
  });
  const { answer } = await withAccount(environment, name, (context) =>
    giveCredits(context, { name, microCredits, note }),
  );
  const credits = `${formatCredits(creditsFromMicroCredits(Math.abs(microCredits)))} credits`;
  const message = isCorrection ? `Took ${credits} back from ${name}.` : `Gave ${name} ${credits}.`;
  print(args, answer, `${message}\n${formatFields({ ...answer })}`);
}

export async function changeSettings(args: CommandArguments, environment: Environment): Promise<void> {
  const [name = ''] = args.positionals;
  const settings = settingsOf(args);
  const webhook = webhookOf(args);
  const hasSettings = Object.keys(settings).length > 0;
  if (!hasSettings && webhook === undefined)
    throw new ArgumentError('Name a setting to change, such as --markup 1.2.');
  const { account, webhookSet } = await withAccount(environment, name, async (context) => {
    if (hasSettings) await changeAccount(context, name, settings);
    const set = webhook === undefined ? {} : await setWebhook(context, name, webhook);
    return { account: await findAccount(context.ledger, name), webhookSet: set };
  });
  print(args, { ...account, ...webhookSet }, formatFields({ ...rowOf(account), ...webhookSet }));
}

export const suspend = suspending(true);
export const resume = suspending(false);

function suspending(suspended: boolean) {
  return async (args: CommandArguments, environment: Environment): Promise<void> => {
    const [name = ''] = args.positionals;
    const account = await withAccount(environment, name, (context) =>
      suspendAccount(context, name, suspended),
    );
    print(args, account, `Account ${name} is ${suspended ? 'suspended' : 'active'}.\n`);
  };
}

export async function erase(args: CommandArguments, environment: Environment): Promise<void> {
  const [name = ''] = args.positionals;
  const account = await withAccount(environment, name, (context) => eraseTexts(context, name));
  print(args, account, `The texts of account ${name} are erased.\n`);
}

/** @returns what to set, with a new secret; `off` for none. @throws ArgumentError */
function webhookOf(args: CommandArguments): Webhook | 'off' | undefined {
  const url = args.text('webhook');
  return url === undefined || url === 'off' ? url : readArgument(() => newWebhook(url));
}

function settingsOf(args: CommandArguments): AccountSettings {
  const markup = args.text('markup');
  const holds = args.text('holds');
  const isOn = (option: string): boolean | undefined =>
    args.text(option) === undefined ? undefined : args.text(option) === 'on';
  return omitUndefined({
    budgets: budgetsOf(args),
    holds: holds === 'worst' || holds === 'likely' ? holds : undefined,
    requestsPerMinute: args.integer('requests-per-minute'),
    requestsInFlight: args.integer('requests-in-flight'),
    zeroDataRetention: isOn('zero-data-retention'),
    cache: isOn('cache'),
    markupMilli: markup === undefined ? undefined : readArgument(() => parseMarkup(markup)),
  });
}
