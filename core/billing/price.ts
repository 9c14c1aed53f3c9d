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
  const { price, usage } = call;
  checkQuantities(usage);
  const { longContext } = price;
  // Providers bill the whole call by the tier its input falls in, not only the tokens above the boundary.
  const tier = longContext !== null && usage.tokensIn > longContext.overInputTokens ? longContext : price;
  const billed = costFemtoUsd(usage, providerRates(tier, price.searchPicoUsd));
  return {
    providerCostNanoUsd: requireSafe('The provider’s cost', divideUp(billed, FEMTO_USD_PER_NANO_USD)),
    chargeMicroCredits: chargeFor(usage, callerRates(tier, price.searchPicoUsd, call.caching), call),
  };
}

/** What the provider bills; a price it does not list is the full input price. */
export function providerRates(tier: TokenPrices, searchPicoUsd: number | null): Rates {
  return {
    input: femtoUsd(tier.inputPicoUsd),
    cached: femtoUsd(tier.cachedInputPicoUsd ?? tier.inputPicoUsd),
    cacheWrite: femtoUsd(tier.cacheWritePicoUsd ?? tier.inputPicoUsd),
    output: femtoUsd(tier.outputPicoUsd),
    search: femtoUsd(searchPicoUsd ?? 0),
  };
}

/** The same list with the cache discount promised to callers in place of the provider's own, where there is one. */
export function callerRates(
  tier: TokenPrices,
  searchPicoUsd: number | null,
  caching: Model['caching'],
): Rates {
  const rates = providerRates(tier, searchPicoUsd);
  if (caching.discountMilli === null) return rates;
  const paidMilli = 1000 - requireCount('A cache discount', caching.discountMilli, 1000);
  return { ...rates, cached: (rates.input * BigInt(paidMilli)) / MILLI };
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

function femtoUsd(picoUsd: number): bigint {
  return BigInt(requireCount('A price', picoUsd)) * FEMTO_USD_PER_PICO_USD;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
