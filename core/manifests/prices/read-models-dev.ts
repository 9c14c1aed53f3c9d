import type { JsonObject } from '../../contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../load/json-values.ts';
import {
  pricesOf,
  tokensOf,
  type ListedModel,
  type ListedPrices,
  type ListedProviders,
} from './price-list.ts';

const KEYS = { input: 'input', output: 'output', cachedInput: 'cache_read', cacheWrite: 'cache_write' };
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
  const rounded = isJsonObject(long) ? [[LONG_CONTEXT.tokens, pricesOf(long, KEYS)] as const] : [];
  return {
    prices: pricesOf(cost, KEYS),
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
      return tokens === undefined ? [] : [[tokens, pricesOf(entry, KEYS)] as const];
    })
    .toSorted(([one], [other]) => one - other);
}
