import {
  isExactObject,
  member,
  pricesOf,
  readListJson,
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
  const list = readListJson(text, name);
  if (!Object.values(list).some((provider) => isExactObject(member(provider, 'models'))))
    throw new Error(`${name} is not models.dev's api.json; download it from https://models.dev/api.json`);
  const providers = Object.entries(list).map(([id, provider]) => {
    const models = member(provider, 'models');
    const entries = isExactObject(models) ? Object.entries(models) : [];
    return [id, new Map(entries.map(([name, entry]) => [name, readModel(entry)]))] as const;
  });
  return new Map(providers);
}

function readModel(entry: unknown): ListedModel {
  const cost = member(entry, 'cost');
  const limit = member(entry, 'limit');
  const tiers = tiersOf(cost);
  const long = member(cost, LONG_CONTEXT.key);
  const rounded = isExactObject(long) ? [[LONG_CONTEXT.tokens, pricesOf(long, KEYS)] as const] : [];
  return {
    prices: pricesOf(cost, KEYS),
    longContexts: new Map(tiers.length > 0 ? tiers : rounded),
    areThresholdsExact: tiers.length > 0,
    contextTokens: tokensOf(member(limit, 'context')),
    outputTokens: tokensOf(member(limit, 'output')),
  };
}

/** `tiers`, with the exact threshold in `tier.size`, the lowest first. */
function tiersOf(cost: unknown): readonly (readonly [tokens: number, prices: ListedPrices])[] {
  const tiers = member(cost, 'tiers');
  return (Array.isArray(tiers) ? tiers : [])
    .flatMap((entry) => {
      const tier = member(entry, 'tier');
      const size = member(tier, 'type') === 'context' ? tokensOf(member(tier, 'size')) : undefined;
      return size === undefined ? [] : [[size, pricesOf(entry, KEYS)] as const];
    })
    .toSorted(([one], [other]) => one - other);
}
