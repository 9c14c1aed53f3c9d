import { element } from '../frame/element.ts';
import { placeBadge } from './place-badge.ts';

/**
 * A table of every model against every other one.
 * @param caption for those who hear the page alone.
 * @param cells by row, then by column.
 */
export function pairMatrix(
  caption: string,
  models: readonly string[],
  cells: readonly (readonly HTMLElement[])[],
): HTMLTableElement {
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
export function diagonalCell(): HTMLTableCellElement {
  return element('td', { class: 'diagonal' }, spoken('itself'));
}

/** @param text for those who hear the page alone. */
export function spoken(text: string): HTMLSpanElement {
  return element('span', { class: 'visually-hidden' }, text);
}
