import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceCall } from '../../core/billing/price.ts';
import {
  estimateCall,
  imageTokens,
  LIKELY,
  likelyPages,
  type SizedCall,
  sumCosts,
  WORST,
} from '../../core/billing/quote.ts';
import type { Attachment } from '../../core/contract.ts';
import { registryOnDisk } from '../contract/registry-on-disk.ts';
import { LIST_TERMS, pricedModel } from './priced-model.ts';
import { cases } from '../support/whole-run.ts';

const FILE: Attachment = { name: 'file', mediaType: 'image/png', base64: Buffer.alloc(0), sizeBytes: 0 };
const pdf = (sizeBytes: number, pages?: number): Attachment => ({
  ...FILE,
  mediaType: 'application/pdf',
  sizeBytes,
  pages,
});
const CALL: SizedCall = {
  model: pricedModel(),
  textTokens: 1000,
  system: [],
  turns: ['question'],
  attachments: [],
  outputTokens: 1000,
  webSearch: false,
  cachedResource: false,
  ...LIST_TERMS,
};
/** 512 for the call and 16 for its one message. */
const OVERHEAD = 528;

describe('the bound on input', () => {
  test.each<[string, Partial<SizedCall>, number]>([
    ['text, message and call', {}, 1000 + OVERHEAD],
    ['every message', { system: Array(3), turns: Array(7) }, 1000 + 512 + 160],
    ['images', { attachments: [FILE, FILE, FILE] }, 1000 + 4500 + OVERHEAD],
    ['counted pages', { attachments: [pdf(5_000_000, 7)] }, 1000 + 21_000 + OVERHEAD],
    ['as many pages as anybody takes', { attachments: [pdf(9)] }, 1_000_000],
    ['every file', { attachments: [pdf(1, 1), pdf(1, 2)] }, 1000 + 9000 + OVERHEAD],
    ['what a search may bring', { webSearch: true }, 1000 + 20_480 + OVERHEAD],
    ['never over the context', { textTokens: 2_000_000 }, 1_000_000],
    ['never over the context, for files', { attachments: [pdf(20_000_000)] }, 1_000_000],
    ['the whole context where a cached resource hides input', { cachedResource: true }, 1_000_000],
  ])('%s', (_, change, tokensIn) => {
    expect(estimateCall({ ...CALL, ...change }, WORST).tokensIn).toBe(tokensIn);
  });
});

test('pages that nobody counted are as many as a file of this size is likely to have', () => {
  expect(likelyPages({ sizeBytes: 1025, pages: undefined })).toBe(3n);
  expect(likelyPages({ sizeBytes: 1025, pages: 2 })).toBe(2n);
});

describe('the hold, worked by hand', () => {
  test('input and output at list price', () => {
    // 1528 x 2.5 + 1000 x 10 = 13,820 micro-USD
    expect(estimateCall(CALL, WORST)).toEqual({
      tokensIn: 1528,
      tokensOut: 1000,
      searches: 0,
      costMicroCredits: 1_382_000,
    });
  });

  test('cache writes where they are dearer than input', () => {
    // 1528 x 3.125 + 1000 x 10 = 14,775 micro-USD
    const model = pricedModel({ price: { cacheWritePicoUsd: 3_125_000 } });
    expect(estimateCall({ ...CALL, model }, WORST).costMicroCredits).toBe(1_477_500);
  });

  test('ten searches', () => {
    // (1528 + 20,480) x 2.5 + 1000 x 10 + 10 x 14,000 = 205,020 micro-USD
    const model = pricedModel({ price: { searchPicoUsd: 14_000_000_000 } });
    expect(estimateCall({ ...CALL, model, webSearch: true }, WORST)).toMatchObject({
      searches: 10,
      costMicroCredits: 20_502_000,
    });
    expect(estimateCall({ ...CALL, model }, WORST).searches).toBe(0);
  });

  test('the long tier as soon as the input may reach it, and not before', () => {
    const longContext = {
      overInputTokens: 200_000,
      inputPicoUsd: 5_000_000,
      outputPicoUsd: 5_000_000,
      cachedInputPicoUsd: null,
      cacheWritePicoUsd: null,
    };
    const model = pricedModel({ price: { longContext } });
    // 200,000 x 2.5 + 1000 x 10
    const short = estimateCall({ ...CALL, model, textTokens: 200_000 - OVERHEAD }, WORST);
    expect(short.costMicroCredits).toBe(51_000_000);
    // 200,001 x 5 + 1000 x 10: the short tier's dearer output still counts, the call may turn out short
    const long = estimateCall({ ...CALL, model, textTokens: 200_001 - OVERHEAD }, WORST);
    expect(long.costMicroCredits).toBe(101_000_500);
  });

  test('the markup', () => {
    expect(estimateCall({ ...CALL, markupMilli: 2000 }, WORST).costMicroCredits).toBe(2_764_000);
  });
});

