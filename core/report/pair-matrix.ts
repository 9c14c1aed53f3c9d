import { tree, type Tree } from './tree.ts';

const STEPS = 10;

interface PairMatrix {
  readonly label: string;
  /** For those who hear the page alone. */
  readonly caption: string;
  readonly models: readonly { readonly modelId: string; readonly place: string }[];
  /** Of a row against another one's column. */
  readonly cell: (row: number, column: number) => Tree;
}

/** A table of every model against every other one that scrolls where it is too wide. */
export function pairMatrix({ label, caption, models, cell }: PairMatrix): Tree {
  const heads = models.map(({ modelId, place }) =>
    tree('th', { scope: 'col', title: modelId }, spoken(`against ${modelId} `), placeTree(place)),
  );
  const rows = models.map(({ modelId, place }, row) =>
    tree(
      'tr',
      {},
      tree('th', { scope: 'row' }, placeTree(place), modelId),
      ...models.map((_model, column) =>
        row === column ? tree('td', { class: 'diagonal' }, spoken('itself')) : cell(row, column),
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

/** The class that colours a cell: the further from even, the deeper. */
export function rateClass(share: number): string {
  return `rate-${Math.round(share * STEPS)}`;
}

/** @param text for those who hear the page alone. */
export function spoken(text: string): Tree {
  return tree('span', { class: 'visually-hidden' }, text);
}

/** A model's place, by which tables and plots call it. */
export function placeTree(place: string): Tree {
  return tree('span', { class: 'place' }, place);
}
