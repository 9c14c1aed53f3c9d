import type { Price } from '../../core/contract.ts';
import type { Quantities } from '../../core/billing/price.ts';

export interface PriceExample {
  readonly name: string;
  readonly price?: Partial<Price>;
  readonly discountMilli?: number;
  readonly usage: Partial<Quantities>;
  readonly markupMilli?: number;
  readonly microCreditsPerUsd?: number;
  readonly costNanoUsd: number;
  readonly chargeMicroCredits: number;
}

const LONG = {
  overInputTokens: 200_000,
  inputPicoUsd: 5_000_000,
  outputPicoUsd: 15_000_000,
  cachedInputPicoUsd: 2_500_000,
  cacheWritePicoUsd: null,
};

// Worked by hand: tokens x USD per million = micro-USD; one USD is 10^9 nano-USD and 10^8 micro-credits.
export const PRICE_EXAMPLES: readonly PriceExample[] = [
  { name: 'nothing used, nothing owed', usage: {}, costNanoUsd: 0, chargeMicroCredits: 0 },
  {
    // 1000 x 2.5 + 500 x 10 = 7500 micro-USD
    name: 'input and output',
    usage: { tokensIn: 1000, tokensOut: 500 },
    costNanoUsd: 7_500_000,
    chargeMicroCredits: 750_000,
  },
  {
    // 800 x 2.5 + 200 x 1.25 + 500 x 10 = 7250 micro-USD for both
    name: 'the provider’s cached price, passed on where no discount is promised',
    usage: { tokensIn: 1000, tokensCached: 200, tokensOut: 500 },
    costNanoUsd: 7_250_000,
    chargeMicroCredits: 725_000,
  },
  {
    // provider: 800 x 2.5 + 200 x 0.25 = 2050; caller: 800 x 2.5 + 200 x 2.5 x 0.5 = 2250
    name: 'the promised discount is smaller than the provider’s',
    price: { cachedInputPicoUsd: 250_000 },
    discountMilli: 500,
    usage: { tokensIn: 1000, tokensCached: 200 },
    costNanoUsd: 2_050_000,
    chargeMicroCredits: 225_000,
  },
  {
    // provider: 800 x 2.5 + 200 x 1.25 = 2250; caller: 800 x 2.5 + 200 x 2.5 x 0.1 = 2050
    name: 'the promised discount is deeper: the operator pays the difference',
    discountMilli: 900,
    usage: { tokensIn: 1000, tokensCached: 200 },
    costNanoUsd: 2_250_000,
    chargeMicroCredits: 205_000,
  },
  {
    // No cached price at the provider: 1000 x 2.5 = 2500; caller 2250
    name: 'a promised discount where the provider gives none',
    price: { cachedInputPicoUsd: null },
    discountMilli: 500,
    usage: { tokensIn: 1000, tokensCached: 200 },
    costNanoUsd: 2_500_000,
    chargeMicroCredits: 225_000,
  },
  {
    name: 'no cached price and no discount: the full price',
    price: { cachedInputPicoUsd: null },
    usage: { tokensIn: 1000, tokensCached: 1000 },
    costNanoUsd: 2_500_000,
    chargeMicroCredits: 250_000,
  },
  {
    name: 'a discount of everything',
    discountMilli: 1000,
    usage: { tokensIn: 1000, tokensCached: 1000 },
    costNanoUsd: 1_250_000,
    chargeMicroCredits: 0,
  },
  {
    // 100 plain x 5 + 900 written x 6.25 = 6125
    name: 'cache writes cost more than input, for both',
    price: { inputPicoUsd: 5_000_000, cacheWritePicoUsd: 6_250_000 },
    discountMilli: 500,
    usage: { tokensIn: 1000, tokensCacheWrite: 900 },
    costNanoUsd: 6_125_000,
    chargeMicroCredits: 612_500,
  },
  {
    // 100 x 5 + 300 read x 0.5 + 600 written x 6.25 + 10 x 25 = 500 + 150 + 3750 + 250
    name: 'read, written and plain input in one call',
    price: {
      inputPicoUsd: 5_000_000,
      cachedInputPicoUsd: 500_000,
      cacheWritePicoUsd: 6_250_000,
      outputPicoUsd: 25_000_000,
    },
    usage: { tokensIn: 1000, tokensCached: 300, tokensCacheWrite: 600, tokensOut: 10 },
    costNanoUsd: 4_650_000,
    chargeMicroCredits: 465_000,
  },
  {
    name: 'cache writes without a price of their own are input',
    usage: { tokensIn: 1000, tokensCacheWrite: 1000 },
    costNanoUsd: 2_500_000,
    chargeMicroCredits: 250_000,
  },
  {
    // exactly at the boundary: 200,000 x 2.5
    name: 'the short tier up to its last token',
    price: { longContext: LONG },
    usage: { tokensIn: 200_000, tokensOut: 1000 },
    costNanoUsd: 510_000_000,
    chargeMicroCredits: 51_000_000,
  },
  {
    // 200,001 x 5 + 1000 x 15 = 1,015,005
    name: 'one token more, and the whole call is long',
    price: { longContext: LONG },
    usage: { tokensIn: 200_001, tokensOut: 1000 },
    costNanoUsd: 1_015_005_000,
    chargeMicroCredits: 101_500_500,
  },
  {
    // provider: 100,000 x 5 + 150,000 x 2.5 = 875,000; caller: 100,000 x 5 + 150,000 x 5 x 0.1 = 575,000
    name: 'the discount is on the tier’s own input price',
    price: { longContext: LONG },
    discountMilli: 900,
    usage: { tokensIn: 250_000, tokensCached: 150_000 },
    costNanoUsd: 875_000_000,
    chargeMicroCredits: 57_500_000,
  },
  {
    // USD 14 for a thousand queries: 3 x 14,000 micro-USD, and 10 tokens x 2.5
    name: 'web searches',
    price: { searchPicoUsd: 14_000_000_000 },
    usage: { tokensIn: 10, searches: 3 },
    costNanoUsd: 42_025_000,
    chargeMicroCredits: 4_202_500,
  },
  {
    name: 'searches of a model without a search price are free',
    usage: { searches: 3 },
    costNanoUsd: 0,
    chargeMicroCredits: 0,
  },
  {
    name: 'the markup is the caller’s alone',
    usage: { tokensIn: 1000, tokensOut: 500 },
    markupMilli: 1250,
    costNanoUsd: 7_500_000,
    chargeMicroCredits: 937_500,
  },
  {
    name: 'a markup of nothing',
    usage: { tokensIn: 1000, tokensOut: 500 },
    markupMilli: 0,
    costNanoUsd: 7_500_000,
    chargeMicroCredits: 0,
  },
  {
    name: 'another worth of a credit',
    usage: { tokensIn: 1000, tokensOut: 500 },
    microCreditsPerUsd: 1_000_000,
    costNanoUsd: 7_500_000,
    chargeMicroCredits: 7500,
  },
  {
    // 1 token at USD 0.000001 for a million: 1 pico-USD
    name: 'the smallest price is rounded up to one unit of each',
    price: { inputPicoUsd: 1 },
    usage: { tokensIn: 1 },
    costNanoUsd: 1,
    chargeMicroCredits: 1,
  },
  {
    // 1001 pico-USD and 10,010 x 0.1: 1.001 nano-USD; 0.1001 micro-credits
    name: 'a cost just over a unit takes the next',
    price: { inputPicoUsd: 1001 },
    usage: { tokensIn: 1 },
    costNanoUsd: 2,
    chargeMicroCredits: 1,
  },
  {
    // 3 x 0.3333 + 3 x 0.3333 nano: rounded once at the end, 2; rounded by kind it would be 2 + 2
    name: 'rounding happens once, not for each kind of token',
    price: { inputPicoUsd: 333, outputPicoUsd: 333 },
    usage: { tokensIn: 3, tokensOut: 3 },
    costNanoUsd: 2,
    chargeMicroCredits: 1,
  },
  {
    // 1 cached token of 1 pico-USD at half: half a pico-USD x 1.5 x 10^14 micro-credits a dollar = 75.0
    name: 'half a pico-USD is not lost before the markup',
    price: { inputPicoUsd: 1 },
    discountMilli: 500,
    usage: { tokensIn: 1, tokensCached: 1 },
    markupMilli: 1500,
    microCreditsPerUsd: 100_000_000_000_000,
    costNanoUsd: 1250,
    chargeMicroCredits: 75,
  },
];
