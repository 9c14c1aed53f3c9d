import type { Json, JsonObject } from '../../contract.ts';
import { asJsonArray, asJsonObject, isJsonObject, objectIn } from '../../schema/json-values.ts';
import { PRICE_KINDS, type PriceKind } from '../load/price-kinds.ts';

/** US dollars per million tokens. */
export type ListedPrices = Readonly<Partial<Record<PriceKind, number>>>;

/** The facts that a list has about one model. */
export interface ListedModel {
  readonly prices: ListedPrices;
  /** The prices of calls with more input tokens than the key. */
  readonly longContexts: ReadonlyMap<number, ListedPrices>;
  /** False if the list uses one threshold also for models with a higher one. */
  readonly areThresholdsExact: boolean;
  readonly contextTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** The models of each provider, by their upstream names. The key is the list's ID of the provider. */
export type ListedProviders = ReadonlyMap<string, ReadonlyMap<string, ListedModel>>;

function priceOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Undefined if the list has no number, or 0, which many lists write for an unknown one. */
function tokensOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The list's keys of prices. */
const KEYS = { input: 'input', output: 'output', cachedInput: 'cache_read', cacheWrite: 'cache_write' };

/** Only the prices that the list has. */
function pricesOf(entry: JsonObject): ListedPrices {
  const prices = PRICE_KINDS.map((kind) => [kind, priceOf(entry[KEYS[kind]])] as const);
  return Object.fromEntries(prices.filter(([, price]) => price !== undefined));
}

/** The threshold that models.dev writes as a key, also for models whose tier begins higher. */
const LONG_CONTEXT = { key: 'context_over_200k', tokens: 200_000 };

/**
 * Reads the price list of models.dev, its api.json: providers, each with an object of models.
 * @param name the name of the file, for messages.
 * @throws Error if the text is not that list.
 */
export function readModelsDev(text: string, name: string): ListedProviders {
  const list = Object.entries(readListJson(text, name)).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
  if (!list.some(([, { models }]) => isJsonObject(models)))
    throw new Error(`${name} is not models.dev's api.json; download it from https://models.dev/api.json`);
  const providers = list.map(([id, provider]) => {
    const entries = Object.entries(objectIn(provider, 'models'));
    const models = entries.map(([model, entry]) => [model, readModel(asJsonObject(entry))] as const);
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
  const roundedTier = isJsonObject(long) ? [[LONG_CONTEXT.tokens, pricesOf(long)] as const] : [];
  return {
    prices: pricesOf(cost),
    longContexts: new Map(tiers.length > 0 ? tiers : roundedTier),
    areThresholdsExact: tiers.length > 0,
    contextTokens: tokensOf(context),
    outputTokens: tokensOf(output),
  };
}

/** The prices in `tiers` by their exact thresholds (`tier.size`), the lowest first. */
function tiersOf({ tiers }: JsonObject): readonly (readonly [tokens: number, prices: ListedPrices])[] {
  return asJsonArray(tiers)
    .filter(isJsonObject)
    .flatMap((entry) => {
      const { type, size } = objectIn(entry, 'tier');
      const tokens = type === 'context' ? tokensOf(size) : undefined;
      return tokens === undefined ? [] : [[tokens, pricesOf(entry)] as const];
    })
    .toSorted(([one], [other]) => one - other);
}
