import { fitsRule } from './match-name.ts';
import {
  isExactObject,
  member,
  PRICE_KINDS,
  priceOf,
  tokensOf,
  type ExactObject,
  type ListedModel,
  type ListedModels,
  type ListedPrice,
  type ListedPrices,
  type ListedProviders,
} from './price-list.ts';

const KEYS = {
  input: 'input_mtok',
  output: 'output_mtok',
  cachedInput: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
};
/** US dollars per million tokens to pico-USD per token. */
const PLACES = 6;

/** The providers of genai-prices' data.json: a list, or an object that holds it; undefined for any other JSON. */
export function genaiProvidersOf(list: ExactObject | readonly unknown[]): readonly unknown[] | undefined {
  const providers = isExactObject(list) ? member(list, 'providers') : list;
  if (!Array.isArray(providers)) return undefined;
  const isForm = providers.some(
    (provider) => typeof member(provider, 'id') === 'string' && Array.isArray(member(provider, 'models')),
  );
  return isForm ? providers : undefined;
}

/** @param today `YYYY-MM-DD` */
export function readGenaiPrices(providers: readonly unknown[], today: string): ListedProviders {
  return new Map(
    providers.flatMap((provider) => {
      const [id, models] = [member(provider, 'id'), member(provider, 'models')];
      return typeof id === 'string' && Array.isArray(models) ? [[id, new Models(models, today)]] : [];
    }),
  );
}

/** A model stands for many names, by a rule; the first that fits counts, and a name of its own comes first. */
class Models implements ListedModels {
  readonly #models: readonly unknown[];
  readonly #today: string;

  constructor(models: readonly unknown[], today: string) {
    this.#models = models;
    this.#today = today;
  }

  get(name: string): ListedModel | undefined {
    const found =
      this.#models.find((model) => member(model, 'id') === name) ??
      this.#models.find((model) => fitsRule(name, member(model, 'match')));
    return found === undefined ? undefined : readModel(found, this.#today);
  }

  *keys(): Generator<string> {
    for (const model of this.#models) {
      const id = member(model, 'id');
      if (typeof id === 'string') yield id;
    }
  }
}

function readModel(model: unknown, today: string): ListedModel {
  const prices = pricesOn(member(model, 'prices'), today);
  const contextTokens = tokensOf(member(model, 'context_window'));
  return {
    prices: pricesOver(prices, 0),
    longContexts: new Map(thresholdsOf(prices).map((tokens) => [tokens, pricesOver(prices, tokens)])),
    areThresholdsExact: true,
    contextTokens: contextTokens === undefined ? [] : [contextTokens],
    outputTokens: undefined,
    // It marks models as deprecated, but names no day.
    shutdown: undefined,
  };
}

/** Of several lists of prices the last that is in force. Prices for hours of the day are no list price. */
function pricesOn(prices: unknown, today: string): unknown {
  if (!Array.isArray(prices)) return prices;
  const current = prices.findLast((entry) => {
    const constraint = member(entry, 'constraint');
    if (constraint === undefined || constraint === null) return true;
    const start = member(constraint, 'start_date');
    return typeof start === 'string' && start <= today;
  });
  return member(current, 'prices');
}

interface Tier {
  readonly start: number;
  readonly price: unknown;
}

function tiersOf(prices: unknown, key: string): readonly Tier[] {
  const tiers = member(member(prices, key), 'tiers');
  return (Array.isArray(tiers) ? tiers : []).flatMap((tier) => {
    const start = tokensOf(member(tier, 'start'));
    return start === undefined ? [] : [{ start, price: member(tier, 'price') }];
  });
}

function thresholdsOf(prices: unknown): readonly number[] {
  const starts = PRICE_KINDS.flatMap((kind) => tiersOf(prices, KEYS[kind]).map(({ start }) => start));
  return [...new Set(starts)].toSorted((one, other) => one - other);
}

/** The prices of a call whose input is longer than so many tokens. */
function pricesOver(prices: unknown, tokens: number): ListedPrices {
  const priceAt = (key: string): ListedPrice | undefined => {
    const flat = member(prices, key);
    const reached = tiersOf(prices, key).filter(({ start }) => start <= tokens);
    const highest = reached.toSorted((one, other) => other.start - one.start)[0];
    return priceOf(highest?.price ?? member(flat, 'base') ?? flat, PLACES);
  };
  const entries = PRICE_KINDS.map((kind) => [kind, priceAt(KEYS[kind])] as const);
  return Object.fromEntries(entries.filter(([, price]) => price !== undefined));
}
