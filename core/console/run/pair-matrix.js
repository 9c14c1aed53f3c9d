import { element } from '../frame/element.ts';
import { placeBadge } from './place-badge.js';

/**
 * A table of every model against every other one.
 * @param {string} caption For those who hear the page alone.
 * @param {readonly string[]} models
 * @param {readonly (readonly HTMLElement[])[]} cells By row, then by column.
 * @returns {HTMLTableElement}
 */
export function pairMatrix(caption, models, cells) {
  const heads = models.map((modelId, index) =>
    element('th', { scope: 'col', title: modelId }, spoken(`against ${modelId} `), placeBadge(index)),
  );
  const rows = models.map((modelId, row) =>
    element('tr', {}, element('th', { scope: 'row' }, placeBadge(row), modelId), ...(cells[row] ?? [])),
  );
  return element(
    'table',
    { class: 'matrix' },
    element('caption', { class: 'visually-hidden' }, caption),
    element('thead', {}, element('tr', {}, element('td', {}), ...heads)),
    element('tbody', {}, ...rows),
  );
}

/** A model against itself. */
export function diagonalCell() {
  return element('td', { class: 'diagonal' }, spoken('itself'));
}

/** @param {string} text For those who hear the page alone. */
export function spoken(text) {
  return element('span', { class: 'visually-hidden' }, text);
}
