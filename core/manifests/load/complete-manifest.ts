import { isJsonArray, isJsonObject, objectIn } from '../../schema/json-values.ts';

const DEFAULT_OUTPUT_TOKENS = 8_192;
const DEFAULT_IDLE_MS = 60_000;

/** A model's own value replaces the one under `every`. */
const REPLACED = ['typicalOutputTokens', 'accepts', 'sampling', 'schemaEnforcement', 'caching', 'tuning'];
/** A model's own keys are added to those under `every`. */
export const JOINED: readonly string[] = ['limits', 'tools', 'send'];

/** Copies a manifest and adds the facts of `every` to each model. The value may have any shape. */
export function withEvery(value: unknown): unknown {
  const copy: unknown = structuredClone(value);
  if (!isJsonObject(copy) || !isJsonArray(copy['models'])) return copy;
  const every = objectIn(copy, 'every');
  const models = copy['models'].map((model) => (isJsonObject(model) ? withShared(model, every) : model));
  return { ...copy, models };
}

type Facts = Readonly<Record<string, unknown>>;

function withShared(model: Facts, every: Facts): Facts {
  const keys = [...REPLACED, ...JOINED].filter((key) => Object.hasOwn(every, key));
  const shared = keys.map((key) => [key, sharedValue(key, model, every[key])]);
  return { ...model, ...Object.fromEntries(shared) };
}

function sharedValue(key: string, model: Facts, shared: unknown): unknown {
  if (!Object.hasOwn(model, key)) return shared;
  const own = model[key];
  return JOINED.includes(key) && isJsonObject(own) && isJsonObject(shared) ? { ...shared, ...own } : own;
}

/** A manifest of the right shape, before `fillDefaults`. */
interface WithoutDefaults {
  readonly provider: {
    readonly timeouts: { readonly totalMs: number; firstByteMs?: number; idleMs?: number };
  };
  readonly models: readonly {
    readonly id: string;
    upstream?: string;
    readonly limits: { readonly outputTokens: number; defaultOutputTokens?: number };
  }[];
}

/** Adds the defaults that depend on other facts, which the schema marks with `x-filled`. */
export function fillDefaults({ provider, models }: WithoutDefaults): void {
  const { timeouts } = provider;
  timeouts.firstByteMs ??= timeouts.totalMs;
  timeouts.idleMs ??= Math.min(DEFAULT_IDLE_MS, timeouts.totalMs);
  for (const model of models) {
    model.upstream ??= model.id;
    model.limits.defaultOutputTokens ??= Math.min(DEFAULT_OUTPUT_TOKENS, model.limits.outputTokens);
  }
}
