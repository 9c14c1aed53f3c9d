/** Tokens of one call; cached ones are part of the input. */
export interface CallUsage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** What an account pays, in thousandths of a USD per million tokens, copied by hand from the providers' lists. */
interface HandPrice {
  readonly provider: string;
  readonly input: number;
  /** With the discount the contract promises: half at OpenAI, nine tenths at DeepSeek. */
  readonly cached: number;
  readonly output: number;
}

const PRICES = {
  'gpt-4o': { provider: 'openai', input: 2_500, cached: 1_250, output: 10_000 },
  'ministral-3b-2512': { provider: 'mistral', input: 100, cached: 10, output: 100 },
  'deepseek-flash': { provider: 'deepseek', input: 300, cached: 30, output: 1_200 },
  'gemini-2.5-flash': { provider: 'google', input: 300, cached: 30, output: 2_500 },
  'claude-haiku-4-5': { provider: 'anthropic', input: 1_000, cached: 100, output: 5_000 },
} satisfies Readonly<Record<string, HandPrice>>;

/** Of five providers, so that a call's provider tells its model. */
export type PricedModel = keyof typeof PRICES;

export const PRICED_MODELS = Object.keys(PRICES) as readonly PricedModel[];

export function providerOf(model: PricedModel): string {
  return PRICES[model].provider;
}

/** The account's factor on list prices, in thousandths: odd, so that hardly a charge comes out even. */
export const MARKUP_MILLI = 1_237;

/** Micro-credits of one call: 100,000,000 to the dollar, times the markup, rounded up once. */
export function chargeByHand(model: PricedModel, usage: CallUsage): number {
  const { input, cached, output } = PRICES[model];
  const plainTokens = usage.inputTokens - usage.cachedTokens;
  const thousandthsPerMillion =
    plainTokens * input + usage.cachedTokens * cached + usage.outputTokens * output;
  return Math.ceil((thousandthsPerMillion * MARKUP_MILLI) / 10_000);
}
