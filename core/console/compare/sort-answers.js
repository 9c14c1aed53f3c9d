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
  const ranks = new Map(ranking.map(({ index, rank }) => [index, rank ?? Infinity]));
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
 * A choice of the order in which answers and figures are shown, once above each of them.
 * @param {Pick<PromptResponse, 'results' | 'ranking'>} response
 * @param {readonly HTMLElement[]} slots Filled with the same choice; empty where there is a single answer.
 * @param {(places: readonly number[]) => void} apply
 */
export function sortControls(response, slots, apply) {
  if (response.results.length < 2) return;
  const isRanked = (response.ranking ?? []).some(({ winRate }) => winRate !== null);
  /** @type {readonly (readonly [Order, string])[]} */
  const orders = [
    ['sent', 'As sent'],
    ...(isRanked ? [/** @type {const} */ (['rank', 'Rank'])] : []),
    ['price', 'Price'],
    ['speed', 'Speed'],
  ];
  /** @type {{ readonly order: Order, readonly radio: HTMLInputElement }[]} */
  const choices = [];
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
