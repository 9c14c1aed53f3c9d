import { creditsFromMicroCredits, parseCredits, parseMarkup } from '../../billing/amounts.ts';
import { checkNewAccount } from '../../ledger/check-operation.ts';
import type { Account, AccountSettings, Balance, LedgerAdmin } from '../../ledger/ledger.ts';
import { UsageError } from '../../usage-error.ts';
import { print, readWords, usageError, type Command, type Row, type Words } from '../command.ts';
import { withLedger } from './with-ledger.ts';

const HELP = `assay account: make accounts, give them credits, change their settings.

  assay account create NAME --credits N      a new account with N credits
  assay account credit NAME N                give N more credits
  assay account set NAME [settings]          change what is named, keep the rest
      --requests-per-minute N                per key; default 600
      --requests-in-flight N                 per key; default 100
      --zero-data-retention on|off           default for its requests; default off
      --markup X                             factor on list prices, at most three places; default 1
  assay account list                         every account with its balance

  --json    print JSON

Example: assay account create acme --credits 5000
`;

export const account: Command = {
  async run(rest, environment) {
    const words = readWords(rest, HELP, {
      credits: { type: 'string' },
      'requests-per-minute': { type: 'string' },
      'requests-in-flight': { type: 'string' },
      'zero-data-retention': { type: 'string' },
      markup: { type: 'string' },
    });
    if (words === undefined) return 0;
    const [verb] = words.positionals;
    await withLedger(environment, workOf(words), verb === 'create');
    return 0;
  },
};

const SETTINGS = ['requests-per-minute', 'requests-in-flight', 'zero-data-retention', 'markup'];
/** An option a verb does not take must not be ignored: it may be about money. */
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  create: ['credits'],
  credit: [],
  set: SETTINGS,
  list: [],
};

type Work = (ledger: LedgerAdmin) => Promise<void>;

/** What the words ask for, read to their end before a ledger is opened. @throws UsageError */
function workOf(words: Words): Work {
  const [verb, name, amount, ...extra] = words.positionals;
  if (extra.length > 0 || words.given.some((option) => !OPTIONS_OF[verb ?? '']?.includes(option)))
    throw usageError(HELP);
  if (verb === 'list' && name === undefined) return list(words);
  if (verb === 'create' && name !== undefined && amount === undefined) return create(words, name);
  if (verb === 'credit' && name !== undefined && amount !== undefined) return credit(words, name, amount);
  if (verb === 'set' && name !== undefined && amount === undefined) return change(words, name);
  throw usageError(HELP);
}

function list({ json }: Words): Work {
  return async (ledger) => {
    const accounts = await ledger.listAccounts();
    print(accounts.map(accountJson), accounts.map(accountJson), json);
  };
}

function create(words: Words, name: string): Work {
  const postedMicroCredits = readOption(() => {
    const credits = parseCredits(words.text('credits') ?? '0');
    checkNewAccount(name, credits);
    return credits;
  });
  return async (ledger) => {
    const created = await ledger.createAccount(name, postedMicroCredits);
    const shown = accountJson({ ...created, postedMicroCredits, reservedMicroCredits: 0 });
    print(shown, [shown], words.json);
  };
}

function credit({ json }: Words, name: string, amount: string): Work {
  const microCredits = readOption(() => parseCredits(amount));
  return async (ledger) => {
    const balance = await ledger.grant(name, microCredits);
    print({ name, ...balanceJson(balance) }, [{ name, ...balanceJson(balance) }], json);
  };
}

function change(words: Words, name: string): Work {
  const settings = settingsOf(words);
  return async (ledger) => {
    const changed = await ledger.changeAccount(name, settings);
    print(settingsJson(changed), [settingsJson(changed)], words.json);
  };
}

/** @throws UsageError with what the reader says. */
function readOption<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'Invalid arguments.', { cause });
  }
}

function settingsOf(words: Words): AccountSettings {
  const requestsPerMinute = countOf(words, 'requests-per-minute');
  const requestsInFlight = countOf(words, 'requests-in-flight');
  const retention = words.text('zero-data-retention');
  const markup = words.text('markup');
  if (retention !== undefined && retention !== 'on' && retention !== 'off')
    throw new UsageError('--zero-data-retention takes on or off');
  const settings: AccountSettings = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(requestsInFlight !== undefined && { requestsInFlight }),
    ...(retention !== undefined && { zeroDataRetention: retention === 'on' }),
    ...(markup !== undefined && { markupMilli: readOption(() => parseMarkup(markup)) }),
  };
  if (Object.keys(settings).length === 0) throw usageError(HELP);
  return settings;
}

function countOf(words: Words, option: string): number | undefined {
  const text = words.text(option);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new UsageError(`--${option} takes a whole number of at least 1`);
  return Number(text);
}

function settingsJson(changed: Account): Row {
  const { name, requestsPerMinute, requestsInFlight, zeroDataRetention, markupMilli } = changed;
  return { name, requestsPerMinute, requestsInFlight, zeroDataRetention, markup: markupMilli / 1_000 };
}

function balanceJson(balance: Balance): { readonly credits: number; readonly reserved: number } {
  return {
    credits: creditsFromMicroCredits(balance.postedMicroCredits),
    reserved: creditsFromMicroCredits(balance.reservedMicroCredits),
  };
}

function accountJson(listed: Account & Balance): Row {
  return { ...settingsJson(listed), ...balanceJson(listed) };
}
