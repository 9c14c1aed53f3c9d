import { isJsonArray, isJsonObject, objectIn } from './json-values.ts';

const DEFAULT_OUTPUT_TOKENS = 8_192;
const DEFAULT_IDLE_MS = 60_000;

/** A model's own value takes the place of the one under `every`. */
const REPLACED = ['typicalOutputTokens', 'accepts', 'sampling', 'schemaEnforcement', 'caching', 'tuning'];
/** A model's own keys are added to those under `every`. */
export const JOINED: readonly string[] = ['limits', 'tools', 'send'];

/** A copy of a manifest in which each model says what `every` says for all of them. Takes values of any shape. */
export function withEvery(value: unknown): unknown {
  const copy: unknown = structuredClone(value);
  if (!isJsonObject(copy) || !isJsonArray(copy['models'])) return copy;
  const every = objectIn(copy, 'every');
  const models = copy['models'].map((model) => (isJsonObject(model) ? completed(model, every) : model));
  return { ...copy, models };
}

type Holder = Readonly<Record<string, unknown>>;

function completed(model: Holder, every: Holder): Holder {
  const keys = [...REPLACED, ...JOINED].filter((key) => Object.hasOwn(every, key));
  const shared = keys.map((key) => [key, sharedValue(key, model, every[key])]);
  return { ...model, ...Object.fromEntries(shared) };
}

function sharedValue(key: string, model: Holder, shared: unknown): unknown {
  if (!Object.hasOwn(model, key)) return shared;
  const own = model[key];
  return JOINED.includes(key) && isJsonObject(own) && isJsonObject(shared) ? { ...shared, ...own } : own;
}

/** A manifest of the right shape before `fillDefaults`. */
interface Unfilled {
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
export function fillDefaults({ provider, models }: Unfilled): void {
  const { timeouts } = provider;
  timeouts.firstByteMs ??= timeouts.totalMs;
  timeouts.idleMs ??= Math.min(DEFAULT_IDLE_MS, timeouts.totalMs);
  for (const model of models) {
    model.upstream ??= model.id;
    model.limits.defaultOutputTokens ??= Math.min(DEFAULT_OUTPUT_TOKENS, model.limits.outputTokens);
  }
}
