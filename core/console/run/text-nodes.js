import { element } from '../frame/element.js';
import { visibleParts } from '../frame/visible-text.js';

/**
 * A model's or judge's text with its invisible characters named.
 * @param {string} text
 * @returns {readonly (Node | string)[]}
 */
export function textNodes(text) {
  return visibleParts(text).map((part) =>
    part.isHidden
      ? element('span', { class: 'hidden-character', title: 'A character that is not shown' }, part.text)
      : part.text,
  );
}
