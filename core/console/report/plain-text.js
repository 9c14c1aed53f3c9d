/** @import { Tree } from './tree.js' */
import { visibleParts } from '../frame/visible-text.js';
import { tree } from './tree.js';

/** Of one text of a report; the run's file has all of it. */
const MAX_CHARACTERS = 50_000;

/**
 * A text of a caller, a model or a judge, with its invisible characters named.
 * @param {string} text
 * @returns {readonly (Tree | string)[]}
 */
export function plainText(text) {
  const parts = visibleParts(text.slice(0, MAX_CHARACTERS)).map((part) =>
    part.isHidden
      ? tree('span', { class: 'hidden-character', title: 'A character that is not shown' }, part.text)
      : part.text,
  );
  if (text.length <= MAX_CHARACTERS) return parts;
  const left = (text.length - MAX_CHARACTERS).toLocaleString('en');
  return [...parts, tree('em', { class: 'cut' }, ` … ${left} more characters are in the run’s file.`)];
}
