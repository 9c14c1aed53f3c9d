import { nearestName } from '../../text/nearest-name.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import type { Model } from '../../generated/manifest.ts';
import { addModel, removeModel } from '../../manifests/edit/edit-models.ts';
import { readSchema } from '../../../codegen/read-schema.ts';
import { entryOf, sharedFacts, type FileFacts } from '../../manifests/edit/model-entry.ts';
import { isJsonObject } from '../../manifests/load/json-values.ts';
import { replaceManifest } from '../../manifests/edit/save-manifest.ts';
import { defineCommand, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import {
  nextSteps,
  problemsWith,
  readSoundManifests,
  refuseProblems,
  tell,
  today,
  type ManifestFolder,
} from '../manifests/manifest-folder.ts';
import { findModel, modelNamed, type FoundModel } from './find-model.ts';
import { FlagReader } from './flag-reader.ts';
import { MODEL_OPTIONS, modelOfFlags } from './model-flags.ts';
import { showModel } from './show-model.ts';

const TABLE: CommandTable = {
  command: 'assay model',
  purpose: "add a model to a provider's manifest, remove one, or explain one.",
  forms: [
    {
      verb: 'add',
      words: ['ID'],
      inline: '[options]',
      says: "append a model, under its public name here, to its provider's manifest",
      options: {
        provider: { value: 'ID', says: 'whose manifest it goes into; default the one of --like' },
        ...MODEL_OPTIONS,
        'dry-run': { says: 'show the entry and write nothing' },
      },
    },
    {
      verb: 'remove',
      words: ['ID'],
      says: 'take its entry out of its manifest; --dry-run works too',
      takes: ['dry-run'],
    },
    {
      verb: 'show',
      words: ['ID'],
      says: 'every fact with where it comes from: model, every, schema, plugin or provider',
    },
  ],
  notes: `To switch a model off and keep its entry, write enabled: false into it. What was asked of a model stays in the records.

A model needs a provider, the prices of input and output, --context and --max-output, or --like, which leaves the prices.
What the file shares under "every" and what has a default is left out of the entry, and holds unless a flag says otherwise.
The entry goes behind the last model, with comments; every other byte of the file stays. It is checked first, as
"assay check" does, and written whole or not at all.`,
  examples: ['assay model add aurora-vega-6 --like aurora-vega-5 --price-input 3 --price-output 15'],
};

export const model: Command = defineCommand(TABLE, async (args, environment) => {
  const [verb, id = ''] = args.positionals;
  const manifests = await readSoundManifests(environment);
  if (verb === 'add') await addNamed(id, args, manifests);
  else if (verb === 'remove') await removeNamed(id, args, manifests);
  else await showModel(findModel(id, manifests), environment, args.json);
  return 0;
});

async function addNamed(id: string, args: CommandArguments, folder: ManifestFolder): Promise<void> {
  const flags = new FlagReader(args.text);
  const like = modelNamed(folder, args.text('like'));
  const shaped = manifestFor(flags, folder, like);
  const isOwn = like !== undefined && like.shaped === shaped;
  const facts = factsOf(folder, shaped?.source.value);
  const added = modelOfFlags(flags, {
    id,
    today: today(),
    like: like && (isOwn ? like.model : withoutGroups(like.model)),
    shared: sharedFacts(facts),
  });
  flags.refuse();
  if (shaped === undefined) return;
  const { source, manifest } = shaped;
  const before = folder.input.manifests.get(source.file) ?? '';
  const { text, entry } = inFile(source.file, () =>
    addModel(before, entryOf(added, sharedFacts(facts, added.limits.outputTokens)), today()),
  );
  const texts = new Map([[source.file, text]]);
  refuseProblems(problemsWith(folder, texts), texts);
  const isDry = args.flag('dry-run');
  if (!isDry) await replaceManifest(source.file, before, text);
  if (args.json) {
    const { id: provider, name: providerName } = manifest.provider;
    const shown = { id, provider, providerName, file: source.file, entry, written: !isDry };
    tell(`${JSON.stringify(shown, undefined, 2)}\n`);
  } else {
    tell(`${isDry ? 'would add' : 'added'} ${id} to ${source.file}:\n${entry}`);
    if (!isDry) tell(`\n${nextSteps(folder)}`);
  }
}

async function removeNamed(id: string, args: CommandArguments, folder: ManifestFolder): Promise<void> {
  const { shaped, index } = findModel(id, folder);
  const { source } = shaped;
  const before = folder.input.manifests.get(source.file) ?? '';
  const { text, entry } = inFile(source.file, () => removeModel(before, index));
  const texts = new Map([[source.file, text]]);
  refuseProblems(problemsWith(folder, texts), texts);
  const isDry = args.flag('dry-run');
  if (!isDry) await replaceManifest(source.file, before, text);
  if (args.json) {
    tell(`${JSON.stringify({ id, file: source.file, entry, written: !isDry }, undefined, 2)}\n`);
  } else {
    tell(`${isDry ? 'would remove' : 'removed'} ${id} from ${source.file}:\n${entry}`);
    if (!isDry) tell(`\n${nextSteps(folder)}`);
  }
}

/** What means nothing in another provider's manifest is left out. */
export function withoutGroups({ tuning: _tuning, send: _send, ...others }: Model): Model {
  return others;
}

function manifestFor(
  flags: FlagReader,
  { manifests }: ManifestFolder,
  like: FoundModel | undefined,
): ShapedManifest | undefined {
  const id = flags.text('provider');
  if (id === undefined) return like?.shaped ?? flags.missing('provider', undefined);
  const ids = manifests.map(({ manifest }) => manifest.provider.id);
  return (
    manifests.find(({ manifest }) => manifest.provider.id === id) ??
    flags.wrong('provider', unknownProvider(id, ids), undefined)
  );
}

/** @param manifest as its file says it; undefined for a file that is not there yet. */
export function factsOf({ input }: ManifestFolder, manifest?: unknown): FileFacts {
  const every = isJsonObject(manifest) ? manifest['every'] : undefined;
  return { manifestSchema: readSchema(input.schemas, 'manifest'), every };
}

function unknownProvider(id: string, ids: readonly string[]): string {
  const nearest = nearestName(id, ids);
  const advice = nearest === undefined ? `there are ${ids.join(', ')}` : `did you mean "${nearest}"?`;
  return `names no provider of the manifests: "${id}"; ${advice} (a new one: "assay provider add")`;
}

/** @throws the same error, with the file it is about. */
function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : 'cannot be edited'}`, { cause });
  }
}
