import type { JsonObject, Provider, StreamReader } from '../../core/contract.ts';
import { isObject } from './read-reply.ts';
import { chatCompletionsStream } from './streams/chat-completions-stream.ts';
import { converseStream } from './streams/converse-stream.ts';
import { generateContentStream } from './streams/generate-content-stream.ts';
import { messagesStream } from './streams/messages-stream.ts';
import { responsesStream } from './streams/responses-stream.ts';

/** The options of a provider package in a manifest's `bridge`. */
export interface AiSdkOptions {
  readonly package: string;
  /** The export that makes the provider; by default the only one whose name begins with `create`. */
  readonly factory?: string;
  /** The provider's function that makes a model, such as `chat`; by default `languageModel`. */
  readonly method?: string;
  /** The built-in format of the events that the provider streams; if absent, replies come whole. */
  readonly events?: string;
  /** Settings for the factory. No credentials. */
  readonly settings?: JsonObject;
  /** providerOptions of every call: the package's own name -> its options. */
  readonly providerOptions?: JsonObject;
}

/** The stream readers of the built-in formats, by the name of the format. */
export const STREAM_READERS: ReadonlyMap<string, StreamReader> = new Map([
  ['chat-completions', chatCompletionsStream],
  ['converse', converseStream],
  ['generate-content', generateContentStream],
  ['messages', messagesStream],
  ['responses', responsesStream],
]);

/** The check of each option, and the text that completes "must be". */
const OPTIONS: ReadonlyMap<string, readonly [(value: unknown) => boolean, string]> = new Map([
  ['factory', [isName, 'the name of a function, such as createCohere']],
  ['method', [isName, 'the name of a function, such as chat']],
  ['events', [isFormat, `one of ${[...STREAM_READERS.keys()].join(', ')}`]],
  ['settings', [isMap, 'a map of settings']],
  ['providerOptions', [isMapOfMaps, 'a map of maps, by the package’s own name']],
]);

/** @throws Error that names the manifest, the option and its possible values, with its `path`. */
export function aiSdkOptions({ id, bridge }: Provider): AiSdkOptions {
  if (bridge === undefined)
    throw new Error(
      `provider ${id}: the plugin ai-sdk needs bridge: { package: "..." } in ${id}.yaml; name the package there`,
    );
  const { options = {} } = bridge;
  for (const [name, value] of Object.entries(options)) {
    const option = OPTIONS.get(name);
    if (option === undefined)
      throw wrongOption(
        name,
        `provider ${id}: the plugin ai-sdk has no option ${name}; correct bridge.options in ${id}.yaml to ${[...OPTIONS.keys()].join(', ')}`,
      );
    const [isRight, expected] = option;
    if (!isRight(value))
      throw wrongOption(
        name,
        `provider ${id}: bridge.options.${name} in ${id}.yaml must be ${expected}; correct it`,
      );
  }
  return { ...options, package: bridge.package };
}

/** `path` is the place of the option in the manifest, below `provider`. */
export function wrongOption(name: string, message: string): Error & { readonly path: readonly string[] } {
  return Object.assign(new Error(message), { path: ['bridge', 'options', name] });
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(value);
}

function isFormat(value: unknown): boolean {
  return typeof value === 'string' && STREAM_READERS.has(value);
}

function isMap(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value);
}

function isMapOfMaps(value: unknown): boolean {
  return isObject(value) && isMap(value) && Object.values(value).every(isMap);
}
