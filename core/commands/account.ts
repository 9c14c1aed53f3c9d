import { creditsFromMicroCredits, parseCredits, parseMarkup } from '../billing/amounts.ts';
import type { Account, AccountSettings, Balance, LedgerAdmin } from '../billing/ledger.ts';
import { print, readWords, usageError, type Command, type Row, type Words } from './command.ts';
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
  name: 'account',
  summary: 'Make accounts, give them credits, change their settings.',
  async run(rest, environment) {
    const words = readWords(rest, HELP, {
      credits: { type: 'string' },
      'requests-per-minute': { type: 'string' },
      'requests-in-flight': { type: 'string' },
      'zero-data-retention': { type: 'string' },
      markup: { type: 'string' },
    });
    if (words === undefined) return 0;
    await withLedger(environment, (ledger) => act(words, ledger), words.positionals[0] === 'create');
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

async function act(words: Words, ledger: LedgerAdmin): Promise<void> {
  const [verb, name, amount, ...extra] = words.positionals;
  if (extra.length > 0 || words.given.some((option) => !OPTIONS_OF[verb ?? '']?.includes(option)))
    throw usageError(HELP);
  if (verb === 'list' && name === undefined) {
    const accounts = await ledger.listAccounts();
    print(accounts.map(accountJson), accounts.map(accountJson), words.json);
  } else if (verb === 'create' && name !== undefined && amount === undefined) {
    const postedMicroCredits = parseCredits(words.text('credits') ?? '0');
    const created = await ledger.createAccount(name, postedMicroCredits);
    const shown = accountJson({ ...created, postedMicroCredits, reservedMicroCredits: 0 });
    print(shown, [shown], words.json);
  } else if (verb === 'credit' && name !== undefined && amount !== undefined) {
    const balance = await ledger.grant(name, parseCredits(amount));
    print({ name, ...balanceJson(balance) }, [{ name, ...balanceJson(balance) }], words.json);
  } else if (verb === 'set' && name !== undefined && amount === undefined) {
    const changed = await ledger.changeAccount(name, settingsOf(words));
    print(settingsJson(changed), [settingsJson(changed)], words.json);
  } else {
    throw usageError(HELP);
  }
}

function settingsOf(words: Words): AccountSettings {
  const requestsPerMinute = countOf(words, 'requests-per-minute');
  const requestsInFlight = countOf(words, 'requests-in-flight');
  const retention = words.text('zero-data-retention');
  const markup = words.text('markup');
  if (retention !== undefined && retention !== 'on' && retention !== 'off')
    throw new Error('--zero-data-retention takes on or off');
  const settings: AccountSettings = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(requestsInFlight !== undefined && { requestsInFlight }),
    ...(retention !== undefined && { zeroDataRetention: retention === 'on' }),
    ...(markup !== undefined && { markupMilli: parseMarkup(markup) }),
  };
  if (Object.keys(settings).length === 0) throw usageError(HELP);
  return settings;
}

function countOf(words: Words, option: string): number | undefined {
  const text = words.text(option);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new Error(`--${option} takes a whole number of at least 1`);
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
