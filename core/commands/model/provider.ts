import { join, relative, sep } from 'node:path';
import type { Environment } from '../../config.ts';
import type { Auth } from '../../contract.ts';
import { refusedHost } from '../../refused-address.ts';
import { findPlugins } from '../../manifests/load/find-plugins.ts';
import { FORMAT_FACTS } from '../../manifests/edit/format-facts.ts';
import { providerText, type NewKey, type NewProvider } from '../../manifests/edit/provider-text.ts';
import { createManifest } from '../../manifests/edit/save-manifest.ts';
import { NONE, oneOf, orNone, pattern } from './answer-checks.ts';
import { collectAnswers, type Answers, type Question } from './collect-answers.ts';
import { readArguments, textOptions, usageError, type Command, type CommandArguments } from '../command.ts';
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
import { MODEL_OPTIONS_HELP } from './model.ts';
import { modelOfAnswers } from './model-of-answers.ts';
import { MODEL_OPTIONS, modelQuestions } from './model-questions.ts';
import { offeredModels } from './offered-models.ts';
import { openTerminal } from './ask.ts';
import { problemsByOption } from './review-answers.ts';

const SCHEMA = join(import.meta.dirname, '../../../codegen/schemas/manifest.schema.json');
const DEFAULT_PLUGIN = 'chat-completions';

const HELP = `assay provider: start the manifest of a new provider on a known wire format.

  assay provider add --id ID --base-url URL --env VARIABLE|none --model ID [options]
      --id ID                    equals the new file's name
      --name NAME                for people; default the ID
      --plugin FORMAT            the wire format: a file in plugins/; default ${DEFAULT_PLUGIN}
      --base-url URL             such as http://127.0.0.1:8000/v1
      --env VARIABLE|none        the environment variable that holds the key; none where the server asks for no key
      --key-header NAME          the header the key goes into as it is; default Authorization: Bearer
      --usage-input POINTER --usage-output POINTER   where replies count tokens, for a format the project does not know
      --model ID                 the first model's public name here; default from --upstream
${MODEL_OPTIONS_HELP}
      --dry-run                  show the manifest and write nothing

At a terminal it asks for everything when something that must be said is missing, and offers the names that
URL/models lists. A manifest begins with one model; "assay model add" adds further ones.

  --json    print JSON

Example: assay provider add --id workshop --base-url http://127.0.0.1:8000/v1 --env none --upstream my-model \\
           --price-input 0 --price-output 0 --context 32768 --max-output 8192
`;

const PROVIDER_OPTIONS = [
  'id',
  'name',
  'plugin',
  'base-url',
  'env',
  'key-header',
  'usage-input',
  'usage-output',
  'model',
];

export const provider: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, HELP, textOptions([...PROVIDER_OPTIONS, ...MODEL_OPTIONS], ['dry-run']));
    if (args === undefined) return 0;
    if (args.positionals.join(' ') !== 'add') throw usageError(HELP, args.positionals);
    await addFromArguments(args, await readFolder(environment), environment);
    return 0;
  },
};

/** An empty folder is where a first provider goes. */
async function readFolder(environment: Environment): Promise<ManifestFolder> {
  return readSoundManifests(environment, { mayBeEmpty: true });
}

async function addFromArguments(
  args: CommandArguments,
  folder: ManifestFolder,
  environment: Environment,
): Promise<void> {
  const questions = questionsFor(folder, await offeredFormats(folder), environment);
  const answers = await collectAnswers(questions, args.text, openTerminal, (given) =>
    problemsByOption(problemsWith(folder, draftOf(folder, given).texts)),
  );
  const { made, file, text, texts } = draftOf(folder, answers);
  refuseProblems(problemsWith(folder, texts), texts);
  const isDry = args.flag('dry-run');
  if (!isDry) await createManifest(file, text);
  if (args.json) {
    tell(
      `${JSON.stringify({ id: made.id, model: made.model.id, file, text, written: !isDry }, undefined, 2)}\n`,
    );
  } else {
    tell(`${isDry ? 'would write' : 'wrote'} ${file}:\n${text}`);
    if (!isDry) tell(`\n${keyStep(made)}${nextSteps(folder)}`);
  }
}

interface Draft {
  readonly made: NewProvider;
  readonly file: string;
  readonly text: string;
  /** The one file, as the checks take it. */
  readonly texts: ReadonlyMap<string, string>;
}

function draftOf(folder: ManifestFolder, answers: Answers): Draft {
  const made = providerOfAnswers(answers);
  const file = join(folder.path, `${made.id}.yaml`);
  const text = providerText(made, today(), relative(folder.path, SCHEMA).split(sep).join('/'));
  return { made, file, text, texts: new Map([[file, text]]) };
}

function keyStep({ key }: NewProvider): string {
  return key === undefined ? '' : `The gateway reads its key from ${key.env}.\n`;
}

