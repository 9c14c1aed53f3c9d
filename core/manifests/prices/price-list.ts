import type { Json, JsonObject } from '../../contract.ts';
import { picoUsdPerToken } from '../load/decimals.ts';

export const PRICE_KINDS = ['input', 'cachedInput', 'cacheWrite', 'output'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** Pico-USD per token; or, where that is no whole number, the list's US dollars per million tokens written out. */
export type ListedPrice = { readonly picoUsd: number } | { readonly inexact: string };
export type ListedPrices = Readonly<Partial<Record<PriceKind, ListedPrice>>>;

/** What a list says of one model. What it does not say is absent. */
export interface ListedModel {
  readonly prices: ListedPrices;
  /** Prices of a call whose input is longer than so many tokens. */
  readonly longContexts: ReadonlyMap<number, ListedPrices>;
  /** False where the list writes one threshold for itself and for every higher one. */
  readonly areThresholdsExact: boolean;
  readonly contextTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** By provider, as the list calls it; its models by the name under which it takes them. */
export type ListedProviders = ReadonlyMap<string, ReadonlyMap<string, ListedModel>>;

/** A number has few enough digits to be written as the list has it: a price of more than 15 is none. */
function priceOf(value: Json | undefined): ListedPrice | undefined {
  if (typeof value !== 'number' || value < 0) return undefined;
  const written = String(value);
  try {
    return { picoUsd: picoUsdPerToken(written) };
  } catch {
    return { inexact: written };
  }
}

/** Tokens where the list gives a number of them; many lists say 0 for what they do not know. */
export function tokensOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Only the prices that are there. */
export function pricesOf(entry: JsonObject, keys: Readonly<Record<PriceKind, string>>): ListedPrices {
  const prices = PRICE_KINDS.map((kind) => [kind, priceOf(entry[keys[kind]])] as const);
  return Object.fromEntries(prices.filter(([, price]) => price !== undefined));
}
