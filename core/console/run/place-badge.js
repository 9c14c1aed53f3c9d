import { element } from '../frame/element.ts';
import { placeLetter } from './place-letter.js';

/**
 * A model's place in the request, by which tables and the plot call it.
 * @param {number} index
 * @returns {HTMLElement}
 */
export function placeBadge(index) {
  return element('span', { class: 'place' }, placeLetter(index));
}
