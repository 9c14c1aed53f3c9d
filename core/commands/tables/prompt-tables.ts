import type { Command, CommandGroup } from '../command-table.ts';
import { TARGET_NOTE, URL_OPTION } from './client-tables.ts';

/** The gateway's bound. */
const MAX_LABEL_CHARACTERS = 100;

const SEND: Command = {
  name: 'prompt send',
  summary: 'Send one prompt to several models, watch them, and read the answers.',
  words: ['TEXT'],
  options: {
    model: {
      value: 'MODEL',
      short: 'm',
      multiple: true,
      isRequired: true,
      help: 'A model to ask; repeat it for more. "assay model list" lists them.',
    },
    judge: {
      value: 'MODEL',
      short: 'j',
      multiple: true,
      help: 'A judge that compares the answers pair by pair, each pair in both orders; repeat it for more.',
    },
    'judge-prompt': { value: 'TEXT', help: 'Your criteria for the judges.' },
    'judge-until': {
      number: { min: 0.5, max: 0.999 },
      help: 'Stop judging once one answer is the best with probability N.',
    },
    fuse: {
      value: 'MODEL',
      help: 'Have this model write one more answer from all others, which is judged like them.',
    },
    weights: { value: 'LIST', help: 'What counts how much, such as accuracy=1,speed=0.5,cost=0.2.' },
    system: { value: 'TEXT', help: 'The system prompt.' },
    file: { value: 'PATH', multiple: true, help: 'An image or a PDF file; repeat it for more.' },
    schema: { value: 'PATH', help: 'A JSON Schema that every answer must follow.' },
    temperature: { number: { min: 0, max: 2 }, help: 'Sampling temperature.' },
    'top-p': {
      number: { min: 0, max: 1 },
      help: 'Nucleus sampling: the share of likely words to choose from.',
    },
    'max-tokens': { integer: { min: 1, max: 10_000_000 }, help: 'Maximum number of tokens of an answer.' },
    label: {
      value: 'TEXT',
      maxCharacters: MAX_LABEL_CHARACTERS,
      help: 'A name for the request, by which "assay prompt list" finds it.',
    },
    'zero-data-retention': { help: 'The gateway stores no text of the prompt and the answers.' },
    'idempotency-key': {
      value: 'KEY',
      help: 'Repeating a request with the same key returns the same answer and charges nothing.',
    },
    url: URL_OPTION,
  },
  notes: `TEXT may be - for standard input. ${TARGET_NOTE} Progress goes to standard error, the answers to standard output.

Exit codes: 0 every model answered, 3 at least one did not, 1 there is no answer, 2 the arguments are invalid, 130 stopped by Ctrl-C.`,
  json: "Print the response's JSON and nothing else.",
  examples: ['assay prompt send "Explain the CAP theorem." -m MODEL -m OTHER -j JUDGE'],
  load: async () => (await import('../prompt/send-prompt.ts')).sendPrompt,
};

const LIST: Command = {
  name: 'prompt list',
  summary: 'List the prompts of your account, the newest first.',
  options: {
    limit: { integer: { min: 1, max: 100, fallback: 20 }, help: 'Maximum number of prompts.' },
    label: {
      value: 'TEXT',
      maxCharacters: MAX_LABEL_CHARACTERS,
      help: 'Only prompts with exactly this label, in the same case.',
    },
    url: URL_OPTION,
  },
  notes: TARGET_NOTE,
  isWide: true,
  json: 'Print JSON as the API answers it: { prompts, nextCursor }.',
  examples: ['assay prompt list --limit 5'],
  load: async () => (await import('../prompt/logged-prompts.ts')).listPrompts,
};

const SHOW: Command = {
  name: 'prompt show',
  summary: 'Show a prompt of your account with its answers, verdicts and figures.',
  words: ['ID'],
  options: { url: URL_OPTION },
  notes: `ID is a promptLogId, as shown by "assay prompt list". ${TARGET_NOTE}`,
  json: 'Print JSON as the API answers it.',
  examples: ['assay prompt show 019aa8f0-5c1e-7b3a-9d44-2f6c0f0a7e11'],
  load: async () => (await import('../prompt/logged-prompts.ts')).showPrompt,
};

const PRUNE: Command = {
  name: 'prompt prune',
  summary: 'Delete the texts of old requests. Their figures stay.',
  options: {
    'older-than': {
      value: 'AGE',
      isRequired: true,
      help: 'A whole number of hours or days, such as 12h or 30d; 0h deletes all.',
    },
  },
  notes: `It works on the ledger of ASSAY_DATABASE_URL. The request and the response of each prompt are deleted from the prompt log; entries, charges and the metering of every call stay. A request that is repeated under its Idempotency-Key within 24 hours of the first one is answered 409 result-not-retained and not run again. Older cached answers and dead letters of webhooks are deleted too.`,
  examples: ['assay prompt prune --older-than 30d'],
  load: async () => (await import('../prompt/prune-prompts.ts')).prunePrompts,
};

export const PROMPT: CommandGroup = {
  name: 'prompt',
  summary: 'Send a prompt to several models; list, show and prune earlier ones.',
  commands: [SEND, LIST, SHOW, PRUNE],
};

export const PROMPTS: Command = {
  ...LIST,
  name: 'prompts',
  summary: 'Short for "assay prompt list".',
  examples: ['assay prompts --limit 5'],
};
