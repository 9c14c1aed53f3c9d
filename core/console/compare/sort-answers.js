/** @import { PromptResponse } from '../../generated/prompt-response.ts' */
import { element } from '../frame/element.js';

/** @typedef {'sent' | 'rank' | 'price' | 'speed'} Order */

/**
 * The places of a response's results in an order: the best, cheapest or fastest first, failed ones last. Pure.
 * @param {Pick<PromptResponse, 'results' | 'ranking'>} response
 * @param {Order} order
 * @returns {readonly number[]}
 */
export function placesIn({ results, ranking = [] }, order) {
  const ranks = new Map(ranking.map(({ index, rank }) => [index, rank]));
  const places = results.map((_result, index) => index);
  if (order === 'sent') return places;
  const figure = (/** @type {number} */ index) => {
    const result = results[index];
    if (result === undefined || result.status !== 'completed') return Infinity;
    if (order === 'rank') return ranks.get(index) ?? Infinity;
    return order === 'price' ? result.providerCost : result.latencyMs;
  };
  return places.toSorted((one, other) => compare(figure(one), figure(other)) || one - other);
}

/**
 * @param {number} one
 * @param {number} other
 */
function compare(one, other) {
  // Infinity minus Infinity is no number.
  return one === other ? 0 : one - other;
}

/**
 * A choice of the order in which answers and figures are shown.
 * @param {Pick<PromptResponse, 'results' | 'ranking'>} response
 * @param {(places: readonly number[]) => void} apply
 * @returns {readonly HTMLElement[]} Nothing where there is a single answer.
 */
export function sortControl(response, apply) {
  if (response.results.length < 2) return [];
  const isRanked = (response.ranking ?? []).some(({ winRate }) => winRate !== null);
  /** @type {readonly (readonly [Order, string])[]} */
  const orders = [
    ['sent', 'as sent'],
    ...(isRanked ? [/** @type {const} */ (['rank', 'by rank'])] : []),
    ['price', 'by price'],
    ['speed', 'by speed'],
  ];
  const select = element(
    'select',
    { 'aria-label': 'Order of the answers' },
    ...orders.map(([value, words]) => element('option', { value }, words)),
  );
  select.addEventListener('change', () => {
    const order = orders.find(([value]) => value === select.value)?.[0] ?? 'sent';
    apply(placesIn(response, order));
  });
  return [element('label', { class: 'sort' }, 'Answers ', select)];
}
