import type { JsonObject, Provider } from '../../core/contract.ts';
import { isObject } from './read-reply.ts';
import { STREAM_READERS } from './streams/stream-readers.ts';

/** What a manifest's `bridge` says of a provider package, and how it is set up. */
export interface AiSdkOptions {
  readonly package: string;
  /** The export that makes the provider; absent: the package's only one named create and a name. */
  readonly factory?: string;
  /** The provider's function that makes a model, such as chat; absent: languageModel. */
  readonly method?: string;
  /** The built-in format whose events the provider streams; absent: replies come whole. */
  readonly events?: string;
  /** Settings for the factory. No credentials. */
  readonly settings?: JsonObject;
  /** providerOptions of every call: the package's own name -> its options. */
  readonly providerOptions?: JsonObject;
}

/** Name -> whether a value is one, and what to write. */
const OPTIONS: ReadonlyMap<string, readonly [(value: unknown) => boolean, string]> = new Map([
  ['factory', [isName, 'the name of a function, such as createCohere']],
  ['method', [isName, 'the name of a function, such as chat']],
  ['events', [isFormat, `one of ${[...STREAM_READERS.keys()].join(', ')}`]],
  ['settings', [isMap, 'a map of settings']],
  ['providerOptions', [isMapOfMaps, 'a map of maps, by the package’s own name']],
]);

/** @throws Error naming the manifest, the option, and what to write there. */
export function aiSdkOptions({ id, bridge }: Provider): AiSdkOptions {
  if (bridge === undefined)
    throw new Error(
      `provider ${id}: the plugin ai-sdk needs bridge: { package: "..." } in ${id}.yaml; name the package there`,
    );
  const { options = {} } = bridge;
  for (const [name, value] of Object.entries(options)) {
    const option = OPTIONS.get(name);
    if (option === undefined)
      throw new Error(
        `provider ${id}: the plugin ai-sdk has no option ${name}; correct bridge.options in ${id}.yaml to ${[...OPTIONS.keys()].join(', ')}`,
      );
    const [isRight, wanted] = option;
    if (!isRight(value))
      throw new Error(`provider ${id}: bridge.options.${name} in ${id}.yaml must be ${wanted}; correct it`);
  }
  return { ...options, package: bridge.package };
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