function providerOfAnswers(answers: Answers): NewProvider {
  const text = (option: string): string => answers.get(option) ?? '';
  const [input, output] = [answers.get('usage-input'), answers.get('usage-output')];
  return {
    id: text('id'),
    name: text('name'),
    plugin: text('plugin'),
    baseUrl: text('base-url').replace(/\/+$/, ''),
    key: keyOf(answers),
    usage: input === undefined || output === undefined ? undefined : { input, output },
    model: modelOfAnswers(answers, 'model'),
  };
}

function keyOf(answers: Answers): NewKey | undefined {
  const env = answers.get('env') ?? NONE;
  const header = answers.get('key-header') ?? NONE;
  return env === NONE ? undefined : { env, header: header === NONE ? undefined : header };
}

function authOf(answers: Answers): Auth {
  const key = keyOf(answers);
  if (key === undefined) return { scheme: 'none' };
  const { env, header } = key;
  return header === undefined ? { scheme: 'bearer', env } : { scheme: 'header', header, env };
}

/** A built-in plugin without facts works by a package, which is written into the manifest by hand. */
async function offeredFormats({ input }: ManifestFolder): Promise<readonly string[]> {
  const builtIn = await findPlugins();
  return input.plugins.filter((name) => !builtIn.has(name) || FORMAT_FACTS.has(name));
}

function questionsFor(
  folder: ManifestFolder,
  formats: readonly string[],
  environment: Environment,
): readonly Question[] {
  const taken = placesOfIds(folder);
  return [
    ...serverQuestions(folder, formats),
    ...modelQuestions({
      idOption: 'model',
      today: today(),
      takenAt: (id) => taken.get(id),
      providerOf: (answers) => answers.get('id') ?? '',
      tuningGroups: () => new Map(),
      sharedSend: () => undefined,
      upstreamNames: (answers) => {
        const baseUrl = answers.get('base-url');
        return baseUrl === undefined
          ? Promise.resolve([])
          : offeredModels(environment, { baseUrl, auth: authOf(answers) });
      },
    }),
  ];
}

function serverQuestions({ manifests }: ManifestFolder, formats: readonly string[]): readonly Question[] {
  const providers = new Map(manifests.map(({ source, manifest }) => [manifest.provider.id, source.file]));
  const needsPointers = (answers: Answers): boolean =>
    !FORMAT_FACTS.has(answers.get('plugin') ?? DEFAULT_PLUGIN);
  const pointer = pattern(
    /^(\/([^~/]|~[01])+)+$/,
    'a JSON Pointer into a reply, such as /usage/prompt_tokens',
  );
  return [
    { option: 'id', asks: 'The provider’s ID, which names its file', check: (id) => checkId(id, providers) },
    {
      option: 'name',
      asks: 'Its name, for people',
      fallback: (answers) => answers.get('id'),
      check: pattern(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u, 'text of 1 to 64 characters on one line'),
    },
    {
      option: 'plugin',
      asks: `Wire format: ${formats.join(', ')}`,
      fallback: () => DEFAULT_PLUGIN,
      check: oneOf(formats),
    },
    { option: 'base-url', asks: 'Base URL, such as http://127.0.0.1:8000/v1', check: checkBaseUrl },
    {
      option: 'env',
      asks: 'Environment variable that holds the key, or none where the server asks for no key',
      check: orNone(
        pattern(/^[A-Z][A-Z0-9_]*$/, 'the name of an environment variable such as WORKSHOP_API_KEY'),
      ),
    },
    {
      option: 'key-header',
      asks: 'Header the key goes into as it is, or none for Authorization: Bearer',
      applies: (answers) => (answers.get('env') ?? NONE) !== NONE,
      fallback: () => NONE,
      check: orNone(pattern(/^[a-z][a-z0-9-]*$/, 'a header’s name in small letters, such as x-api-key')),
    },
    {
      option: 'usage-input',
      asks: 'Where a reply counts input tokens',
      applies: needsPointers,
      check: pointer,
    },
    {
      option: 'usage-output',
      asks: 'Where a reply counts output tokens',
      applies: needsPointers,
      check: pointer,
    },
  ];
}

function checkId(id: string, providers: ReadonlyMap<string, string>): string | undefined {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(id))
    return 'must begin with a small letter and hold only small letters, digits and dashes, at most 32';
  const file = providers.get(id);
  return file === undefined
    ? undefined
    : `"${id}" is there already, in ${file}; "assay model add --provider ${id}" adds a model to it`;
}

function checkBaseUrl(url: string): string | undefined {
  const isPlain = URL.canParse(url) && /^https?:\/\/[^/?#@\s{}]+(\/[^?#\s{}]*)?$/.test(url);
  return isPlain ? refusedHost(new URL(url)) : 'must be an http(s) address without user, query or fragment';
}
