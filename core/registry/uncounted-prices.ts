import type { Model, Provider } from '../contract.ts';

/** What is billed apart: as a manifest prices it, as the registry does, and where replies count it. */
const KINDS = [
  { price: 'cachedInput', picoUsd: 'cachedInputPicoUsd', usage: 'cachedInput' },
  { price: 'cacheWrite', picoUsd: 'cacheWritePicoUsd', usage: 'cacheWrite' },
  { price: 'searchPerThousand', picoUsd: 'searchPicoUsd', usage: 'searches' },
] as const;

/** A price of a model for something that its provider's replies do not count. */
export interface UncountedPrice extends Pick<(typeof KINDS)[number], 'price' | 'usage'> {
  readonly model: Model;
}

/** The prices of a provider's models that can never be billed. */
export function uncountedPrices(
  { id, usage: counted }: Provider,
  models: readonly Model[],
): readonly UncountedPrice[] {
  return models
    .filter(({ provider }) => provider === id)
    .flatMap((model) =>
      KINDS.filter(({ picoUsd, usage }) => model.price[picoUsd] !== null && counted[usage] === undefined).map(
        ({ price, usage }) => ({ model, price, usage }),
      ),
    );
}

export function describeUncounted({ usage }: UncountedPrice): string {
  return `can never be billed: the plugin does not say where a reply counts it; add provider.usage, with ${usage}`;
}
