import type { Model, Price, TokenPrices } from '../contract.ts';
import { MAX_MARKUP_MILLI, requireCount, requireSafe } from './amounts.ts';

/** What one call is billed for. */
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

export interface CallPrice {
  readonly providerCostNanoUsd: number;
  readonly chargeMicroCredits: number;
}

/** Femto-USD (10^-15) per token or query: a thousandth of the manifest's pico-USD, so a discount in thousandths is exact. */
export interface Rates {
  readonly input: bigint;
  readonly cached: bigint;
  readonly cacheWrite: bigint;
  readonly output: bigint;
  readonly search: bigint;
}

/** More than any model reads or writes in one call; what a reply claims beyond it is malformed, not a bill. */
export const MAX_TOKENS = 1_000_000_000;
/** Bound on the search queries one call can be billed for. */
export const MAX_SEARCHES = 10_000;

const FEMTO_USD_PER_PICO_USD = 1000n;
const FEMTO_USD_PER_NANO_USD = 1_000_000n;
const FEMTO_USD_PER_USD = 1_000_000_000_000_000n;
const MILLI = 1000n;

/**
 * What one call costs: the provider's own bill, and the caller's charge at list price with the contract's cache
 * discount and the account's markup. Each is rounded up once.
 * @throws RangeError where a quantity is negative, fractional or over its maximum.
 */
export function priceCall(
  call: {
    readonly price: Price;
    readonly caching: Model['caching'];
    readonly usage: Quantities;
  } & ChargeTerms,
): CallPrice {
  const { usage } = call;
  checkQuantities(usage);
  const { provider, caller } = ratesOf(call, usage.tokensIn);
  const billed = costFemtoUsd(usage, provider);
  return {
    providerCostNanoUsd: requireSafe('The provider’s cost', divideUp(billed, FEMTO_USD_PER_NANO_USD)),
    chargeMicroCredits: chargeFor(usage, caller, call),
  };
}

/** What the tokens of a call cost whose input falls in one tier. */
export interface TierRates {
  /** What the provider bills; a price it does not list is the full input price. */
  readonly provider: Rates;
  /** The same list with the cache discount promised to callers in place of the provider's own, where there is one. */
  readonly caller: Rates;
  /** The highest price each token can have: in any tier the input may fall in, cached, written or neither. */
  readonly dearest: Rates;
}

interface PriceList {
  readonly caching: Model['caching'];
  readonly short: TierRates;
  /** The same as `short` where the model has one tier. */
  readonly long: TierRates;
}

/** A model's prices stay the same objects for as long as its registry. */
const known = new WeakMap<Price, PriceList>();

/**
 * The rates of a model for a call of this input, worked out once for each model. Providers bill the whole call by the
 * tier its input falls in, not only the tokens above the boundary.
 * @throws RangeError where a price or the discount is no count.
 */
export function ratesOf(
  { price, caching }: { readonly price: Price; readonly caching: Model['caching'] },
  tokensIn: number,
): TierRates {
  let list = known.get(price);
  if (list?.caching !== caching) {
    list = listRates(price, caching);
    known.set(price, list);
  }
  const { longContext } = price;
  return longContext !== null && tokensIn > longContext.overInputTokens ? list.long : list.short;
}

function listRates(price: Price, caching: Model['caching']): PriceList {
  const short = tierRates(price, price.searchPicoUsd, caching);
  if (price.longContext === null) return { caching, short, long: short };
  const long = tierRates(price.longContext, price.searchPicoUsd, caching);
  const dearest = {
    ...long.dearest,
    input: dearer(short.dearest.input, long.dearest.input),
    output: dearer(short.dearest.output, long.dearest.output),
  };
  return { caching, short, long: { ...long, dearest } };
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

function checkQuantities(usage: Quantities): void {
  requireCount('tokensIn', usage.tokensIn, MAX_TOKENS);
  requireCount('tokensCached', usage.tokensCached, MAX_TOKENS);
  requireCount('tokensCacheWrite', usage.tokensCacheWrite, MAX_TOKENS);
  requireCount('tokensOut', usage.tokensOut, MAX_TOKENS);
  requireCount('searches', usage.searches, MAX_SEARCHES);
  requireCount(
    'tokensCached + tokensCacheWrite',
    usage.tokensCached + usage.tokensCacheWrite,
    usage.tokensIn,
  );
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
