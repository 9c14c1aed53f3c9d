import type { Model } from '../../generated/manifest.ts';
import { FORMAT_FACTS, type FormatFacts } from './format-facts.ts';
import { asEntry, modelLines, scalar } from './model-lines.ts';

export interface NewProvider {
  readonly id: string;
  readonly name: string;
  readonly plugin: string;
  readonly baseUrl: string;
  /** Undefined where the server asks for no key. */
  readonly key: NewKey | undefined;
  /** Needed for a format `FORMAT_FACTS` does not know: JSON Pointers into a reply. */
  readonly usage: { readonly input: string; readonly output: string } | undefined;
  /** A manifest always has a first model. */
  readonly model: Model;
}

export interface NewKey {
  /** The environment variable that holds it. */
  readonly env: string;
  /** The header it goes into as it is; undefined for `authorization: Bearer`. */
  readonly header: string | undefined;
}

/**
 * A whole manifest for a new provider, each fact with a word on what it says.
 * @param schema the manifest schema's path, as editors shall find it from the manifest.
 * @throws Error where neither the format's nor other pointers to the usage are known.
 */
export function providerText(provider: NewProvider, today: string, schema: string): string {
  const { id, name, plugin, baseUrl, key } = provider;
  const facts = FORMAT_FACTS.get(plugin) ?? factsOf(provider);
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    '#',
    `# ${name}, on the wire format ${plugin}. Begun ${today} with \`assay provider add\`; compare every fact with its documentation.`,
    'provider:',
    `  id: ${scalar(id)} # equals the file name`,
    `  name: ${scalar(name)}`,
    `  plugin: ${scalar(plugin)} # the wire format`,
    `  baseUrl: ${scalar(baseUrl)} # ASSAY_BASE_URL_${id.toUpperCase().replaceAll('-', '_')} replaces it`,
    `  auth: ${key === undefined ? '{ scheme: none } # the server asks for no key' : authOf(key)}`,
    ...TIMES,
    ...(FORMAT_FACTS.has(plugin) ? [STREAMING] : []),
    `  concurrency: { calls: ${key === undefined ? OWN_SERVER_CALLS : HOSTED_CALLS}, queue: 4096 } # in flight from one gateway, and waiting`,
    ...FALTERING,
    '  usage: # where a reply counts tokens',
    ...facts.usage.map((line) => `    ${line}`),
    ...(facts.wire === undefined
      ? []
      : [`  wire: ${facts.wire} # names in which servers of this format differ`]),
    '',
    'models:',
    ...asEntry(modelLines(provider.model), '  '),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Figures wide enough for a server that loads a model first; the provider's own are better. */
const TIMES: readonly string[] = [
  '  timeouts: { connectMs: 5000, firstByteMs: 600000, totalMs: 600000 }',
  '  maxReplyBytes: 16777216',
];

/** Every format of `FORMAT_FACTS` has streams. */
const STREAMING =
  '  streaming: true # replies come as the model writes; false where the server cannot do that';

/** A server without a key is mostly one machine. */
const OWN_SERVER_CALLS = 8;
const HOSTED_CALLS = 512;

const FALTERING: readonly string[] = [
  '  retries: { attempts: 3, firstPauseMs: 250, maxPauseMs: 4000, maxRetryAfterMs: 15000 }',
  '  retryBudget: { percent: 20, perMinute: 60 } # retries of a minute: this share of its calls, and so many more',
  '  breaker: { calls: 20, failedPercent: 50, openMs: 15000 } # a model that fails so often is not asked for a while',
  '  keys: { limitedRestMs: 10000, refusedRestMs: 300000 } # how long one of several keys rests',
];

function authOf({ env, header }: NewKey): string {
  return header === undefined
    ? `{ scheme: bearer, env: ${env} }`
    : `{ scheme: header, header: ${scalar(header)}, env: ${env} }`;
}

function factsOf({ plugin, usage }: NewProvider): FormatFacts {
  if (usage === undefined) throw new Error(`where replies of ${plugin} count tokens is not known; name it`);
  return { usage: [`input: ${scalar(usage.input)}`, `output: ${scalar(usage.output)}`] };
}
