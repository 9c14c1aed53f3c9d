import type { Board } from '../../board/board.ts';
import { percentRange } from './board-words.ts';
import { figureTable } from './figure-table.ts';
import { tree, type Tree } from './tree.ts';
import { formatPercent } from '../../client/figures.ts';

/**
 * Win rates by tag of the prompts.
 * @returns undefined if no prompt has a tag, or none is judged.
 */
export function tagTable({ tags, models, prompts: { judged } }: Board): Tree | undefined {
  if (tags.length === 0 || judged === 0) return undefined;
  const heads = models.map(({ modelId }) => tree('th', { scope: 'col', class: 'number' }, modelId));
  const rows = tags.map(({ tag, prompts, judgedPrompts, models: own }) =>
    tree(
      'tr',
      {},
      tree('th', { scope: 'row' }, tag),
      tree(
        'td',
        { class: 'number' },
        judgedPrompts === prompts ? String(prompts) : `${judgedPrompts} of ${prompts}`,
      ),
      ...own.map(({ winRate, interval }) =>
        winRate === null
          ? tree('td', { class: 'number' }, '–')
          : tree(
              'td',
              { class: 'number' },
              formatPercent(winRate),
              tree('small', {}, interval === null ? '' : percentRange(interval)),
            ),
      ),
    ),
  );
  return figureTable({
    label: 'Win rate by tag',
    heads: [
      tree('th', { scope: 'col' }, 'Tag'),
      tree('th', { scope: 'col', class: 'number' }, 'Judged'),
      ...heads,
    ],
    names: ['Tag', 'Judged', ...models.map(({ modelId }) => modelId)],
    rows,
  });
}
