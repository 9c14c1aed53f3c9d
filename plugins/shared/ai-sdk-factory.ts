import { wrongOption, type AiSdkOptions } from './ai-sdk-options.ts';
import { isObject } from './read-reply.ts';

/** The settings of a provider package. */
interface FactorySettings {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly [option: string]: unknown;
}

/** The model of a provider package, of the specification's versions v2 to v4. */
export interface SdkModel {
  readonly specificationVersion: string;
  doGenerate(options: unknown): Promise<unknown>;
  doStream?(options: unknown): Promise<unknown>;
}

export type Factory = (settings: FactorySettings, modelId: string) => SdkModel;

const FACTORY_NAME = /^create[A-Z]/;
const VERSIONS: ReadonlySet<unknown> = new Set(['v2', 'v3', 'v4']);

/** @throws Error that names the package, its functions, and the option to correct in the manifest. */
export function findFactory(module: Readonly<Record<string, unknown>>, options: AiSdkOptions): Factory {
  const names = Object.keys(module).filter((name) => FACTORY_NAME.test(name));
  const [name] = options.factory === undefined ? names : [options.factory];
  const create = name === undefined ? undefined : module[name];
  if (typeof create !== 'function' || (options.factory === undefined && names.length > 1))
    throw wrongOption(
      'factory',
      `the package ${options.package} has ${names.join(', ') || 'no function that makes a provider'}; ` +
        'name one as bridge.options.factory in the manifest, or install a provider package of the AI SDK',
    );
  const method = options.method ?? 'languageModel';
  return (settings, modelId) => {
    const provider: unknown = Reflect.apply(create, undefined, [settings]);
    const make: unknown =
      isCallable(provider) || isObject(provider) ? Reflect.get(provider, method) : undefined;
    const model: unknown = isCallable(make) ? Reflect.apply(make, provider, [modelId]) : undefined;
    if (isModel(model)) return model;
    throw wrongOption(
      'method',
      `the package ${options.package} makes no language model of version v2, v3 or v4 by ${method}; ` +
        'correct bridge.options.method in the manifest, or install another version',
    );
  };
}

function isCallable(value: unknown): value is (...values: readonly unknown[]) => unknown {
  return typeof value === 'function';
}

function isModel(value: unknown): value is SdkModel {
  return (
    isObject(value) &&
    VERSIONS.has(value['specificationVersion']) &&
    typeof value['doGenerate'] === 'function'
  );
}
