import { modelVersion } from '../calibration/model-version.ts';
import type { Model, Provider, TokenPrices } from '../contract.ts';

/** A model as clients and `assay model list` see it; prices in US dollars per million tokens. */
export interface ModelDescription {
  readonly id: string;
  /** Changes with whatever of its manifest decides how it answers. */
  readonly version: string;
  readonly group: Model['group'];
  readonly provider: string;
  /** Whether the gateway has a key for the provider, or needs none. */
  readonly configured: boolean;
  readonly judge: Model['judge'];
  readonly price: {
    readonly inputUsdPerMillion: number;
    readonly outputUsdPerMillion: number;
    /** What a caller pays for a cached input token. */
    readonly cachedInputUsdPerMillion: number;
  };
  readonly limits: {
    readonly contextTokens: number;
    readonly outputTokens: number;
    readonly defaultOutputTokens: number;
  };
  readonly accepts: readonly string[];
  readonly temperature: readonly [number, number] | null;
  readonly topP: readonly [number, number] | null;
  readonly schemaEnforcement: Model['schemaEnforcement'];
  readonly caching: { readonly mode: Model['caching']['mode']; readonly minTokens: number | null };
  /** JSON Schema of each parameter `model_tuning` takes for this model. */
  readonly tuning: { readonly [parameter: string]: unknown };
  readonly shutdown: string | null;
  readonly deprecated: string | null;
  /** What to name instead; null where nobody has said. */
  readonly successor: string | null;
  /** What a run comes to from the day of the shutdown. */
  readonly onShutdown: 'fail' | 'successor';
}

export function describeModel(
  { model, provider }: { readonly model: Model; readonly provider: Pick<Provider, 'id' | 'name' | 'plugin'> },
  configured: boolean,
): ModelDescription {
  const { price, limits, accepts, caching } = model;
  return {
    id: model.id,
    version: modelVersion(model, provider),
    group: model.group,
    provider: provider.name,
    configured,
    judge: model.judge,
    price: {
      inputUsdPerMillion: price.inputPicoUsd / 1e6,
      outputUsdPerMillion: price.outputPicoUsd / 1e6,
      cachedInputUsdPerMillion: callersCachedPicoUsd(price, caching) / 1e6,
    },
    limits: {
      contextTokens: limits.contextTokens,
      outputTokens: limits.outputTokens,
      defaultOutputTokens: limits.defaultOutputTokens,
    },
    accepts: [...accepts.images, ...(accepts.pdf ? ['application/pdf'] : [])],
    temperature: model.sampling.temperature,
    topP: model.sampling.topP,
    schemaEnforcement: model.schemaEnforcement,
    caching: { mode: caching.mode, minTokens: caching.minTokens },
    tuning: Object.fromEntries(
      Object.entries(model.tuning).map(([name, parameter]) => [name, parameter.schema]),
    ),
    shutdown: model.shutdown,
    deprecated: model.deprecated,
    successor: model.successor,
    onShutdown: model.isSucceeded ? 'successor' : 'fail',
  };
}

/** What a caller pays for a cached input token of one tier, in pico-US-dollars. */
export function callersCachedPicoUsd(price: TokenPrices, { discountMilli }: Model['caching']): number {
  if (discountMilli === null) return price.cachedInputPicoUsd ?? price.inputPicoUsd;
  return (price.inputPicoUsd * (1_000 - discountMilli)) / 1_000;
}
