import { tree, type Tree } from './tree.ts';

const STEPS = 10;

interface PairMatrix {
  readonly label: string;
  /** For screen readers. */
  readonly caption: string;
  readonly models: readonly { readonly modelId: string; readonly place: string }[];
  /** The cell of a row's model against a column's. */
  readonly cell: (row: number, column: number) => Tree;
}

/** A table of every model against every other one that scrolls if it is too wide. */
export function pairMatrix({ label, caption, models, cell }: PairMatrix): Tree {
  const heads = models.map(({ modelId, place }) =>
    tree('th', { scope: 'col', title: modelId }, screenReaderText(`against ${modelId} `), placeBadge(place)),
  );
  const rows = models.map(({ modelId, place }, row) =>
    tree(
      'tr',
      {},
      tree('th', { scope: 'row' }, placeBadge(place), modelId),
      ...models.map((_model, column) =>
        row === column ? tree('td', { class: 'diagonal' }, screenReaderText('itself')) : cell(row, column),
      ),
    ),
  );
  return tree(
    'div',
    { class: 'panel scroll', tabindex: 0, role: 'region', 'aria-label': label },
    tree(
      'table',
      { class: 'matrix' },
      tree('caption', { class: 'visually-hidden' }, caption),
      tree('thead', {}, tree('tr', {}, tree('td', {}), ...heads)),
      tree('tbody', {}, ...rows),
    ),
  );
}

/** The CSS class that colours a cell, more intensely the further the share is from even. */
export function rateClass(share: number): string {
  return `rate-${Math.round(share * STEPS)}`;
}

/** A text only for screen readers. */
export function screenReaderText(text: string): Tree {
  return tree('span', { class: 'visually-hidden' }, text);
}

/** A model's place, its short name in tables and plots. */
export function placeBadge(place: string): Tree {
  return tree('span', { class: 'place' }, place);
}
