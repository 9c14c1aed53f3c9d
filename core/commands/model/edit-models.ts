import { nearestName } from '../../text/nearest-name.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import type { Model } from '../../generated/manifest.ts';
import { addModel as insertModel, removeModel as deleteModel } from '../../manifests/edit/edit-models.ts';
import { entryOf, sharedFacts, type FileFacts } from '../../manifests/edit/model-entry.ts';
import { isJsonObject } from '../../schema/json-values.ts';
import { replaceManifest } from '../../manifests/edit/save-manifest.ts';
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
import { findModel, modelNamed, type FoundModel } from './find-model.ts';
import { FlagReader } from './flag-reader.ts';
import { modelOfFlags } from './model-flags.ts';

/** `model add`. @throws ArgumentError with every flag that is missing or wrong; Error where the checks fail. */
export async function addModel(args: CommandArguments, environment: Environment): Promise<void> {
  const [id = ''] = args.positionals;
  const folder = await readSoundManifests(environment);
  const flags = new FlagReader(args.text);
  const like = modelNamed(folder, args.text('like'));
  const shaped = manifestFor(flags, folder, like);
  const isOwn = like !== undefined && like.shaped === shaped;
  const facts = factsOf(folder, shaped?.source.value);
  const model = modelOfFlags(flags, {
    id,
    today: today(),
    like: like && (isOwn ? like.model : withoutGroups(like.model)),
    shared: sharedFacts(facts),
  });
  flags.refuse();
  if (shaped === undefined) return;
  const { id: provider, name: providerName } = shaped.manifest.provider;
  const entry = entryOf(model, sharedFacts(facts, model.limits.outputTokens));
  await edit({ id, verbs: ['Would add', 'Added', 'to'], facts: { provider, providerName } }, args, {
    folder,
    file: shaped.source.file,
    change: (oldText) => insertModel(oldText, entry, today()),
  });
}

/** `model remove`. @throws ArgumentError for a model there is not; Error where the checks fail. */
export async function removeModel(args: CommandArguments, environment: Environment): Promise<void> {
  const [id = ''] = args.positionals;
  const folder = await readSoundManifests(environment);
  const { shaped, index } = findModel(id, folder);
  await edit({ id, verbs: ['Would remove', 'Removed', 'from'] }, args, {
    folder,
    file: shaped.source.file,
    change: (oldText) => deleteModel(oldText, index),
  });
}

interface EditReport {
  readonly id: string;
  readonly verbs: readonly [wouldVerb: string, didVerb: string, preposition: string];
  /** For `--json`. */
  readonly facts?: object;
}

interface Edit {
  readonly folder: ManifestFolder;
  readonly file: string;
  readonly change: (oldText: string) => { readonly text: string; readonly entry: string };
}

/** Changes a manifest if the checks pass, or only shows the change, and prints it. */
async function edit(
  { id, verbs: [wouldVerb, didVerb, preposition], facts }: EditReport,
  args: CommandArguments,
  { folder, file, change }: Edit,
): Promise<void> {
  const oldText = folder.input.manifests.get(file) ?? '';
  const { text, entry } = inFile(file, () => change(oldText));
  const texts = new Map([[file, text]]);
  refuseProblems(problemsWith(folder, texts), texts);
  const isDry = args.flag('dry-run');
  if (!isDry) await replaceManifest(file, oldText, text);
  print(
    args,
    { id, ...facts, file, entry, written: !isDry },
    `${isDry ? wouldVerb : didVerb} ${id} ${preposition} ${file}:\n${entry}${isDry ? '' : `\n${nextSteps(folder)}`}`,
  );
}

/** Leaves out the facts that another provider's manifest does not know. */
export function withoutGroups({ tuning: _tuning, send: _send, tools: _tools, ...others }: Model): Model {
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

/** @param manifest the parsed file; undefined for a new file. */
export function factsOf({ input }: ManifestFolder, manifest?: unknown): FileFacts {
  const every = isJsonObject(manifest) ? manifest['every'] : undefined;
  return { checkShape: input.checkShape, every };
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
