import type { ModelEntry } from './model-entry.ts';
import { asEntry, modelLines, scalar } from './model-lines.ts';

export interface NewProvider {
  readonly id: string;
  readonly name: string;
  readonly plugin: string;
  readonly baseUrl: string;
  /** Undefined if the server needs no key. */
  readonly key: NewKey | undefined;
  /** JSON Pointers into a reply; undefined if the plugin has them. */
  readonly usage: { readonly input: string; readonly output: string } | undefined;
  /** A manifest always has a first model. */
  readonly model: ModelEntry;
}

export interface NewKey {
  /** The environment variable that holds it. */
  readonly env: string;
  /** The header whose whole value is the key; undefined for `authorization: Bearer`. */
  readonly header: string | undefined;
}

/**
 * Writes a whole manifest for a new provider, with a comment for each fact.
 * @param schema the path of the manifest schema from the manifest, for editors.
 */
export function providerText(provider: NewProvider, today: string, schema: string): string {
  const { id, name, plugin, baseUrl, key, usage } = provider;
  const wire = WIRE_NAMES.get(plugin);
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
    ...(key === undefined ? [OWN_SERVER] : []),
    ...(usage === undefined ? [] : [`  usage: ${usageOf(usage)} # where a reply counts tokens`]),
    ...(wire === undefined ? [] : [`  wire: ${wire} # names in which servers of this format differ`]),
    '  # Timeouts, retries and the rest have defaults: docs/models-and-providers.md.',
    '',
    'models:',
    ...asEntry(modelLines(provider.model), '  '),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A server without a key is usually one machine. */
const OWN_SERVER = '  concurrency: { calls: 8 } # in flight from one gateway';

/** The wire names that most servers take, for plugins with other defaults. */
const WIRE_NAMES: ReadonlyMap<string, string> = new Map([['chat-completions', '{ maxTokens: max_tokens }']]);

function authOf({ env, header }: NewKey): string {
  return header === undefined
    ? `{ scheme: bearer, env: ${env} }`
    : `{ scheme: header, header: ${scalar(header)}, env: ${env} }`;
}

function usageOf({ input, output }: NonNullable<NewProvider['usage']>): string {
  return `{ input: ${JSON.stringify(input)}, output: ${JSON.stringify(output)} }`;
}
