import { isDeepStrictEqual } from 'node:util';
import { nearestName } from '../../text/nearest-name.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import { baseUrlOverride, type Environment } from '../../config.ts';
import { addModel } from '../../manifests/edit/add-model.ts';
import { removeModel } from '../../manifests/edit/remove-model.ts';
import { ArgumentError } from '../../argument-error.ts';
import { replaceManifest } from '../../manifests/edit/save-manifest.ts';
import { collectAnswers, type Answers, type Question } from './collect-answers.ts';
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
  placesOfIds,
  problemsWith,
  readSoundManifests,
  refuseProblems,
  tell,
  today,
  type ManifestFolder,
} from '../manifests/manifest-folder.ts';
import { modelOfAnswers } from './model-of-answers.ts';
import { MODEL_OPTIONS, modelQuestions } from './model-questions.ts';
import { offeredModels } from './offered-models.ts';
import { openTerminal } from './ask.ts';

export const MODEL_OPTIONS_HELP = `      --upstream NAME            what the provider calls the model
      --group reasoning|fast|legacy               default fast
      --judge primary|alternative|reasoning|none  default none
      --price-input USD --price-output USD        US dollars per million tokens; 0 is a price too
      --price-cached-input USD --price-cache-write USD
      --checked DATE             the day the prices were compared; default today
      --context N --max-output N                  tokens
      --default-output N         sent where the caller gives no maxTokens; default 8192, or what it can
      --images png,jpeg,gif,webp --image-tokens N --pdf yes --pdf-page-tokens N
      --temperature 0..2 --top-p 0..1             or off where the provider refuses it
      --schema native|forcedTool|instruction      default instruction
      --caching automatic|explicit|resource|none --cache-min-tokens N --cache-discount X
      --tuning GROUP --price-search USD           the latter for a thousand web searches
      --send JSON                constants by pointer; default what every model of the provider sends
      --shutdown DATE --successor ID              what to name after that day`;

const HELP = `assay model: add a model to a provider's manifest, or remove one.

  assay model add [--provider ID] [--id ID] [options]    append a model to its provider's manifest
      --provider ID              whose manifest it goes into
      --id ID                    its public name here; default from --upstream
${MODEL_OPTIONS_HELP}
      --dry-run                  show the entry and write nothing
  assay model remove ID          take its entry out of its manifest; --dry-run works too

To switch a model off and keep its entry, write enabled: false into it. What was asked of a model stays in the records.

At a terminal it asks for everything when something that must be said is missing. The entry goes behind the last model,
with comments; every other byte of the file stays. It is checked first, as "assay check" does, and written whole or not
at all.

  --json    print JSON

Example: assay model add --provider aurora --upstream vega-5-2026-03-01 --id aurora-vega-5 --price-input 3 \\
           --price-output 15 --context 400000 --max-output 32000
`;

export const model: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, HELP, textOptions(['provider', 'id', ...MODEL_OPTIONS], ['dry-run']));
    if (args === undefined) return 0;
    const [verb, id, ...extra] = args.positionals;
    const takesOnly = args.given.every((option) => option === 'dry-run');
    if (verb === 'remove' && id !== undefined && extra.length === 0 && takesOnly)
      await removeNamed(id, args, await readSoundManifests(environment));
    else if (verb === 'add' && id === undefined)
      await addFromArguments(args, await readSoundManifests(environment), environment);
    else throw usageError(HELP, args.positionals, strayOption(args.given, ['dry-run']));
    return 0;
  },
};

async function addFromArguments(
  args: CommandArguments,
  folder: ManifestFolder,
  environment: Environment,
): Promise<void> {
  const answers = await collectAnswers(questionsFor(folder, environment), args.text, openTerminal);
  const { source, manifest } = providerNamed(folder, answers);
  const added = modelOfAnswers(answers, 'id');
  const before = folder.input.manifests.get(source.file) ?? '';
  const { text, entry } = inFile(source.file, () => addModel(before, added, today()));
  const texts = new Map([[source.file, text]]);
  refuseProblems(problemsWith(folder, texts), texts);
  const isDry = args.flag('dry-run');
  if (!isDry) await replaceManifest(source.file, before, text);
  if (args.json) {
    const { id, name } = manifest.provider;
    const shown = {
      id: added.id,
      provider: id,
      providerName: name,
      file: source.file,
      entry,
      written: !isDry,
    };
    tell(`${JSON.stringify(shown, undefined, 2)}\n`);
  } else {
    tell(`${isDry ? 'would add' : 'added'} ${added.id} to ${source.file}:\n${entry}`);
    if (!isDry) tell(`\n${nextSteps(folder)}`);
  }
}

