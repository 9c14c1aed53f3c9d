import { isCalendarDate } from '../load/calendar-date.ts';
import {
  member,
  PRICE_KINDS,
  pricesOf,
  tokensOf,
  type ExactObject,
  type ListedModel,
  type ListedPrices,
  type ListedProviders,
} from './price-list.ts';

const KEYS = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cachedInput: 'cache_read_input_token_cost',
  cacheWrite: 'cache_creation_input_token_cost',
};
/** US dollars per token to pico-USD per token. */
const PLACES = 12;
/** Others embed, draw or speak. */
const TEXT_MODES = new Set(['chat', 'completion', 'responses']);

/** Whether this is LiteLLM's model_prices_and_context_window.json: models, each naming its provider. */
export function isLitellm(list: ExactObject): boolean {
  return Object.values(list).some((entry) => typeof member(entry, 'litellm_provider') === 'string');
}

/** A model's key may begin with its provider and a slash; it is listed whole, and under what follows where that is free. */
export function readLitellm(list: ExactObject): ListedProviders {
  const providers = new Map<string, Map<string, ListedModel>>();
  for (const [key, entry] of Object.entries(list)) {
    const provider = member(entry, 'litellm_provider');
    const mode = member(entry, 'mode') ?? 'chat';
    // `sample_spec` explains the members in words and names no mode there is.
    if (typeof provider !== 'string' || typeof mode !== 'string' || !TEXT_MODES.has(mode)) continue;
    const models = providers.get(provider) ?? new Map<string, ListedModel>();
    providers.set(provider, models.set(key, readModel(entry)));
  }
  for (const [provider, models] of providers) {
    // A copy: what is added need not be looked at again.
    for (const [key, listed] of Array.from(models)) {
      const bare = key.startsWith(`${provider}/`) ? key.slice(provider.length + 1) : key;
      if (!models.has(bare)) models.set(bare, listed);
    }
  }
  return providers;
}

function readModel(entry: unknown): ListedModel {
  const input = tokensOf(member(entry, 'max_input_tokens'));
  const output = tokensOf(member(entry, 'max_output_tokens'));
  const day = member(entry, 'deprecation_date');
  return {
    prices: pricesOf(entry, KEYS, PLACES),
    longContexts: longContextsOf(entry),
    areThresholdsExact: true,
    // For some models it is the whole context, for others what the output leaves of it.
    contextTokens: input === undefined ? [] : output === undefined ? [input] : [input, input + output],
    outputTokens: output,
    shutdown: typeof day === 'string' && isDay(day) ? day : undefined,
  };
}

function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && isCalendarDate(text);
}

/** `input_cost_per_token_above_200k_tokens` and its like. */
function longContextsOf(entry: unknown): ReadonlyMap<number, ListedPrices> {
  const thresholds = new Set(
    (typeof entry === 'object' && entry !== null ? Object.keys(entry) : []).flatMap(
      (key) => /_above_(\d{1,6}k)_tokens$/.exec(key)?.[1] ?? [],
    ),
  );
  return new Map(
    [...thresholds]
      .map((threshold) => {
        const keys = { ...KEYS };
        for (const kind of PRICE_KINDS) keys[kind] = `${KEYS[kind]}_above_${threshold}_tokens`;
        return [Number(threshold.slice(0, -1)) * 1_000, pricesOf(entry, keys, PLACES)] as const;
      })
      .toSorted(([one], [other]) => one - other),
  );
}
