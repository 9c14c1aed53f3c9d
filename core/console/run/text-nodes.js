import { element } from '../frame/element.ts';
import { visibleParts } from '../frame/visible-text.ts';

/**
 * A model's or judge's text with its invisible characters named.
 * @param {string} text
 * @param {number} [maxMarked] How many are named.
 * @returns {readonly (Node | string)[]}
 */
export function textNodes(text, maxMarked) {
  return visibleParts(text, maxMarked).map((part) =>
    part.isHidden
      ? element('span', { class: 'hidden-character', title: 'A character that is not shown' }, part.text)
      : part.text,
  );
}
