import type { Json, JsonObject } from '../../contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../load/json-values.ts';

export const PRICE_KINDS = ['input', 'cachedInput', 'cacheWrite', 'output'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** US dollars per million tokens. */
export type ListedPrices = Readonly<Partial<Record<PriceKind, number>>>;

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

function priceOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Tokens where the list gives a number of them; many lists say 0 for what they do not know. */
function tokensOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** What the list calls each. */
const KEYS = { input: 'input', output: 'output', cachedInput: 'cache_read', cacheWrite: 'cache_write' };

/** Only the prices that are there. */
function pricesOf(entry: JsonObject): ListedPrices {
  const prices = PRICE_KINDS.map((kind) => [kind, priceOf(entry[KEYS[kind]])] as const);
  return Object.fromEntries(prices.filter(([, price]) => price !== undefined));
}

/** The one threshold models.dev writes into a key; it is also there for models whose tier begins higher. */
const LONG_CONTEXT = { key: 'context_over_200k', tokens: 200_000 };

/**
 * The price list of models.dev, its api.json: providers, each with an object of models.
 * @param name the file's, for messages.
 * @throws Error where it is none.
 */
export function readModelsDev(text: string, name: string): ListedProviders {
  const list = Object.entries(readListJson(text, name)).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
  if (!list.some(([, { models }]) => isJsonObject(models)))
    throw new Error(`${name} is not models.dev's api.json; download it from https://models.dev/api.json`);
  const providers = list.map(([id, provider]) => {
    const entries = Object.entries(objectIn(provider, 'models'));
    const models = entries.map(
      ([model, entry]) => [model, readModel(isJsonObject(entry) ? entry : {})] as const,
    );
    return [id, new Map(models)] as const;
  });
  return new Map(providers);
}

function readListJson(text: string, name: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} is not JSON; fetch it again`, { cause });
  }
  if (!isJsonObject(value)) throw new Error(`${name} must hold a JSON object`);
  return value;
}

function readModel(entry: JsonObject): ListedModel {
  const cost = objectIn(entry, 'cost');
  const { context, output } = objectIn(entry, 'limit');
  const tiers = tiersOf(cost);
  const long = cost[LONG_CONTEXT.key];
  const rounded = isJsonObject(long) ? [[LONG_CONTEXT.tokens, pricesOf(long)] as const] : [];
  return {
    prices: pricesOf(cost),
    longContexts: new Map(tiers.length > 0 ? tiers : rounded),
    areThresholdsExact: tiers.length > 0,
    contextTokens: tokensOf(context),
    outputTokens: tokensOf(output),
  };
}

/** `tiers`, with the exact threshold in `tier.size`, the lowest first. */
function tiersOf({ tiers }: JsonObject): readonly (readonly [tokens: number, prices: ListedPrices])[] {
  return (isJsonArray(tiers) ? tiers.filter(isJsonObject) : [])
    .flatMap((entry) => {
      const { type, size } = objectIn(entry, 'tier');
      const tokens = type === 'context' ? tokensOf(size) : undefined;
      return tokens === undefined ? [] : [[tokens, pricesOf(entry)] as const];
    })
    .toSorted(([one], [other]) => one - other);
}
