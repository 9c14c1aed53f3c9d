import { join, relative, sep } from 'node:path';
import type { Environment } from '../../config.ts';
import type { Auth } from '../../contract.ts';
import { FORMAT_FACTS } from '../../manifests/edit/format-facts.ts';
import { providerText, type NewKey, type NewProvider } from '../../manifests/edit/provider-text.ts';
import { createManifest } from '../../manifests/edit/save-manifest.ts';
import { NONE, oneOf, orNone, pattern } from './answer-faults.ts';
import { collectAnswers, type Answers, type Question } from './collect-answers.ts';
import { readWords, textOptions, usageError, type Command, type Words } from '../command.ts';
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

const SCHEMA = join(import.meta.dirname, '../../../codegen/schemas/manifest.schema.json');
const DEFAULT_PLUGIN = 'chat-completions';

const HELP = `assay provider: start the manifest of a new provider on a known wire format.

  assay provider add --id ID --base-url URL --env VARIABLE|none --model ID [options]
      --id ID                    equals the new file's name
      --name NAME                for people; default the ID
      --plugin FORMAT            the wire format: a file in plugins/; default ${DEFAULT_PLUGIN}
      --base-url URL             without a trailing slash, such as http://127.0.0.1:8000/v1
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
    const words = readWords(rest, HELP, textOptions([...PROVIDER_OPTIONS, ...MODEL_OPTIONS], ['dry-run']));
    if (words === undefined) return 0;
    if (words.positionals.join(' ') !== 'add') throw usageError(HELP);
    await addFromWords(words, await readFolder(environment), environment);
    return 0;
  },
};

/** An empty folder is where a first provider goes. */
async function readFolder(environment: Environment): Promise<ManifestFolder> {
  return readSoundManifests(environment, { mayBeEmpty: true });
}

async function addFromWords(words: Words, folder: ManifestFolder, environment: Environment): Promise<void> {
  const answers = await collectAnswers(questionsFor(folder, environment), words.text, openTerminal);
  const made = providerOfAnswers(answers);
  const file = join(folder.path, `${made.id}.yaml`);
  const text = providerText(made, today(), relative(folder.path, SCHEMA).split(sep).join('/'));
  const texts = new Map([[file, text]]);
  refuseProblems(problemsWith(folder, texts), texts);
  const isDry = words.flag('dry-run');
  if (!isDry) await createManifest(file, text);
  if (words.json) {
    tell(
      `${JSON.stringify({ id: made.id, model: made.model.id, file, text, written: !isDry }, undefined, 2)}\n`,
    );
  } else {
    tell(`${isDry ? 'would write' : 'wrote'} ${file}:\n${text}`);
    if (!isDry) tell(`\n${keyStep(made)}${nextSteps(folder)}`);
  }
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
    baseUrl: text('base-url'),
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

function questionsFor(folder: ManifestFolder, environment: Environment): readonly Question[] {
  const taken = placesOfIds(folder);
  return [
    ...serverQuestions(folder),
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

function serverQuestions({ manifests, input }: ManifestFolder): readonly Question[] {
  const providers = new Map(manifests.map(({ source, manifest }) => [manifest.provider.id, source.file]));
  const needsPointers = (answers: Answers): boolean =>
    !FORMAT_FACTS.has(answers.get('plugin') ?? DEFAULT_PLUGIN);
  // It needs a package besides, which is written by hand.
  const formats = input.plugins.filter((name) => name !== 'ai-sdk');
  const pointer = pattern(
    /^(\/([^~/]|~[01])+)+$/,
    'a JSON Pointer into a reply, such as /usage/prompt_tokens',
  );
  return [
    { option: 'id', asks: 'The provider’s ID, which names its file', fault: (id) => idFault(id, providers) },
    {
      option: 'name',
      asks: 'Its name, for people',
      fallback: (answers) => answers.get('id'),
      fault: pattern(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u, 'text of 1 to 64 characters on one line'),
    },
    {
      option: 'plugin',
      asks: `Wire format: ${formats.join(', ')}`,
      fallback: () => DEFAULT_PLUGIN,
      fault: oneOf(formats),
    },
    { option: 'base-url', asks: 'Base URL, such as http://127.0.0.1:8000/v1', fault: baseUrlFault },
    {
      option: 'env',
      asks: 'Environment variable that holds the key, or none where the server asks for no key',
      fault: orNone(
        pattern(/^[A-Z][A-Z0-9_]*$/, 'the name of an environment variable such as WORKSHOP_API_KEY'),
      ),
    },
    {
      option: 'key-header',
      asks: 'Header the key goes into as it is, or none for Authorization: Bearer',
      applies: (answers) => (answers.get('env') ?? NONE) !== NONE,
      fallback: () => NONE,
      fault: orNone(pattern(/^[a-z][a-z0-9-]*$/, 'a header’s name in small letters, such as x-api-key')),
    },
    {
      option: 'usage-input',
      asks: 'Where a reply counts input tokens',
      applies: needsPointers,
      fault: pointer,
    },
    {
      option: 'usage-output',
      asks: 'Where a reply counts output tokens',
      applies: needsPointers,
      fault: pointer,
    },
  ];
}

function idFault(id: string, providers: ReadonlyMap<string, string>): string | undefined {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(id))
    return 'must begin with a small letter and hold only small letters, digits and dashes, at most 32';
  const file = providers.get(id);
  return file === undefined
    ? undefined
    : `"${id}" is there already, in ${file}; "assay model add --provider ${id}" adds a model to it`;
}

function baseUrlFault(url: string): string | undefined {
  if (url.endsWith('/')) return 'must not end with a slash; leave it out';
  const isPlain = URL.canParse(url) && /^https?:\/\/[^/?#@\s{}]+(\/[^?#\s{}]*[^/?#\s{}])?$/.test(url);
  return isPlain ? undefined : 'must be an http(s) address without user, query or fragment';
}
