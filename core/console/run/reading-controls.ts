import type { PromptResponse } from '../../generated/prompt-response.ts';
import { element } from '../shell/element.ts';
import { CURRENCIES, CURRENCY_WORDS, saveCurrency, savedCurrency, type Currency } from './currency.ts';

const ORDERS = ['rank', 'price', 'speed', 'sent'] as const;
type Order = (typeof ORDERS)[number];

const ORDER_WORDS = { rank: 'Rank', price: 'Price', speed: 'Speed', sent: 'As sent' } as const;

/** The reader's choice of order and currency. */
interface ReadingOptions {
  readonly places: readonly number[];
  readonly currency: Currency;
}

/** The indices of results with the best, cheapest or fastest first and failed ones last. Pure. */
export function placesIn(
  { results, ranking = [] }: Pick<PromptResponse, 'results' | 'ranking'>,
  order: Order,
): readonly number[] {
  const ranks = new Map(ranking.map(({ index, rank }) => [index, rank ?? Infinity]));
  const places = results.map((_result, index) => index);
  if (order === 'sent') return places;
  const figure = (index: number) => {
    const result = results[index];
    if (result === undefined || result.status !== 'completed') return Infinity;
    if (order === 'rank') return ranks.get(index) ?? Infinity;
    return order === 'price' ? result.providerCost : result.latencyMs;
  };
  return places.toSorted((one, other) => compare(figure(one), figure(other)) || one - other);
}

function compare(one: number, other: number): number {
  // Infinity minus Infinity is NaN.
  return one === other ? 0 : one - other;
}

/**
 * Controls for the order of answers and the currency of prices. The default for a judged run is the best answer first.
 * @param apply is called at once and after each change.
 */
export function readingControls(
  response: Pick<PromptResponse, 'results' | 'ranking'>,
  apply: (options: ReadingOptions) => void,
): HTMLElement {
  const isRanked = (response.ranking ?? []).some(({ winRate }) => winRate !== null);
  let order: Order = isRanked ? 'rank' : 'sent';
  let currency = savedCurrency();
  const show = () => apply({ places: placesIn(response, order), currency });
  const orders = ORDERS.filter((one) => isRanked || one !== 'rank');
  const sorting = choice('Sort by', orders, { words: ORDER_WORDS, initial: order }, (value) => {
    order = value;
    show();
  });
  const pricing = choice('Prices in', CURRENCIES, { words: CURRENCY_WORDS, initial: currency }, (value) => {
    currency = value;
    saveCurrency(value);
    show();
  });
  show();
  return element('div', { class: 'row reading' }, ...(response.results.length < 2 ? [] : [sorting]), pricing);
}

function choice<Value extends string>(
  name: string,
  values: readonly Value[],
  { words, initial }: { readonly words: Readonly<Record<Value, string>>; readonly initial: Value },
  choose: (value: Value) => void,
): HTMLFieldSetElement {
  const labels = values.map((value) => {
    const radio = element('input', { type: 'radio', name, checked: value === initial });
    radio.addEventListener('change', () => choose(value));
    return element('label', {}, radio, element('span', {}, words[value]));
  });
  return element('fieldset', { class: 'choice-line' }, element('legend', {}, name), ...labels);
}
