import { join, relative, sep } from 'node:path';
import { ArgumentError } from '../../argument-error.ts';
import type { WirePlugin } from '../../contract.ts';
import { refusedHost } from '../../refused-address.ts';
import { findPlugins } from '../../manifests/load/find-plugins.ts';
import { entryOf, sharedFacts } from '../../manifests/edit/model-entry.ts';
import { loadPlugin } from '../../registry/load-plugin.ts';
import { providerText, type NewKey, type NewProvider } from '../../manifests/edit/provider-text.ts';
import { createManifest } from '../../manifests/edit/save-manifest.ts';
import type { Environment } from '../../config.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import {
  nextSteps,
  problemsWith,
  readSoundManifests,
  refuseProblems,
  today,
  type ManifestFolder,
} from '../manifests/manifest-folder.ts';
import { modelNamed } from './find-model.ts';
import { FlagReader } from './flag-reader.ts';
import { modelOfFlags } from './model-flags.ts';
import { factsOf, withoutGroups } from './edit-models.ts';

const SCHEMA = join(import.meta.dirname, '../../../codegen/schemas/manifest.schema.json');
const DEFAULT_PLUGIN = 'chat-completions';

/** `provider add`. @throws ArgumentError with every flag that is missing or wrong; Error where the checks fail. */
export async function addProvider(args: CommandArguments, environment: Environment): Promise<void> {
  const [id = ''] = args.positionals;
  // An empty folder is where a first provider goes.
  const folder = await readSoundManifests(environment, { mayBeEmpty: true });
  refuseId(id, folder);
  const flags = new FlagReader(args.text);
  const like = modelNamed(folder, args.text('like'))?.model;
  const provider = await providerOfFlags(flags, id, folder);
  const facts = factsOf(folder);
  const model = modelOfFlags(flags, {
    id: flags.requiredText('model'),
    today: today(),
    like: like && withoutGroups(like),
    shared: sharedFacts(facts),
  });
  flags.refuse();
  await write(
    { ...provider, model: entryOf(model, sharedFacts(facts, model.limits.outputTokens)) },
    args,
    folder,
  );
}

async function write(provider: NewProvider, args: CommandArguments, folder: ManifestFolder): Promise<void> {
  const file = join(folder.path, `${provider.id}.yaml`);
  const text = providerText(provider, today(), relative(folder.path, SCHEMA).split(sep).join('/'));
  const texts = new Map([[file, text]]);
  refuseProblems(problemsWith(folder, texts), texts);
  const isDry = args.flag('dry-run');
  if (!isDry) await createManifest(file, text);
  print(
    args,
    { id: provider.id, model: provider.model.id, file, text, written: !isDry },
    `${isDry ? 'Would write' : 'Wrote'} ${file}:\n${text}${isDry ? '' : `\n${keyStep(provider)}${nextSteps(folder)}`}`,
  );
}

function keyStep({ key }: NewProvider): string {
  return key === undefined ? '' : `The gateway reads its key from ${key.env}.\n`;
}

async function providerOfFlags(
  flags: FlagReader,
  id: string,
  folder: ManifestFolder,
): Promise<Omit<NewProvider, 'model'>> {
  const plugin = flags.choice('plugin', folder.input.plugins) ?? DEFAULT_PLUGIN;
  const wirePlugin = await pluginNamed(plugin, folder);
  if (wirePlugin?.forProvider !== undefined)
    flags.wrong(
      'plugin',
      `cannot be ${plugin}, which works by a package; write its manifest by hand`,
      undefined,
    );
  const baseUrl = flags.requiredText('base-url');
  const wrong = baseUrl === '' ? undefined : wrongBaseUrl(baseUrl);
  if (wrong !== undefined) flags.wrong('base-url', wrong, undefined);
  return {
    id,
    name: flags.text('name') ?? id,
    plugin,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    key: keyOf(flags),
    usage: wirePlugin?.usage === undefined ? usageOf(flags) : undefined,
  };
}

function keyOf(flags: FlagReader): NewKey | undefined {
  if (!flags.isSet('env')) return flags.missing('env', undefined);
  const env = flags.matching(
    'env',
    /^[A-Z][A-Z0-9_]*$/,
    'an environment variable such as WORKSHOP_API_KEY, or none',
  );
  const header = flags.matching(
    'key-header',
    /^[a-z][a-z0-9-]*$/,
    'a header’s name in small letters, such as x-api-key',
  );
  if (env !== undefined) return { env, header };
  if (header !== undefined) flags.wrong('key-header', 'requires --env', undefined);
  return undefined;
}

function usageOf(flags: FlagReader): NewProvider['usage'] {
  return { input: flags.requiredText('usage-input'), output: flags.requiredText('usage-output') };
}

/** Undefined for one that is an npm package. */
async function pluginNamed(name: string, { pluginsPath }: ManifestFolder): Promise<WirePlugin | undefined> {
  const file = (await findPlugins(pluginsPath)).get(name);
  return file === undefined ? undefined : loadPlugin(file);
}

/** @throws ArgumentError where a file cannot have the name, or a provider has it. */
function refuseId(id: string, { manifests }: ManifestFolder): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(id))
    throw new ArgumentError(
      `"${id}" is not a valid ID: begin with a small letter, then use small letters, digits and dashes, at most 32.`,
    );
  const existingFile = manifests.find(({ manifest }) => manifest.provider.id === id)?.source.file;
  if (existingFile !== undefined)
    throw new ArgumentError(
      `"${id}" is there already, in ${existingFile}. "assay model add --provider ${id}" adds a model to it.`,
    );
}

/** In words that follow the flag. */
function wrongBaseUrl(url: string): string | undefined {
  const isPlain = URL.canParse(url) && /^https?:\/\/[^/?#@\s{}]+(\/[^?#\s{}]*)?$/.test(url);
  return isPlain ? refusedHost(new URL(url)) : 'must be an http(s) address without user, query or fragment';
}
