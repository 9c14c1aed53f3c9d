import type { PromptResponse } from '../../generated/prompt-response.ts';
import { element } from '../frame/element.ts';

type Order = 'sent' | 'rank' | 'price' | 'speed';

/** The places of a response's results in an order: the best, cheapest or fastest first, failed ones last. Pure. */
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
  // Infinity minus Infinity is no number.
  return one === other ? 0 : one - other;
}

/**
 * A choice of the order in which answers and figures are shown, once above each of them.
 * @param slots filled with the same choice; empty where there is a single answer.
 */
export function sortControls(
  response: Pick<PromptResponse, 'results' | 'ranking'>,
  slots: readonly HTMLElement[],
  apply: (places: readonly number[]) => void,
): void {
  if (response.results.length < 2) return;
  const isRanked = (response.ranking ?? []).some(({ winRate }) => winRate !== null);
  const orders: readonly (readonly [Order, string])[] = [
    ['sent', 'As sent'],
    ...(isRanked ? [['rank', 'Rank'] as const] : []),
    ['price', 'Price'],
    ['speed', 'Speed'],
  ];
  const choices: { readonly order: Order; readonly radio: HTMLInputElement }[] = [];
  for (const [slot, place] of slots.entries()) {
    const labels = orders.map(([order, words]) => {
      const radio = element('input', { type: 'radio', name: `sort-${slot}`, checked: order === 'sent' });
      radio.addEventListener('change', () => {
        for (const other of choices) other.radio.checked = other.order === order;
        apply(placesIn(response, order));
      });
      choices.push({ order, radio });
      return element('label', {}, radio, element('span', {}, words));
    });
    const name = element('legend', {}, 'Sort by');
    place.replaceChildren(element('fieldset', { class: 'sort' }, name, ...labels));
  }
}
