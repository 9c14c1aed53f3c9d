import type { TokenPrices } from '../../contract.ts';

/** The prices per token of a model, as manifests name them. */
export const PRICE_KINDS = ['input', 'cachedInput', 'cacheWrite', 'output'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** @returns null if the model has no such price. */
export function picoUsdOf(prices: TokenPrices, kind: PriceKind): number | null {
  return prices[`${kind}PicoUsd` as const];
}
