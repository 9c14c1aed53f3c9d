import { tree, type Tree } from './tree.ts';

export interface Column {
  readonly name: string;
  /** Its CSS class; numbers are aligned right. */
  readonly kind?: 'number' | 'rank' | 'wide';
  /** Replaces the name in the head. */
  readonly head?: Tree;
}

interface FigureTable {
  readonly label: string;
  /** For screen readers; the label by default. */
  readonly caption?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Tree[];
}

/**
 * A table of figures that scrolls if it is too wide. On a phone each row is a card, and each figure shows its column's
 * name.
 */
export function figureTable({ label, caption = label, columns, rows }: FigureTable): Tree {
  const heads = columns.map(({ name, kind, head }) =>
    tree('th', { scope: 'col', class: kind }, head ?? name),
  );
  return tree(
    'div',
    { class: 'panel scroll', tabindex: 0, role: 'region', 'aria-label': label },
    tree(
      'table',
      { class: 'board' },
      tree('caption', { class: 'visually-hidden' }, caption),
      tree('thead', {}, tree('tr', {}, ...heads)),
      tree('tbody', {}, ...rows.map((row) => withColumnNames(row, columns))),
    ),
  );
}

export function numberColumn(name: string): Column {
  return { name, kind: 'number' };
}

/** @param note small text below the figure. */
export function figureCell(figure: Tree | string, note = '', kind = 'number'): Tree {
  return tree('td', { class: kind }, figure, ...(note === '' ? [] : [tree('small', {}, note)]));
}

function withColumnNames(row: Tree, columns: readonly Column[]): Tree {
  const cells = row.children.map((cell, column) =>
    typeof cell === 'string' || cell.tag !== 'td'
      ? cell
      : { ...cell, attributes: { ...cell.attributes, 'data-column': columns[column]?.name } },
  );
  return { ...row, children: cells };
}
