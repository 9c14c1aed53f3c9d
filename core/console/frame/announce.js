import { byId, element } from './element.js';

const KEPT = 8;

/**
 * Tells screen readers what has just changed, when they are done speaking.
 * @param {string} text
 */
export function announce(text) {
  const log = byId('announcements', HTMLElement);
  log.append(element('p', {}, text));
  while (log.childElementCount > KEPT) log.firstElementChild?.remove();
}
