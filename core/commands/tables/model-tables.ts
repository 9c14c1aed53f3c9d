import type { Command, CommandGroup, CommandOption, CommandOptions } from '../command-table.ts';
import { TARGET_NOTE, URL_OPTION } from './client-tables.ts';

/** The flags that describe a model, but for its ID. */
const MODEL_OPTIONS: CommandOptions = {
  like: {
    value: 'ID',
    help: 'Copy everything but names, prices and dates from this model. Give each price that the other model has, or none.',
  },
  upstream: { value: 'NAME', help: 'What the provider calls the model; ID by default.' },
  group: { value: 'reasoning|fast|legacy', help: 'Its group; fast by default.' },
  judge: {
    value: 'primary|alternative|reasoning|none',
    help: 'How it is recommended as a judge; none by default.',
  },
  'price-input': { value: 'USD', help: 'US dollars per million tokens; 0 is a price too.' },
  'price-output': { value: 'USD', help: 'US dollars per million tokens.' },
  'price-cached-input': { value: 'USD|none', help: 'US dollars per million tokens.' },
  'price-cache-write': { value: 'USD|none', help: 'US dollars per million tokens.' },
  'price-search': { value: 'USD|none', help: 'US dollars for a thousand web searches.' },
  'price-long-context': {
    value: 'JSON|none',
    help: 'Prices of long inputs, such as {"overInputTokens":200000,"input":"4.00","output":"18.00"}.',
  },
  checked: { value: 'DATE', help: 'The day the prices were compared; today by default.' },
  context: { value: 'N', help: 'Maximum tokens of input and output together.' },
  'max-output': { value: 'N', help: 'Maximum tokens of output.' },
  'default-output': {
    value: 'N',
    help: 'The cap if the caller gives no maxTokens; 8192, or --max-output if lower, by default.',
  },
  images: { value: 'LIST', help: 'Image formats it reads, out of png,jpeg,gif,webp; or none.' },
  'image-tokens': { value: 'N', help: 'The most tokens that an image counts as.' },
  pdf: { value: 'yes|no', help: 'Whether it reads PDF files.' },
  'pdf-page-tokens': { value: 'N', help: 'The most tokens that a page counts as.' },
  temperature: { value: '0..2', help: 'The range it takes, or off if the provider refuses the parameter.' },
  'top-p': { value: '0..1', help: 'The range it takes, or off if the provider refuses the parameter.' },
  schema: {
    value: 'native|forcedTool|instruction',
    help: 'How a response schema is enforced; instruction by default.',
  },
  caching: { value: 'automatic|explicit|resource|none', help: 'How the provider caches prompts.' },
  'cache-min-tokens': { value: 'N', help: 'Shorter prompts are not cached.' },
  'cache-discount': { value: 'X', help: 'The discount on cached input that callers get, such as 0.5.' },
  tuning: { value: 'GROUP', help: 'The parameters that callers may tune, by the name of their group.' },
  send: { value: 'JSON', help: 'Constants by pointer, such as {"/store":false}.' },
  shutdown: { value: 'DATE', help: 'The day the provider shuts the model down.' },
  successor: { value: 'ID', help: 'The model to ask after that day.' },
};

const DRY_RUN: CommandOption = { help: 'Show the change and write nothing.' };
const ADD_NOTE = `Facts that are under "every" or have a default are left out of the entry, unless a flag differs. The entry is added after the last model, with comments; the rest of the file stays byte for byte. Nothing is written if "assay check" would find a mistake.`;
const GROUP: CommandOption = { oneOf: ['reasoning', 'fast', 'legacy'], help: 'Only models of this group.' };
const ASKED_URL: CommandOption = {
  ...URL_OPTION,
  help: 'Ask the gateway at this address for its models and keys.',
};
const KEY_NOTE = `With --url, or after "assay login" if ASSAY_PORT is not set, it asks that gateway: the column "key" says whether the gateway has a key for the provider and your API key may ask the model. Otherwise it reads the manifests of this machine: the column says whether this shell has a key for the provider, in a variable or a key file. ${TARGET_NOTE}`;

const LIST: Command = {
  name: 'model list',
  summary: 'List every model with its provider, prices and whether its key is set.',
  options: { group: GROUP, url: ASKED_URL },
  notes: KEY_NOTE,
  isWide: true,
  json: 'Print JSON, with limits, capabilities and tuning schemas.',
  examples: ['assay model list --group fast'],
  load: async () => (await import('../model/list-models.ts')).listModels,
};

const RETIRING: Command = {
  name: 'model retiring',
  summary: 'List models with an announced shutdown, the next one first.',
  options: { group: GROUP, url: ASKED_URL },
  notes: `It shows the days left until 00:00 UTC of that day, the successor, and what happens then. ${KEY_NOTE}`,
  isWide: true,
  examples: ['assay model retiring'],
  load: async () => (await import('../model/list-models.ts')).listRetiring,
};

const SHOW: Command = {
  name: 'model show',
  summary: 'Show every fact of a model and where it comes from: model, every, schema, plugin or provider.',
  words: ['ID'],
  examples: ['assay model show aurora-vega-5'],
  load: async () => (await import('../model/show-model.ts')).showModel,
};

