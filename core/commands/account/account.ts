import {
  changeAccount,
  createAccount,
  describeAccount,
  eraseTexts,
  giveCredits,
  suspendAccount,
} from '../../administration/accounts.ts';
import type { Office } from '../../administration/office.ts';
import { newWebhook, setWebhook } from '../../administration/webhooks.ts';
import { parseCredits, parseMarkup } from '../../billing/amounts.ts';
import { checkAdjustment, checkNewAccount } from '../../ledger/check-operation.ts';
import type { AccountSettings } from '../../ledger/administration/settings.ts';
import type { Webhook } from '../../ledger/webhooks/outbox.ts';
import type { Environment } from '../../config.ts';
import { ArgumentError } from '../../argument-error.ts';
import { print, defineCommand, usageError, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { budgetsOf } from './budget-options.ts';
import { IMPORT_BOUNDS, printImport, readImportFile } from './import-file.ts';
import { withOffice } from './with-ledger.ts';

const TABLE: CommandTable = {
  command: 'assay account',
  purpose: 'make accounts, give them credits, change their settings.',
  forms: [
    // An option a verb does not take must not be ignored: it may be about money.
    {
      verb: 'create',
      words: ['NAME'],
      inline: '--credits N',
      says: 'a new account with N credits',
      options: { credits: { value: 'N' } },
    },
    {
      verb: 'import',
      words: ['FILE'],
      says: 'new accounts and their keys, from CSV; prints the keys as CSV, once',
    },
    {
      verb: 'credit',
      words: ['NAME', 'N'],
      inline: '[--note TEXT]',
      says: 'give N more credits, or take back with a negative N',
      options: { note: { value: 'TEXT' } },
    },
    { verb: 'suspend', words: ['NAME'], says: 'refuse its requests with 403; what is running ends as usual' },
    { verb: 'resume', words: ['NAME'], says: 'accept its requests again' },
    { verb: 'erase', words: ['NAME'], says: 'erase the texts of its ended requests and its cached answers' },
    {
      verb: 'set',
      words: ['NAME'],
      inline: '[settings]',
      says: 'change what is named, keep the rest',
      options: {
        'requests-per-minute': { value: 'N', says: 'per key; default 600' },
        'requests-in-flight': { value: 'N', says: 'per key; default 100' },
        'zero-data-retention': { value: 'on|off', says: 'default for its requests; default off' },
        cache: { value: 'on|off', says: 'whether requests may be answered from its cache; default off' },
        holds: { value: 'worst|likely', says: 'what is held for a request; default likely' },
        'budget-day': { value: 'N|none', says: 'credits it may spend in a day (UTC); default none' },
        'budget-month': { value: 'N|none', says: 'credits it may spend in a month (UTC); default none' },
        markup: { value: 'X', says: 'factor on list prices, at most three places; default 1' },
        webhook: {
          value: 'URL|off',
          says: 'where the ends of its requests and spent budgets are told; default off',
        },
      },
    },
    { verb: 'list', says: 'every account with its balance' },
  ],
  notes: `An import reads a heading and a row for each key: name,credits, which are the account's, and, where you want them,
key_name, budget_day, budget_month, models, requests_per_minute and expires, which are the key's; IDs of models are
divided by commas or semicolons. Rows of the same name make several keys of one account, each with another key_name; the
first row has the account's credits. Where a row is wrong, nothing is made. An account that is there already keeps its
credits, and a key of the same name is not made again, so you can repeat an import. A file has at most ${IMPORT_BOUNDS}.

Credits that are reserved cannot be taken back. A negative balance is owed: requests may cost more than was held for them,
and the account's requests are refused until credits cover it. A note has at most 200 characters; "assay ledger history"
shows it.

Setting a webhook prints the secret that its events are signed with, once. Set it again to get another secret; "off" also
deletes the events that wait.

Turning the cache off deletes the answers in it.

A request that does not fit in a budget is refused with 402, beside what is spent and held; 0 lets nothing pass.`,
  examples: [
    'assay account create acme --credits 5000',
    'assay account import customers.csv >> keys.csv',
    'assay account set acme --budget-day 200 --budget-month 3000',
    'assay account credit acme -20 --note "booked twice"',
  ],
};

const command = defineCommand(TABLE, async (args, environment) => {
  const [verb] = args.positionals;
  await withOffice(environment, await workOf(args, environment), verb === 'create' || verb === 'import');
  return 0;
});

export const account: Command = {
  ...command,
  run: (rest, environment) => command.run(amountLast(rest), environment),
};

type Work = (office: Office) => Promise<void>;

/** What the arguments ask for, read to their end before a ledger is opened. @throws ArgumentError */
async function workOf(args: CommandArguments, environment: Environment): Promise<Work> {
  const [verb, name = '', amount = ''] = args.positionals;
  if (verb === 'list') return list(args);
  if (verb === 'create') return create(args, name);
  if (verb === 'import') return await importFile(args, name, environment);
  if (verb === 'credit') return credit(args, name, amount);
  if (verb === 'erase') return erase(args, name);
  if (verb === 'set') return change(args, name);
  return suspend(args, name, verb === 'suspend');
}

function list({ json }: CommandArguments): Work {
  return async ({ ledger }) => {
    const accounts = (await ledger.listAccounts()).map(describeAccount);
    print(
      accounts,
      accounts.map((shown) => ({ ...shown })),
      json,
    );
  };
}

function create(args: CommandArguments, name: string): Work {
  const postedMicroCredits = readOption(() => {
    const credits = parseCredits(args.text('credits') ?? '0');
    checkNewAccount(name, credits);
    return credits;
  });
  return async (office) => {
    const shown = await createAccount(office, name, postedMicroCredits);
    print(shown, [{ ...shown }], args.json);
  };
}

/** @throws ArgumentError, and Error for a file that is wrong. */
async function importFile(
  { json, positionals }: CommandArguments,
  path: string,
  environment: Environment,
): Promise<Work> {
  if (json) throw usageError(TABLE, positionals, 'an import prints CSV: leave --json out');
  const rows = await readImportFile(path, environment);
  return (office) => printImport(office, rows);
}

function credit(args: CommandArguments, name: string, amount: string): Work {
  const isCorrection = amount.startsWith('-');
  const note = args.text('note');
  const microCredits = readOption(() => {
    const credits = parseCredits(isCorrection ? amount.slice(1) : amount);
    checkAdjustment(isCorrection ? 'A correction' : 'A grant', credits, note);
    return credits;
  });
  return async (office) => {
    const { shown } = await giveCredits(office, { name, microCredits, isCorrection, note });
    print(shown, [{ ...shown }], args.json);
  };
}

function suspend({ json }: CommandArguments, name: string, suspended: boolean): Work {
  return async (office) => {
    const shown = await suspendAccount(office, name, suspended);
    print(shown, [{ ...shown }], json);
  };
}

function erase({ json }: CommandArguments, name: string): Work {
  return async (office) => {
    const shown = await eraseTexts(office, name);
    print(shown, [{ ...shown }], json);
  };
}

/** A negative amount would be read as an option, so it goes behind all of them. */
function amountLast(rest: readonly string[]): readonly string[] {
  const isNegative = (word: string): boolean => /^-\d/.test(word);
  const amounts = rest.filter(isNegative);
  return amounts.length === 0 ? rest : [...rest.filter((word) => !isNegative(word)), '--', ...amounts];
}

function change(args: CommandArguments, name: string): Work {
  const settings = settingsOf(args);
  const webhook = webhookOf(args);
  const hasSettings = Object.keys(settings).length > 0;
  if (!hasSettings && webhook === undefined)
    throw usageError(TABLE, args.positionals, 'name a setting to change, such as --markup 1.2');
  return async (office) => {
    const changed = hasSettings ? await changeAccount(office, name, settings) : { name };
    const set = webhook === undefined ? {} : await setWebhook(office, name, webhook);
    const shown = { ...changed, ...set };
    print(shown, [shown], args.json);
  };
}

/** @returns what to set, with a new secret; `off` for none. @throws ArgumentError */
function webhookOf(args: CommandArguments): Webhook | 'off' | undefined {
  const url = args.text('webhook');
  if (url === undefined || url === 'off') return url;
  return readOption(() => newWebhook(url));
}

/** @throws ArgumentError with what the reader says. */
function readOption<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ArgumentError(cause instanceof Error ? cause.message : 'Invalid arguments.', { cause });
  }
}

