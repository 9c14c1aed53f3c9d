import type { Model, TokenPrices } from '../contract.ts';
import { MAX_MARKUP_MILLI, requireCount, requireSafe } from './amounts.ts';

/** The quantities that one call is billed for. */
export interface Quantities {
  /** Includes cached and cache-written tokens. */
  readonly tokensIn: number;
  readonly tokensCached: number;
  readonly tokensCacheWrite: number;
  /** Includes reasoning. */
  readonly tokensOut: number;
  /** Web-search queries the provider bills. */
  readonly searches: number;
}

/** How a cost in dollars becomes a charge to one account. */
export interface ChargeTerms {
  /** Factor on list prices in thousandths. */
  readonly markupMilli: number;
  /** One US dollar in micro-credits: 100,000,000 where a credit is a cent. */
  readonly microCreditsPerUsd: number;
}

/** The part of a model that decides what its calls cost. */
type PricedModel = Pick<Model, 'price' | 'caching'>;

export interface CallPrice {
  readonly providerCostNanoUsd: number;
  readonly chargeMicroCredits: number;
}

/**
 * Femto-USD (10^-15) per token or query. It is a thousandth of the manifests' pico-USD, so that a discount in thousandths
 * is exact.
 */
export interface Rates {
  readonly input: bigint;
  readonly cached: bigint;
  readonly cacheWrite: bigint;
  readonly output: bigint;
  readonly search: bigint;
}

/** More than any model reads or writes in one call. A reply that reports more is malformed. */
export const MAX_TOKENS = 1_000_000_000;
/** Upper bound of the search queries that one call is billed for. */
export const MAX_SEARCHES = 10_000;

const FEMTO_USD_PER_PICO_USD = 1000n;
const FEMTO_USD_PER_NANO_USD = 1_000_000n;
const FEMTO_USD_PER_USD = 1_000_000_000_000_000n;
const MILLI = 1000n;

/**
 * Prices one call: the provider's own bill, and the caller's charge at list prices with the contract's cache discount
 * and the account's markup. Each is rounded up once.
 * @throws RangeError if a quantity is negative, fractional or over its maximum.
 */
export function priceCall(model: PricedModel, usage: Quantities, terms: ChargeTerms): CallPrice {
  requireCount('tokensIn', usage.tokensIn, MAX_TOKENS);
  requireCount('tokensCached', usage.tokensCached, MAX_TOKENS);
  requireCount('tokensCacheWrite', usage.tokensCacheWrite, MAX_TOKENS);
  requireCount('tokensOut', usage.tokensOut, MAX_TOKENS);
  requireCount('searches', usage.searches, MAX_SEARCHES);
  const throughCache = usage.tokensCached + usage.tokensCacheWrite;
  requireCount('tokensCached + tokensCacheWrite', throughCache, usage.tokensIn);
  const { provider, caller } = ratesOf(model, usage.tokensIn);
  const billed = costFemtoUsd(usage, provider);
  return {
    providerCostNanoUsd: requireSafe('The provider’s cost', divideUp(billed, FEMTO_USD_PER_NANO_USD)),
    chargeMicroCredits: chargeFor(usage, caller, terms),
  };
}

/** The rates of a call whose input falls in one price tier. */
export interface TierRates {
  /** The provider's bill. If it lists no price for cached or cache-written tokens, they cost the full input price. */
  readonly provider: Rates;
  /**
   * The same, but if the contract promises callers a cache discount, it replaces the provider's price of cached tokens.
   */
  readonly caller: Rates;
  /**
   * The highest price that each token can have, whether it is cached, cache-written or neither, and in whichever tier a
   * call of up to this input falls.
   */
  readonly dearest: Rates;
}

interface PriceList {
  readonly short: TierRates;
  /** The same as `short` if the model has one tier. */
  readonly long: TierRates;
}

/** A model stays the same object for as long as its registry. */
const priceLists = new WeakMap<PricedModel, PriceList>();

/**
 * Finds the rates of a model for a call of this input; they are computed once for each model. Providers bill the whole
 * call by the tier that its input falls in, not only the tokens above the boundary.
 * @throws RangeError if a price or the discount is not a whole number in its range.
 */
export function ratesOf(model: PricedModel, tokensIn: number): TierRates {
  let list = priceLists.get(model);
  if (list === undefined) {
    list = listRates(model);
    priceLists.set(model, list);
  }
  const { longContext } = model.price;
  return longContext !== null && tokensIn > longContext.overInputTokens ? list.long : list.short;
}

function listRates({ price, caching }: PricedModel): PriceList {
  const short = tierRates(price, price.searchPicoUsd, caching);
  if (price.longContext === null) return { short, long: short };
  const long = tierRates(price.longContext, price.searchPicoUsd, caching);
  const dearest = {
    ...long.dearest,
    input: dearer(short.dearest.input, long.dearest.input),
    output: dearer(short.dearest.output, long.dearest.output),
  };
  return { short, long: { ...long, dearest } };
}

function tierRates(
  tier: TokenPrices,
  searchPicoUsd: number | null,
  { discountMilli }: Model['caching'],
): TierRates {
  const provider: Rates = {
    input: femtoUsd(tier.inputPicoUsd),
    cached: femtoUsd(tier.cachedInputPicoUsd ?? tier.inputPicoUsd),
    cacheWrite: femtoUsd(tier.cacheWritePicoUsd ?? tier.inputPicoUsd),
    output: femtoUsd(tier.outputPicoUsd),
    search: femtoUsd(searchPicoUsd ?? 0),
  };
  const paidMilli =
    discountMilli === null ? null : 1000 - requireCount('A cache discount', discountMilli, 1000);
  const caller =
    paidMilli === null ? provider : { ...provider, cached: (provider.input * BigInt(paidMilli)) / MILLI };
  const dearest = { ...caller, input: dearer(caller.input, dearer(caller.cached, caller.cacheWrite)) };
  return { provider, caller, dearest };
}

function femtoUsd(picoUsd: number): bigint {
  return BigInt(requireCount('A price', picoUsd)) * FEMTO_USD_PER_PICO_USD;
}

function dearer(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** @returns micro-credits, rounded up. @throws RangeError as `priceCall`. */
export function chargeFor(usage: Quantities, rates: Rates, terms: ChargeTerms): number {
  const markup = BigInt(requireCount('A markup', terms.markupMilli, MAX_MARKUP_MILLI));
  const perUsd = BigInt(requireCount('Micro-credits per dollar', terms.microCreditsPerUsd));
  const scaled = costFemtoUsd(usage, rates) * markup * perUsd;
  return requireSafe('The charge', divideUp(scaled, FEMTO_USD_PER_USD * MILLI));
}

function costFemtoUsd(usage: Quantities, rates: Rates): bigint {
  const tokensPlain = usage.tokensIn - usage.tokensCached - usage.tokensCacheWrite;
  return (
    BigInt(tokensPlain) * rates.input +
    BigInt(usage.tokensCached) * rates.cached +
    BigInt(usage.tokensCacheWrite) * rates.cacheWrite +
    BigInt(usage.tokensOut) * rates.output +
    BigInt(usage.searches) * rates.search
  );
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