async function removeNamed(id: string, args: CommandArguments, folder: ManifestFolder): Promise<void> {
  const { source, index } = placeOf(id, folder);
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

function placeOf(
  id: string,
  { manifests }: ManifestFolder,
): Pick<ShapedManifest, 'source'> & { index: number } {
  for (const { source, manifest, places } of manifests) {
    const index = manifest.models.findIndex((listed) => listed.id === id);
    if (index !== -1) return { source, index: places[index] ?? index };
  }
  const ids = manifests.flatMap(({ manifest }) => manifest.models.map((listed) => listed.id));
  const nearest = nearestName(id, ids);
  throw new ArgumentError(
    `there is no model "${id}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`} ("assay models" lists them all)`,
  );
}

function questionsFor(folder: ManifestFolder, environment: Environment): readonly Question[] {
  const ids = folder.manifests.map(({ manifest }) => manifest.provider.id);
  const taken = placesOfIds(folder);
  return [
    {
      option: 'provider',
      asks: 'Provider',
      offers: () => Promise.resolve(ids),
      check: (answer) => (ids.includes(answer) ? undefined : unknownProvider(answer, ids)),
    },
    ...modelQuestions({
      idOption: 'id',
      today: today(),
      takenAt: (id) => taken.get(id),
      providerOf: (answers) => answers.get('provider') ?? '',
      tuningGroups: (answers) => searchesByGroup(manifestOf(folder, answers)),
      sharedSend: (answers) => sharedSend(manifestOf(folder, answers)),
      upstreamNames: async (answers) => {
        const provider = manifestOf(folder, answers)?.manifest.provider;
        if (provider === undefined || provider.baseUrl.includes('{')) return [];
        const baseUrl = baseUrlOverride(environment, provider.id) ?? provider.baseUrl;
        return offeredModels(environment, { baseUrl, auth: provider.auth });
      },
    }),
  ];
}

function searchesByGroup(shaped: ShapedManifest | undefined): ReadonlyMap<string, boolean> {
  const groups = Object.entries(shaped?.manifest.tuning ?? {});
  return new Map(groups.map(([name, parameters]) => [name, Object.hasOwn(parameters, 'webSearch')]));
}

/** What all the provider's models send, such as a wish not to be stored, the next one most likely must send too. */
function sharedSend(shaped: ShapedManifest | undefined): string | undefined {
  const [first, ...rest] = shaped?.manifest.models ?? [];
  const shared = Object.entries(first?.send ?? {}).filter(([pointer, value]) =>
    rest.every(({ send }) => isDeepStrictEqual(send?.[pointer], value)),
  );
  return shared.length === 0 ? undefined : JSON.stringify(Object.fromEntries(shared));
}

function unknownProvider(id: string, ids: readonly string[]): string {
  const nearest = nearestName(id, ids);
  const advice = nearest === undefined ? `there are ${ids.join(', ')}` : `did you mean "${nearest}"?`;
  return `names no provider of the manifests: "${id}"; ${advice} (a new one: "assay provider add")`;
}

function manifestOf({ manifests }: ManifestFolder, answers: Answers): ShapedManifest | undefined {
  return manifests.find(({ manifest }) => manifest.provider.id === answers.get('provider'));
}

function providerNamed(folder: ManifestFolder, answers: Answers): ShapedManifest {
  const found = manifestOf(folder, answers);
  if (found === undefined) throw new Error('the provider was not answered');
  return found;
}

/** @throws the same error, with the file it is about. */
function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : 'cannot be edited'}`, { cause });
  }
}
