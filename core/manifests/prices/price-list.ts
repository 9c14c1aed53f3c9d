import { isJsonObject } from '../load/json-values.ts';
import { NumberText, parseExactJson, plainDecimal, scaledExactly } from '../load/decimals.ts';

export const PRICE_KINDS = ['input', 'cachedInput', 'cacheWrite', 'output'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** Pico-USD per token; or, where that is no whole number, the list's US dollars per million tokens written out. */
export type ListedPrice = { readonly picoUsd: bigint } | { readonly inexact: string };
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

/** An object whose numbers are `NumberText`. */
export type ExactObject = Readonly<Record<string, unknown>>;

/** A list's JSON. @throws Error where it is no object. */
export function readListJson(text: string, name: string): ExactObject {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch (cause) {
    throw new Error(`${name} is not JSON; fetch it again`, { cause });
  }
  if (!isExactObject(value)) throw new Error(`${name} must hold a JSON object`);
  return value;
}

export function isExactObject(value: unknown): value is ExactObject {
  return isJsonObject(value) && !(value instanceof NumberText);
}

export function member(value: unknown, key: string): unknown {
  return isExactObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** US dollars per million tokens to pico-USD per token. */
const PLACES = 6;

function priceOf(value: unknown): ListedPrice | undefined {
  if (!(value instanceof NumberText)) return undefined;
  const picoUsd = scaledExactly(value.source, PLACES);
  if (picoUsd !== undefined) return { picoUsd };
  return { inexact: plainDecimal(value.source) ?? value.source };
}

/** Tokens where the list gives a number of them; many lists say 0 for what they do not know. */
export function tokensOf(value: unknown): number | undefined {
  if (!(value instanceof NumberText)) return undefined;
  const tokens = scaledExactly(value.source, 0);
  return tokens === undefined || tokens === 0n || tokens > BigInt(Number.MAX_SAFE_INTEGER)
    ? undefined
    : Number(tokens);
}

/** Only the prices that are there. */
export function pricesOf(entry: unknown, keys: Readonly<Record<PriceKind, string>>): ListedPrices {
  const prices = PRICE_KINDS.map((kind) => [kind, priceOf(member(entry, keys[kind]))] as const);
  return Object.fromEntries(prices.filter(([, price]) => price !== undefined));
}
