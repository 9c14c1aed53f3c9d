/** @import { Tree } from './tree.js' */
import { tree } from './tree.js';

/**
 * A table of figures that scrolls where it is too wide. On a phone each row is a card, and each figure has its column's
 * name beside it.
 * @param {object} table
 * @param {string} table.label
 * @param {string} [table.caption] For those who cannot see it; the label where there is none.
 * @param {readonly Tree[]} table.heads Cells of the head.
 * @param {readonly string[]} table.names Of the columns, on cards.
 * @param {readonly Tree[]} table.rows
 * @returns {Tree}
 */
export function figureTable({ label, caption = label, heads, names, rows }) {
  return tree(
    'div',
    { class: 'panel scroll', tabindex: 0, role: 'region', 'aria-label': label },
    tree(
      'table',
      { class: 'board' },
      tree('caption', { class: 'visually-hidden' }, caption),
      tree('thead', {}, tree('tr', {}, ...heads)),
      tree('tbody', {}, ...rows.map((row) => labelled(row, names))),
    ),
  );
}

/**
 * @param {Tree} row
 * @param {readonly string[]} names
 * @returns {Tree}
 */
function labelled(row, names) {
  const cells = row.children.map((cell, column) =>
    typeof cell === 'string' || cell.tag !== 'td'
      ? cell
      : { ...cell, attributes: { ...cell.attributes, 'data-column': names[column] } },
  );
  return { ...row, children: cells };
}
