import { isDeepStrictEqual } from 'node:util';
import { nearestName } from '../../text/nearest-name.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import type { Model } from '../../generated/manifest.ts';
import { addModel } from '../../manifests/edit/add-model.ts';
import { removeModel } from '../../manifests/edit/remove-model.ts';
import { ArgumentError } from '../../argument-error.ts';
import { replaceManifest } from '../../manifests/edit/save-manifest.ts';
import {
  readArguments,
  textOptions,
  strayOption,
  usageError,
  type Command,
  type CommandArguments,
} from '../command.ts';
import {
  nextSteps,
  problemsWith,
  readSoundManifests,
  refuseProblems,
  tell,
  today,
  type ManifestFolder,
} from '../manifests/manifest-folder.ts';
import { FlagReader } from './flag-reader.ts';
import { MODEL_OPTIONS, MODEL_OPTIONS_HELP, modelOfFlags } from './model-flags.ts';

const HELP = `assay model: add a model to a provider's manifest, or remove one.

  assay model add ID [options]    append a model, under its public name here, to its provider's manifest
      --provider ID              whose manifest it goes into; default the one of --like
${MODEL_OPTIONS_HELP}
      --dry-run                  show the entry and write nothing
  assay model remove ID          take its entry out of its manifest; --dry-run works too

To switch a model off and keep its entry, write enabled: false into it. What was asked of a model stays in the records.

A model needs a provider, the prices of input and output, --context and --max-output, or --like, which leaves the prices.
The entry goes behind the last model, with comments; every other byte of the file stays. It is checked first, as
"assay check" does, and written whole or not at all.

  --json    print JSON

Example: assay model add aurora-vega-6 --like aurora-vega-5 --price-input 3 --price-output 15
`;

export const model: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, HELP, textOptions(['provider', ...MODEL_OPTIONS], ['dry-run']));
    if (args === undefined) return 0;
    const [verb, id, ...extra] = args.positionals;
    const isWhole = id !== undefined && extra.length === 0;
    const takesOnly = args.given.every((option) => option === 'dry-run');
    if (verb === 'remove' && isWhole && takesOnly)
      await removeNamed(id, args, await readSoundManifests(environment));
    else if (verb === 'add' && isWhole) await addNamed(id, args, await readSoundManifests(environment));
    else throw usageError(HELP, args.positionals, strayOption(args.given, ['dry-run']));
    return 0;
  },
};

async function addNamed(id: string, args: CommandArguments, folder: ManifestFolder): Promise<void> {
  const flags = new FlagReader(args.text);
  const like = modelNamed(folder, args.text('like'));
  const shaped = manifestFor(flags, folder, like);
  const isOwn = like !== undefined && like.shaped === shaped;
  const added = modelOfFlags(flags, {
    id,
    today: today(),
    like: like && (isOwn ? like.model : withoutGroups(like.model)),
    sharedSend: sharedSend(shaped),
  });
  flags.refuse();
  if (shaped === undefined) return;
  const { source, manifest } = shaped;
  const before = folder.input.manifests.get(source.file) ?? '';
  const { text, entry } = inFile(source.file, () => addModel(before, added, today()));
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
  const { shaped, index } = find(id, folder);
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

interface Found {
  readonly shaped: ShapedManifest;
  readonly model: Model;
  /** Of the model in its file. */
  readonly index: number;
}

/** @throws ArgumentError naming the nearest ID. */
function find(id: string, { manifests }: ManifestFolder): Found {
  for (const shaped of manifests) {
    const index = shaped.manifest.models.findIndex((listed) => listed.id === id);
    const found = shaped.manifest.models[index];
    if (found !== undefined) return { shaped, model: found, index: shaped.places[index] ?? index };
  }
  const ids = manifests.flatMap(({ manifest }) => manifest.models.map((listed) => listed.id));
  const nearest = nearestName(id, ids);
  throw new ArgumentError(
    `there is no model "${id}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`} ("assay models" lists them all)`,
  );
}

/** The model that `--like` names. @throws ArgumentError where there is none. */
export function modelNamed(folder: ManifestFolder, id: string | undefined): Found | undefined {
  return id === undefined ? undefined : find(id, folder);
}

/** What means nothing in another provider's manifest is left out. */
export function withoutGroups({ tuning: _tuning, send: _send, ...others }: Model): Model {
  return others;
}

function manifestFor(
  flags: FlagReader,
  { manifests }: ManifestFolder,
  like: Found | undefined,
): ShapedManifest | undefined {
  const id = flags.text('provider');
  if (id === undefined) return like?.shaped ?? flags.missing('provider', undefined);
  const ids = manifests.map(({ manifest }) => manifest.provider.id);
  return (
    manifests.find(({ manifest }) => manifest.provider.id === id) ??
    flags.wrong('provider', unknownProvider(id, ids), undefined)
  );
}

/** What all the provider's models send, such as a wish not to be stored, the next one most likely must send too. */
function sharedSend(shaped: ShapedManifest | undefined): Model['send'] {
  const [first, ...rest] = shaped?.manifest.models ?? [];
  const shared = Object.entries(first?.send ?? {}).filter(([pointer, value]) =>
    rest.every(({ send }) => isDeepStrictEqual(send?.[pointer], value)),
  );
  return shared.length === 0 ? undefined : Object.fromEntries(shared);
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
