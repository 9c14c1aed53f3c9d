import { keyNamed } from '../../administration/key-named.ts';
import {
  changeKey,
  checkKeyTerms,
  createKey,
  describeKey,
  newKey,
  rotateKey,
} from '../../administration/keys.ts';
import { readMoment } from '../../ledger/check-operation.ts';
import { ArgumentError } from '../../argument-error.ts';
import {
  print,
  readArguments,
  textOptions,
  usageError,
  type Command,
  type CommandArguments,
  type CommandTable,
} from '../command.ts';
import type { Environment } from '../../config.ts';
import { readDuration } from '../read-duration.ts';
import { BUDGET_OPTIONS, budgetsOf } from './budget-options.ts';
import { refuseUnknownModels } from './refuse-unknown-models.ts';
import { withLedger, withOffice } from './with-ledger.ts';

const HELP = `assay key: make, change, list, rotate and revoke API keys.

  assay key create ACCOUNT [settings]    a new key; it is shown once and kept only as a hash
      --name NAME                        for people, at most 64 characters
      --models LIST                      IDs of models it may ask, also as judges, with commas; ID* names all that begin so;
                                         each has to be in the manifests
      --requests-per-minute N            instead of the account's
      --expires DATE                     refused from the start of this day in UTC, or from this ISO 8601 moment on
      --budget-day N                     credits it may spend in a day (UTC)
      --budget-month N                   credits it may spend in a month (UTC)
  assay key set KEY [settings]           change what is named of the settings above, keep the rest; "none" lifts one; the next
                                         request meets the new limits; an expired key works again with a later expiry,
                                         a rotated one cannot get another
  assay key list [ACCOUNT]               every key, revoked ones too; "lastUsed" is when it last held credits
  assay key rotate KEY [--grace AGE]     a new key with the account, name and expiry of this one, shown once; the old one
                                         goes on for AGE, such as 12h or 7d, by default 24h; 0h revokes it at once
  assay key revoke KEY                   the next request with it gets a 401

KEY is a key's name, its prefix, which is the 8 characters after "assay_", or the whole key. Where several keys have the
name, give the prefix. No name may look like a prefix: 8 letters or digits.

  --json    print JSON; the key stands under "key"

Example: assay key create acme --name ci --expires 2027-01-31 --budget-day 50
Example: assay key set ci --models vega-5,arc-* --requests-per-minute 60
Example: assay key set 1a2b3c4d --budget-day 80 --expires none
Example: assay key rotate ci --grace 24h
`;

const LIMIT_OPTIONS = ['models', 'requests-per-minute'];

const SETTINGS = ['name', 'expires', ...LIMIT_OPTIONS, ...BUDGET_OPTIONS];
const TABLE: CommandTable = {
  help: HELP,
  options: textOptions([...SETTINGS, 'grace']),
  forms: [
    { verb: 'create', words: ['ACCOUNT'], takes: SETTINGS },
    { verb: 'set', words: ['KEY'], takes: SETTINGS },
    { verb: 'list', optional: 1, takes: [] },
    { verb: 'rotate', words: ['KEY'], takes: ['grace'] },
    { verb: 'revoke', words: ['KEY'], takes: [] },
  ],
};

export const key: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, TABLE);
    if (args === undefined) return 0;
    const [verb, name] = args.positionals;
    if (verb === 'create' && name !== undefined) await create(args, name, environment);
    else if (verb === 'set' && name !== undefined) await change(args, name, environment);
    else if (verb === 'list') await list(args, name, environment);
    else if (verb === 'rotate' && name !== undefined) await rotate(args, name, environment);
    else if (verb === 'revoke' && name !== undefined) await revoke(args, name, environment);
    else throw usageError(TABLE, args.positionals);
    return 0;
  },
};

async function create(args: CommandArguments, accountName: string, environment: Environment): Promise<void> {
  const expiresMs = expiryOf(args.text('expires'));
  const limits = {
    models: args.text('models')?.split(','),
    requestsPerMinute: perMinuteOf(args.text('requests-per-minute')),
    budgets: budgetsOf(args),
  };
  await refuseUnknownModels(limits.models, environment);
  const made = readSettings(() => newKey({ accountName, name: args.text('name'), expiresMs, ...limits }));
  const shown = await withOffice(environment, (office) => createKey(office, made));
  const { models, ...row } = shown;
  print(shown, [{ ...row, ...(models !== undefined && { models: models.join(',') }) }], args.json);
}

/** @throws ArgumentError with what the reader says. */
function readSettings<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ArgumentError(cause instanceof Error ? cause.message : 'Invalid arguments.', { cause });
  }
}

/** @throws ArgumentError */
function perMinuteOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new ArgumentError('--requests-per-minute takes a whole number from 1 to 1000000');
  return Number(text);
}

/** @returns Unix milliseconds. @throws ArgumentError for what is no date, or has passed. */
function expiryOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  let expiresMs: number;
  try {
    expiresMs = readMoment(text);
  } catch (cause) {
    throw new ArgumentError('--expires takes a date such as 2027-01-31, or an ISO 8601 time with its zone', {
      cause,
    });
  }
  if (expiresMs <= Date.now()) throw new ArgumentError(`--expires ${text} has passed; name a later day`);
  return expiresMs;
}

async function list(
  args: CommandArguments,
  accountName: string | undefined,
  environment: Environment,
): Promise<void> {
  const keys = await withLedger(environment, (ledger) => ledger.listKeys(accountName));
  const shown = keys.map(describeKey);
  print(
    shown,
    shown.map(({ models, requestsPerMinute, ...key }) => ({
      ...key,
      models: models?.join(',') ?? null,
      requestsPerMinute,
    })),
    args.json,
  );
}

async function rotate(args: CommandArguments, named: string, environment: Environment): Promise<void> {
  const graceMs = readDuration('--grace', args.text('grace') ?? '24h');
  const shown = await withOffice(environment, async (office) => {
    const { prefix } = await keyNamed(office.ledger, named);
    return await rotateKey(office, { prefix, graceMs });
  });
  print(shown, [{ ...shown }], args.json);
}

async function change(args: CommandArguments, named: string, environment: Environment): Promise<void> {
  if (args.given.length === 0)
    throw usageError(
      TABLE,
      args.positionals,
      `name a setting to change: ${SETTINGS.map((option) => `--${option}`).join(', ')}`,
    );
  const orNone = <T>(option: string, read: (text: string | undefined) => T): T | null => {
    const text = args.text(option);
    return text === 'none' ? null : read(text);
  };
  const settings = {
    name: orNone('name', (text) => text),
    expiresMs: orNone('expires', expiryOf),
    models: orNone('models', (text) => text?.split(',')),
    requestsPerMinute: orNone('requests-per-minute', perMinuteOf),
    budgets: budgetsOf(args),
  };
  readSettings(() => checkKeyTerms(settings));
  await refuseUnknownModels(settings.models, environment);
  const shown = await withOffice(environment, async (office) =>
    changeKey(office, await keyNamed(office.ledger, named), settings),
  );
  const { models, ...row } = shown;
  print(shown, [{ ...row, ...(models !== undefined && { models: models?.join(',') ?? null }) }], args.json);
}

async function revoke(args: CommandArguments, named: string, environment: Environment): Promise<void> {
  const { prefix, revoked } = await withOffice(environment, async ({ ledger, by }) => {
    const found = await keyNamed(ledger, named);
    return { prefix: found.prefix, revoked: await ledger.revokeKey(found.prefix, by) };
  });
  if (!revoked) throw new Error(`the key ${prefix} is revoked already`);
  print({ prefix, revoked }, [{ prefix, revoked }], args.json);
}
