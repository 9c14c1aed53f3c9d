import { modelVersion } from '../calibration/model-version.ts';
import type { Model, Provider, TokenPrices } from '../contract.ts';
import type { ModelDescription as DescribedModel } from '../generated/models-response.ts';

/** A model as clients and `assay model list` see it. It does not depend on the caller's key. */
export type ModelDescription = Omit<DescribedModel, 'allowed'>;

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

/** A caller's price for a cached input token of one tier, in pico-US-dollars. */
export function callersCachedPicoUsd(price: TokenPrices, { discountMilli }: Model['caching']): number {
  if (discountMilli === null) return price.cachedInputPicoUsd ?? price.inputPicoUsd;
  return (price.inputPicoUsd * (1_000 - discountMilli)) / 1_000;
}