const ADD: Command = {
  name: 'model add',
  summary: "Add a model to its provider's manifest, under the ID that callers use.",
  words: ['ID'],
  options: {
    provider: { value: 'ID', help: 'Its provider; by default that of the model in --like.' },
    ...MODEL_OPTIONS,
    'dry-run': DRY_RUN,
  },
  notes: `Give --provider, the prices of input and output, --context and --max-output. With --like, give only the prices. ${ADD_NOTE}`,
  examples: ['assay model add aurora-vega-6 --like aurora-vega-5 --price-input 3 --price-output 15'],
  load: async () => (await import('../model/edit-models.ts')).addModel,
};

const REMOVE: Command = {
  name: 'model remove',
  summary: "Take a model out of its provider's manifest.",
  words: ['ID'],
  options: { 'dry-run': DRY_RUN },
  notes:
    'To switch a model off and keep its entry, write enabled: false into it. Records of its requests stay.',
  examples: ['assay model remove aurora-vega-4'],
  load: async () => (await import('../model/edit-models.ts')).removeModel,
};

export const MODEL: CommandGroup = {
  name: 'model',
  summary: 'List, show, add and remove models.',
  commands: [LIST, SHOW, ADD, REMOVE, RETIRING],
};

export const MODELS: Command = {
  ...LIST,
  name: 'models',
  summary: 'Short for "assay model list".',
  examples: ['assay models --group fast'],
};

export const PROVIDER: CommandGroup = {
  name: 'provider',
  summary: 'Start the manifest of a new provider on a known wire format.',
  commands: [
    {
      name: 'provider add',
      summary: 'Write the manifest ID.yaml of a provider with its first model.',
      words: ['ID'],
      options: {
        name: { value: 'NAME', help: 'A name for people; the ID by default.' },
        plugin: {
          value: 'FORMAT',
          help: 'The wire format, a file in plugins/; chat-completions by default.',
        },
        'base-url': { value: 'URL', help: 'Such as http://127.0.0.1:8000/v1.' },
        env: {
          value: 'VARIABLE|none',
          help: 'The environment variable that holds the key; none if the server asks for no key.',
        },
        'key-header': {
          value: 'NAME',
          help: 'The header that gets the key as it is; Authorization: Bearer by default.',
        },
        'usage-input': {
          value: 'POINTER',
          help: 'JSON Pointer to the input tokens in a reply, if the plugin has none.',
        },
        'usage-output': { value: 'POINTER', help: 'JSON Pointer to the output tokens in a reply.' },
        model: { value: 'ID', help: 'The ID of its first model, which callers use.' },
        ...MODEL_OPTIONS,
        'dry-run': DRY_RUN,
      },
      notes: `A provider needs --base-url, --env, and a first model with the prices of input and output, --context and --max-output. "assay model add" adds further ones.`,
      examples: [
        `assay provider add workshop --base-url http://127.0.0.1:8000/v1 --env none \\
    --model my-model --price-input 0 --price-output 0 --context 32768 --max-output 8192`,
      ],
      load: async () => (await import('../model/provider.ts')).addProvider,
    },
  ],
};

export const PLUGIN: CommandGroup = {
  name: 'plugin',
  summary: 'Check a plugin against the contract and list what is missing.',
  commands: [
    {
      name: 'plugin test',
      summary: 'Run a plugin through the cases that the built-in formats must pass.',
      words: ['FILE'],
      options: {
        manifest: {
          value: 'FILE',
          help: 'The manifest that names the plugin; the cases of each of its models are run. Without it, those of a sample model that takes everything.',
        },
        reply: {
          value: 'FILE',
          help: 'One reply of the real provider, as JSON: its text and tokens must be found. Without it, the case is owed.',
        },
        stream: {
          value: 'FILE',
          help: 'The events of one streamed reply, one per line as JSON: { "name": "", "data": ... }, where the name is the event\'s type as the framing has it. Its end, text and tokens must be found; owed without it.',
        },
        'model-member': {
          value: 'NAME',
          help: 'The member of the request that names the model, or a JSON Pointer to it such as /input/model, for a format that names it neither in the member model nor in the path.',
        },
      },
      notes: `FILE is a plugin's file, or npm:NAME for a package installed here. Each case that fails is shown with what to do. Nothing is sent. Exit code 0 if nothing has failed, 1 otherwise.`,
      json: 'Print JSON: { ok, plugin, findings }; a finding is { model, case, status, advice }, where status is ok, owed (not shown yet) or failed.',
      examples: [
        'assay plugin test plugins/aurora-chat.ts --manifest manifests/aurora.yaml --reply reply.json',
      ],
      load: async () => (await import('../manifests/plugin.ts')).testPlugin,
    },
  ],
};

export const PRICES: CommandGroup = {
  name: 'prices',
  summary: 'Compare the manifests with a public price list.',
  commands: [
    {
      name: 'prices diff',
      summary: 'Compare the manifests with the price list of models.dev.',
      words: ['FILE'],
      notes: `FILE is a download of https://models.dev/api.json. The command compares the prices of input, cached input, cache writes and output, and the limits of context and output, as far as the list has them. Models are found by their \`upstream\` name, providers by their id or by \`priceLists\` in the manifest.

Exit code 0 if nothing differs, 3 if something does, 1 if the command failed.`,
      json: 'Print JSON: { differences, unmatched, agreeing }; a difference is { file, model, field, from, to }.',
      examples: ['assay prices diff api.json'],
      load: async () => (await import('../manifests/prices.ts')).diffPrices,
    },
  ],
};
