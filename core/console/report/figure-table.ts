import { tree, type Tree } from './tree.ts';

interface FigureTable {
  readonly label: string;
  /** For those who cannot see it; the label where there is none. */
  readonly caption?: string;
  /** Cells of the head. */
  readonly heads: readonly Tree[];
  /** Of the columns, on cards. */
  readonly names: readonly string[];
  readonly rows: readonly Tree[];
}

/**
 * A table of figures that scrolls where it is too wide. On a phone each row is a card, and each figure has its column's
 * name beside it.
 */
export function figureTable({ label, caption = label, heads, names, rows }: FigureTable): Tree {
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

function labelled(row: Tree, names: readonly string[]): Tree {
  const cells = row.children.map((cell, column) =>
    typeof cell === 'string' || cell.tag !== 'td'
      ? cell
      : { ...cell, attributes: { ...cell.attributes, 'data-column': names[column] } },
  );
  return { ...row, children: cells };
}
