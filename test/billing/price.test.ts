import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Model, Price } from '../../core/contract.ts';
import { priceCall } from '../../core/billing/price.ts';
import type { CallPrice, Quantities } from '../../core/billing/price.ts';
import { PRICE_EXAMPLES } from './price-examples.ts';
import type { PriceExample } from './price-examples.ts';
import { LIST_TERMS, NO_DISCOUNT, PLAIN_PRICE } from './priced-model.ts';

const NOTHING: Quantities = { tokensIn: 0, tokensCached: 0, tokensCacheWrite: 0, tokensOut: 0, searches: 0 };

function priceExample(example: PriceExample): CallPrice {
  const price = { ...PLAIN_PRICE, ...example.price };
  const caching = { ...NO_DISCOUNT, discountMilli: example.discountMilli ?? null };
  return priceCall(
    { price, caching },
    { ...NOTHING, ...example.usage },
    {
      markupMilli: example.markupMilli ?? LIST_TERMS.markupMilli,
      microCreditsPerUsd: example.microCreditsPerUsd ?? LIST_TERMS.microCreditsPerUsd,
    },
  );
}

describe('a call’s price, worked by hand', () => {
  test.each(PRICE_EXAMPLES)('$name', (example) => {
    expect(priceExample(example)).toEqual({
      providerCostNanoUsd: example.costNanoUsd,
      chargeMicroCredits: example.chargeMicroCredits,
    });
  });
});

describe('a call’s price refuses', () => {
  const model = { price: PLAIN_PRICE, caching: NO_DISCOUNT };
  test.each<[string, Partial<Quantities>]>([
    ['negative input', { tokensIn: -1 }],
    ['negative output', { tokensOut: -1 }],
    ['a fraction', { tokensOut: 1.5 }],
    ['not a number', { tokensOut: Number.NaN }],
    ['infinity', { tokensIn: Number.POSITIVE_INFINITY }],
    ['an absurd count', { tokensIn: 1e18 }],
    ['one more than the bound', { tokensOut: 1_000_000_001 }],
    ['negative searches', { searches: -3 }],
    ['too many searches', { searches: 10_001 }],
    ['more cached than sent', { tokensIn: 10, tokensCached: 11 }],
    ['more written and cached than sent', { tokensIn: 10, tokensCached: 6, tokensCacheWrite: 5 }],
    ['negative cached', { tokensIn: 10, tokensCached: -5 }],
  ])('%s', (_, usage) => {
    expect(() => priceCall(model, { ...NOTHING, ...usage }, LIST_TERMS)).toThrow(RangeError);
  });

  test.each([
    ['a negative markup', { markupMilli: -1 }],
    ['a fractional markup', { markupMilli: 0.5 }],
    ['an absurd markup', { markupMilli: 1_000_001 }],
    ['a negative credit', { microCreditsPerUsd: -1 }],
  ])('%s', (_, terms) => {
    expect(() => priceCall(model, NOTHING, { ...LIST_TERMS, ...terms })).toThrow(RangeError);
  });

  test('a charge beyond what the ledger holds exactly', () => {
    const usage = { ...NOTHING, tokensOut: 1_000_000_000 };
    const price = { ...PLAIN_PRICE, outputPicoUsd: 99_999_999_999 };
    const terms = { ...LIST_TERMS, markupMilli: 1_000_000 };
    expect(() => priceCall({ ...model, price }, usage, terms)).toThrow('outside the range');
  });
});

describe('a call’s price, for any usage', () => {
  const pico = fc.integer({ min: 0, max: 100_000_000 });
  const maybePico = fc.option(pico);
  const tier = fc.record({
    inputPicoUsd: pico,
    outputPicoUsd: pico,
    cachedInputPicoUsd: maybePico,
    cacheWritePicoUsd: maybePico,
  });
  const price: fc.Arbitrary<Price> = fc
    .record({
      short: tier,
      long: fc.option(fc.record({ tier, overInputTokens: fc.integer({ min: 1000, max: 500_000 }) })),
      searchPicoUsd: maybePico,
    })
    .map(({ short, long, searchPicoUsd }) => ({
      ...short,
      longContext: long === null ? null : { ...long.tier, overInputTokens: long.overInputTokens },
      searchPicoUsd,
      checked: '2026-11-20',
    }));
  const caching: fc.Arbitrary<Model['caching']> = fc
    .option(fc.integer({ min: 0, max: 1000 }))
    .map((discountMilli) => ({ mode: 'automatic', minTokens: null, discountMilli }));
  const usage: fc.Arbitrary<Quantities> = fc
    .record({
      plain: fc.nat(400_000),
      tokensCached: fc.nat(400_000),
      tokensCacheWrite: fc.nat(400_000),
      tokensOut: fc.nat(200_000),
      searches: fc.nat(20),
    })
    .map(({ plain, ...rest }) => ({ ...rest, tokensIn: plain + rest.tokensCached + rest.tokensCacheWrite }));
  const call = fc.record({ price, caching, usage, markupMilli: fc.integer({ min: 0, max: 5000 }) });

  test('both figures are whole, exact and never negative', () => {
    fc.assert(
      fc.property(call, (input) => {
        const { providerCostNanoUsd, chargeMicroCredits } = priceCall(input, input.usage, {
          ...input,
          microCreditsPerUsd: 100_000_000,
        });
        expect(Number.isSafeInteger(providerCostNanoUsd) && providerCostNanoUsd >= 0).toBe(true);
        expect(Number.isSafeInteger(chargeMicroCredits) && chargeMicroCredits >= 0).toBe(true);
      }),
    );
  });

  test('one output token more never costs less, and rounding adds less than one unit', () => {
    fc.assert(
      fc.property(call, (input) => {
        const terms = { ...input, microCreditsPerUsd: 100_000_000 };
        const before = priceCall(input, input.usage, terms);
        const more = { ...input.usage, tokensOut: input.usage.tokensOut + 1 };
        const after = priceCall(input, more, terms);
        const { longContext } = input.price;
        const isLong = longContext !== null && input.usage.tokensIn > longContext.overInputTokens;
        const outputPicoUsd = isLong ? longContext.outputPicoUsd : input.price.outputPicoUsd;
        expect(after.chargeMicroCredits).toBeGreaterThanOrEqual(before.chargeMicroCredits);
        const grownNanoUsd = after.providerCostNanoUsd - before.providerCostNanoUsd;
        expect(Math.abs(grownNanoUsd - outputPicoUsd / 1000)).toBeLessThan(1);
      }),
    );
  });

  test('at list price without a discount the caller pays the provider’s bill, rounded up', () => {
    fc.assert(
      fc.property(call, (input) => {
        const passed = { ...input.caching, discountMilli: null };
        const nanoTerms = { markupMilli: 1000, microCreditsPerUsd: 1_000_000_000 };
        const result = priceCall({ ...input, caching: passed }, input.usage, nanoTerms);
        expect(result.chargeMicroCredits).toBe(result.providerCostNanoUsd);
      }),
    );
  });
});
