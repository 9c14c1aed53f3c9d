import { basename } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { ArgumentError } from '../../argument-error.ts';
import { readBounded, readBytes } from '../../eval/suite/read-bounded.ts';
import { SNIFFED_BYTES, sniffType } from '../../workers/sniff-type.ts';
import type { CommandArguments } from '../command-table.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** The request body. The gateway checks it; the command checks only what it reads from options and files. */
export interface PromptBody {
  readonly prompt: string;
  readonly models: readonly string[];
  readonly judges?: readonly string[];
  readonly fuse?: string;
  readonly [field: string]: unknown;
}

const MAX_FILE_BYTES = 20_971_520;
const MAX_SCHEMA_BYTES = 65_536;
const FILE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'];

/** The request the arguments ask for. @throws Error naming the option that does not fit, or the file. */
export async function promptBody(args: CommandArguments): Promise<PromptBody> {
  const [prompt = ''] = args.positionals;
  const weights = args.text('weights');
  const schema = args.text('schema');
  const [judges, files] = [args.texts('judge'), args.texts('file')];
  if (args.text('fuse') !== undefined && judges.length === 0)
    throw new ArgumentError('--fuse needs judges: add -j JUDGE, or leave it out.');
  return omitUndefined({
    prompt: prompt === '-' ? await readText(process.stdin) : prompt,
    models: args.texts('model'),
    judges: judges.length > 0 ? judges : undefined,
    judge_prompt: args.text('judge-prompt'),
    judge_until: args.number('judge-until'),
    fuse: args.text('fuse'),
    judge_weights: weights === undefined ? undefined : weightsOf(weights),
    system_prompt: args.text('system'),
    generation_settings: settingsOf(args),
    response_schema: schema === undefined ? undefined : await readSchema(schema),
    attachments: files.length > 0 ? await Promise.all(files.map(readAttachment)) : undefined,
    label: args.text('label'),
    zero_data_retention: args.flag('zero-data-retention') ? true : undefined,
  });
}

function settingsOf(args: CommandArguments): Readonly<Record<string, number>> | undefined {
  const settings = omitUndefined({
    temperature: args.number('temperature'),
    topP: args.number('top-p'),
    maxTokens: args.integer('max-tokens'),
  });
  return Object.keys(settings).length === 0 ? undefined : settings;
}

function weightsOf(list: string): Readonly<Record<string, number>> {
  const pairs = list.split(',').map((part) => {
    const [axis = '', value = ''] = part.split('=');
    if (value.trim() === '' || !Number.isFinite(Number(value)))
      throw new ArgumentError('--weights takes a list such as accuracy=1,cost=0.2.');
    return [axis.trim(), Number(value)] as const;
  });
  return Object.fromEntries(pairs);
}

async function readSchema(path: string): Promise<unknown> {
  const text = await readBounded(path, MAX_SCHEMA_BYTES, 'a schema');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`--schema ${path} is not JSON: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
    });
  }
}

async function readAttachment(path: string): Promise<unknown> {
  const bytes = await readBytes(path, MAX_FILE_BYTES, 'a file');
  const type = await sniffType(bytes.subarray(0, SNIFFED_BYTES));
  if (type === undefined || !FILE_TYPES.includes(type))
    throw new Error(`--file ${path} is none of ${FILE_TYPES.join(', ')}.`);
  return { name: basename(path), type, base64: bytes.toString('base64') };
}
