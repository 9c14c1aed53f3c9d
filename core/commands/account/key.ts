import { unknownModels } from '../../administration/allowed-models.ts';
import { keyNamed } from '../../administration/key-named.ts';
import {
  changeKey,
  checkKeyOptions,
  createKey,
  describeKey,
  newKey,
  rotateKey,
} from '../../administration/keys.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatFields, print, printRows, type Row } from '../print.ts';
import { readArgument, readDuration, readTime } from '../read-argument.ts';
import { budgetsOf } from './budget-options.ts';
import { withAccount, withLedger, withAdminContext } from './with-ledger.ts';

export async function makeKey(args: CommandArguments, environment: Environment): Promise<void> {
  const [accountName = ''] = args.positionals;
  const limits = {
    models: modelsOf(args.text('models')),
    requestsPerMinute: perMinuteOf(args.text('requests-per-minute')),
    budgets: budgetsOf(args),
  };
  const expiresMs = expiryOf(args.text('expires'));
  await refuseUnknownModels(limits.models, environment);
  const newApiKey = readArgument(() =>
    newKey({ accountName, name: args.text('name'), expiresMs, ...limits }),
  );
  const key = await withAccount(environment, accountName, (context) => createKey(context, newApiKey));
  print(
    args,
    key,
    `${newKeyText(key)}Next: assay serve, then assay login, which keeps the key for other commands.\n`,
  );
}

export async function listKeys(args: CommandArguments, environment: Environment): Promise<void> {
  const [accountName] = args.positionals;
  const keys = (await withLedger(environment, (ledger) => ledger.listKeys(accountName))).map(describeKey);
  const rows = keys.map(
    ({ prefix, name, account, models, created, lastUsed, expires, revoked, ...others }) => ({
      prefix,
      account,
      state: stateOf(revoked, expires),
      lastUsed: { at: lastUsed },
      // A long one is cut, because it is the last that is shown.
      name,
      created: { at: created },
      expires: { at: expires },
      revoked: { at: revoked },
      models: models?.join(',') ?? null,
      ...others,
    }),
  );
  printRows(args, keys, rows, 'There is no key yet. "assay key create ACCOUNT" makes one.');
}

export async function changeSettings(args: CommandArguments, environment: Environment): Promise<void> {
  const [keyName = ''] = args.positionals;
  if (!args.hasOptions) throw new ArgumentError('Name a setting to change, such as --budget-day 80.');
  const orNone = <T>(option: string, read: (text: string | undefined) => T): T | null => {
    const text = args.text(option);
    return text === 'none' ? null : read(text);
  };
  const settings = {
    name: orNone('name', (text) => text),
    expiresMs: orNone('expires', expiryOf),
    models: orNone('models', modelsOf),
    requestsPerMinute: orNone('requests-per-minute', perMinuteOf),
    budgets: budgetsOf(args),
  };
  readArgument(() => checkKeyOptions(settings));
  await refuseUnknownModels(settings.models, environment);
  const key = await withAdminContext(environment, async (context) =>
    changeKey(context, await keyNamed(context.ledger, keyName), settings),
  );
  print(args, key, formatFields(fieldsOf(key)));
}

export async function rotate(args: CommandArguments, environment: Environment): Promise<void> {
  const [keyName = ''] = args.positionals;
  const graceMs = readDuration('--grace', args.text('grace') ?? '24h');
  const key = await withAdminContext(environment, async (context) => {
    const { prefix } = await keyNamed(context.ledger, keyName);
    return await rotateKey(context, { prefix, graceMs });
  });
  print(args, key, newKeyText(key));
}

export async function revoke(args: CommandArguments, environment: Environment): Promise<void> {
  const [keyName = ''] = args.positionals;
  const { prefix, revoked } = await withAdminContext(environment, async ({ ledger, by }) => {
    const key = await keyNamed(ledger, keyName);
    return { prefix: key.prefix, revoked: await ledger.revokeKey(key.prefix, by) };
  });
  if (!revoked) throw new Error(`The key ${prefix} is revoked already.`);
  print(args, { prefix, revoked }, `The key ${prefix} is revoked.\n`);
}

interface PrintedKey {
  readonly models?: readonly string[] | null;
}

function newKeyText(key: PrintedKey & { readonly key: string }): string {
  return `${formatFields(fieldsOf(key))}\nThe key is shown this once: keep it now.\n`;
}

function fieldsOf({ models, ...others }: PrintedKey): Row {
  return { ...others, models: models?.join(',') };
}

function stateOf(revoked: string | null, expires: string | null): string {
  if (revoked !== null && Date.parse(revoked) <= Date.now()) return 'revoked';
  return expires !== null && Date.parse(expires) <= Date.now() ? 'expired' : 'active';
}

function modelsOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((id) => id.trim());
}

/** @throws ArgumentError */
function perMinuteOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new ArgumentError('--requests-per-minute takes a whole number from 1 to 1000000.');
  return Number(text);
}

/** @returns Unix milliseconds. @throws ArgumentError for an invalid date, or one in the past. */
function expiryOf(text: string | undefined): number | undefined {
  const expiresMs = readTime('--expires', text);
  if (expiresMs !== undefined && expiresMs <= Date.now())
    throw new ArgumentError(`--expires ${text} has passed; name a later day.`);
  return expiresMs;
}

/** @throws ArgumentError naming each of `--models` that the manifests do not have; Error where a manifest is wrong. */
async function refuseUnknownModels(
  names: readonly string[] | null | undefined,
  environment: Environment,
): Promise<void> {
  if (names === undefined || names === null) return;
  // Most commands about keys name no model, and reading manifests takes longer than all else they do.
  const { readSoundManifests } = await import('../manifests/manifest-folder.ts');
  const { manifests } = await readSoundManifests(environment);
  const known = new Set(manifests.flatMap(({ manifest }) => manifest.models.map(({ id }) => id)));
  const unknown = unknownModels(names, known, '"assay model list" lists them');
  if (unknown.length === 0) return;
  const each = unknown.map(({ name, message }) => `"${name}": ${message}`);
  throw new ArgumentError(
    `--models takes IDs of models in the manifests, whose folder ASSAY_MANIFESTS names.\n${each.join('\n')}`,
  );
}