describe('the hold refuses', () => {
  test.each<[string, Partial<SizedCall>]>([
    ['negative outputTokens', { outputTokens: -1 }],
    ['a fraction of outputTokens', { outputTokens: 1.5 }],
    ['absurd outputTokens', { outputTokens: 1e21 }],
    ['infinite outputTokens', { outputTokens: Number.POSITIVE_INFINITY }],
    ['negative text', { textTokens: -1 }],
    ['a negative page count', { attachments: [pdf(1, -1)] }],
    ['a negative file size', { attachments: [pdf(-1)] }],
  ])('%s', (_, change) => {
    expect(() => estimateCall({ ...CALL, ...change }, WORST)).toThrow(RangeError);
  });

  test('a sum the ledger cannot hold exactly', () => {
    const half = { costMicroCredits: 2 ** 52 };
    expect(sumCosts([half, { costMicroCredits: 2 ** 52 - 1 }])).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => sumCosts([half, half])).toThrow('outside the range');
    expect(() => sumCosts([{ costMicroCredits: -1 }])).toThrow(RangeError);
    expect(sumCosts([])).toBe(0);
  });
});

describe('the hold, for any call', () => {
  const pico = fc.integer({ min: 0, max: 50_000_000 });
  const tier = fc.record({
    inputPicoUsd: pico,
    outputPicoUsd: pico,
    cachedInputPicoUsd: fc.option(pico),
    cacheWritePicoUsd: fc.option(pico),
  });
  const model = fc
    .record({
      short: tier,
      long: fc.option(fc.record({ tier, overInputTokens: fc.integer({ min: 1000, max: 60_000 }) })),
      searchPicoUsd: fc.option(pico),
      discountMilli: fc.option(fc.integer({ min: 0, max: 1000 })),
      contextTokens: fc.integer({ min: 1024, max: 100_000 }),
    })
    .map(({ short, long, searchPicoUsd, discountMilli, ...limits }) => {
      const longContext = long === null ? null : { ...long.tier, overInputTokens: long.overInputTokens };
      return pricedModel({
        price: { ...short, longContext, searchPicoUsd },
        caching: { mode: 'explicit', minTokens: null, discountMilli },
        limits,
      });
    });
  const messages = fc.nat(25).map((length) => Array<string>(length));
  const side = fc.integer({ min: 1, max: 16_384 });
  const image = fc
    .option(fc.record({ width: side, height: side }), { nil: undefined })
    .map((pixels): Attachment => (pixels === undefined ? FILE : { ...FILE, pixels }));
  const document = fc
    .tuple(fc.nat(10_000), fc.option(fc.nat(20), { nil: undefined }))
    .map(([sizeBytes, pages]) => pdf(sizeBytes, pages));
  const call: fc.Arbitrary<SizedCall> = fc.record({
    model,
    textTokens: fc.nat(100_000),
    system: messages,
    turns: messages,
    attachments: fc.array(fc.oneof(image, document), { maxLength: 7 }),
    outputTokens: fc.nat(50_000),
    webSearch: fc.boolean(),
    cachedResource: fc.boolean(),
    markupMilli: fc.integer({ min: 0, max: 3000 }),
    microCreditsPerUsd: fc.constant(100_000_000),
  });
  // Nothing and everything are where a bound breaks first.
  const share = fc.oneof(fc.constantFrom(0, 1, 1), fc.double({ min: 0, max: 1, noNaN: true }));

  test('covers the charge of every usage within the bound', () => {
    const shares = fc.record({ input: share, cached: share, written: share, output: share, searches: share });
    fc.assert(
      fc.property(call, shares, (bounded, part) => {
        const bound = estimateCall(bounded, WORST);
        const tokensIn = Math.floor(bound.tokensIn * part.input);
        const tokensCached = Math.floor(tokensIn * part.cached);
        const usage = {
          tokensIn,
          tokensCached,
          tokensCacheWrite: Math.floor((tokensIn - tokensCached) * part.written),
          tokensOut: Math.floor(bound.tokensOut * part.output),
          searches: Math.floor(bound.searches * part.searches),
        };
        const { chargeMicroCredits } = priceCall(bounded.model, usage, bounded);
        expect(chargeMicroCredits).toBeLessThanOrEqual(bound.costMicroCredits);
      }),
      { numRuns: cases(1000) },
    );
  });

  test('never falls when something grows', () => {
    const growth = fc.integer({ min: 1, max: 100_000 }).chain((more) =>
      fc.constantFrom<((call: SizedCall) => Partial<SizedCall>)[]>(
        ({ outputTokens }) => ({ outputTokens: outputTokens + more }),
        ({ textTokens }) => ({ textTokens: textTokens + more }),
        ({ turns }) => ({ turns: [...turns, 'more'] }),
        ({ attachments }) => ({ attachments: [...attachments, FILE] }),
      ),
    );
    fc.assert(
      fc.property(call, growth, (bounded, grow) => {
        const grown = estimateCall({ ...bounded, ...grow(bounded) }, WORST);
        expect(grown.costMicroCredits).toBeGreaterThanOrEqual(estimateCall(bounded, WORST).costMicroCredits);
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('an image of known size', () => {
  const limits = (id: string) => registryOnDisk.find(id)!.model.limits;
  // The examples of OpenAI's and Anthropic's guides, read 2026-11-20, and the bounds of both.
  test.each([
    ['gpt-5.4', 64, 64, 5],
    ['gpt-5.4', 1_024, 1_024, 1_229],
    ['gpt-5.4', 9_000, 9_000, 12_000],
    ['gpt-4o', 1_024, 1_024, 765],
    ['gpt-4o', 2_048, 4_096, 1_105],
    ['gpt-4o', 1, 16_384, 765],
    ['claude-haiku-4-5', 200, 200, 54],
    ['claude-haiku-4-5', 1_092, 1_092, 1_590],
    ['claude-haiku-4-5', 8_000, 8_000, 1_600],
    ['mistral-large-2512', 280, 56, 22],
    ['gemini-3.5-flash', 64, 64, 1_120],
  ])('counts for %s at %i x %i as %i tokens', (id, width, height, tokens) => {
    expect(imageTokens(limits(id), { width, height })).toBe(tokens);
  });

  test('counts as one at least and never above the bound, whatever its size', () => {
    const side = fc.integer({ min: 1, max: 16_384 });
    const seeing = registryOnDisk.entries.filter(({ model }) => model.accepts.images.length > 0);
    fc.assert(
      fc.property(fc.constantFrom(...seeing), side, side, ({ model }, width, height) => {
        const tokens = imageTokens(model.limits, { width, height });
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThan(0);
        expect(tokens).toBeLessThanOrEqual(imageTokens(model.limits, undefined));
      }),
    );
  });
});

test('a page of a small PDF has less text than a full one', () => {
  const model = pricedModel({ limits: { pdfPageTokens: 4_600, pdfPageTextTokens: 3_000 } });
  const forecast = (sizeBytes: number, pages: number): number =>
    estimateCall(
      {
        ...CALL,
        model,
        textTokens: 0,
        outputTokens: 0,
        attachments: [pdf(sizeBytes, pages)],
      },
      LIKELY,
    ).tokensIn;
  expect([forecast(700, 1), forecast(40_000, 1), forecast(40_000, 20)].map((tokens) => tokens - 24)).toEqual([
    2_300, 4_600, 72_000,
  ]);
});