function settingsOf(args: CommandArguments): AccountSettings {
  const requestsPerMinute = countOf(args, 'requests-per-minute');
  const requestsInFlight = countOf(args, 'requests-in-flight');
  const zeroDataRetention = switchOf(args, 'zero-data-retention');
  const cache = switchOf(args, 'cache');
  const markup = args.text('markup');
  const holds = args.text('holds');
  if (holds !== undefined && holds !== 'worst' && holds !== 'likely')
    throw new ArgumentError('--holds takes worst or likely');
  const budgets = budgetsOf(args);
  return {
    ...(budgets !== undefined && { budgets }),
    ...(holds !== undefined && { holds }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(requestsInFlight !== undefined && { requestsInFlight }),
    ...(zeroDataRetention !== undefined && { zeroDataRetention }),
    ...(cache !== undefined && { cache }),
    ...(markup !== undefined && { markupMilli: readOption(() => parseMarkup(markup)) }),
  };
}

function switchOf(args: CommandArguments, option: string): boolean | undefined {
  const text = args.text(option);
  if (text !== undefined && text !== 'on' && text !== 'off')
    throw new ArgumentError(`--${option} takes on or off`);
  return text === undefined ? undefined : text === 'on';
}

function countOf(args: CommandArguments, option: string): number | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new ArgumentError(`--${option} takes a whole number of at least 1`);
  return Number(text);
}
