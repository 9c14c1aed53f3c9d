import type { Model, Price } from '../../core/contract.ts';

/** USD 2.50 in, 1.25 cached, 10.00 out for a million tokens. */
export const PLAIN_PRICE: Price = {
  inputPicoUsd: 2_500_000,
  outputPicoUsd: 10_000_000,
  cachedInputPicoUsd: 1_250_000,
  cacheWritePicoUsd: null,
  longContext: null,
  searchPicoUsd: null,
  checked: '2026-11-20',
};

/** A cent a credit, list price. */
export const LIST_TERMS = { markupMilli: 1000, microCreditsPerUsd: 100_000_000 };

export const NO_DISCOUNT: Model['caching'] = { mode: 'automatic', minTokens: 1024, discountMilli: null };

type Changes = Partial<Omit<Model, 'price' | 'limits'>> & {
  readonly price?: Partial<Price>;
  readonly limits?: Partial<Model['limits']>;
};

/** An invented model; only what a test is about is named by the test. */
export function pricedModel({ price, limits, ...changes }: Changes = {}): Model {
  return {
    id: 'vega-5',
    provider: 'aurora',
    upstream: 'vega-5',
    names: [],
    group: 'fast',
    judge: null,
    typicalOutputTokens: { answer: 1_000, verdict: 500, reasoning: 0 },
    accepts: { images: ['image/png'], pdf: true },
    sampling: { temperature: [0, 2], topP: [0, 1], together: true, greedyTopP: null },
    schemaEnforcement: 'native',
    tools: null,
    caching: NO_DISCOUNT,
    tuning: {},
    send: {},
    shutdown: null,
    deprecated: null,
    successor: null,
    isSucceeded: false,
    ...changes,
    price: { ...PLAIN_PRICE, ...price },
    limits: {
      contextTokens: 1_000_000,
      outputTokens: 64_000,
      defaultOutputTokens: 16_384,
      uncappedReasoningTokens: 0,
      imageTokens: 1500,
      pdfPageTokens: 3000,
      ...limits,
    },
  };
}
