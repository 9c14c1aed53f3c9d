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
import { print, defineCommand, usageError, type Command, type CommandArguments } from '../command.ts';
import type { CommandOptions, CommandTable } from '../command-table.ts';
import type { Environment } from '../../config.ts';
import { readDuration } from '../read-duration.ts';
import { budgetsOf } from './budget-options.ts';
import { refuseUnknownModels } from './refuse-unknown-models.ts';
import { withLedger, withOffice } from './with-ledger.ts';

const SETTINGS: CommandOptions = {
  name: { value: 'NAME', says: 'for people, at most 64 characters' },
  expires: {
    value: 'DATE',
    says: 'refused from the start of this day in UTC, or from this ISO 8601 moment on',
  },
  models: {
    value: 'LIST',
    says: 'IDs of models it may ask, also as judges, with commas; ID* names all that begin so; each has to be in the manifests',
  },
  'requests-per-minute': { value: 'N', says: "instead of the account's" },
  'budget-day': { value: 'N', says: 'credits it may spend in a day (UTC)' },
  'budget-month': { value: 'N', says: 'credits it may spend in a month (UTC)' },
};

const TABLE: CommandTable = {
  command: 'assay key',
  purpose: 'make, change, list, rotate and revoke API keys.',
  forms: [
    {
      verb: 'create',
      words: ['ACCOUNT'],
      inline: '[settings]',
      says: 'a new key; it is shown once and kept only as a hash',
      options: SETTINGS,
    },
    {
      verb: 'set',
      words: ['KEY'],
      inline: '[settings]',
      says: 'change what is named of the settings above, keep the rest; "none" lifts one; the next request meets the new limits; an expired key works again with a later expiry, a rotated one cannot get another',
      takes: Object.keys(SETTINGS),
    },
    {
      verb: 'list',
      optional: ['ACCOUNT'],
      says: 'every key, revoked ones too; "lastUsed" is when it last held credits',
    },
    {
      verb: 'rotate',
      words: ['KEY'],
      inline: '[--grace AGE]',
      says: 'a new key with the account, name and expiry of this one, shown once; the old one goes on for AGE, such as 12h or 7d, by default 24h; 0h revokes it at once',
      options: { grace: { value: 'AGE' } },
    },
    { verb: 'revoke', words: ['KEY'], says: 'the next request with it gets a 401' },
  ],
  notes: `KEY is a key's name, its prefix, which is the 8 characters after "assay_", or the whole key. Where several keys have the
name, give the prefix. No name may look like a prefix: 8 letters or digits.`,
  json: 'print JSON; the key stands under "key"',
  examples: [
    'assay key create acme --name ci --expires 2027-01-31 --budget-day 50',
    'assay key set ci --models vega-5,arc-* --requests-per-minute 60',
    'assay key set 1a2b3c4d --budget-day 80 --expires none',
    'assay key rotate ci --grace 24h',
  ],
};

export const key: Command = defineCommand(TABLE, async (args, environment) => {
  const [verb, name] = args.positionals;
  if (verb === 'create' && name !== undefined) await create(args, name, environment);
  else if (verb === 'set' && name !== undefined) await change(args, name, environment);
  else if (verb === 'list') await list(args, name, environment);
  else if (verb === 'rotate' && name !== undefined) await rotate(args, name, environment);
  else if (verb === 'revoke' && name !== undefined) await revoke(args, name, environment);
  else throw usageError(TABLE, args.positionals);
  return 0;
});

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
      `name a setting to change: ${Object.keys(SETTINGS)
        .map((option) => `--${option}`)
        .join(', ')}`,
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
