/** @import { Board } from '../../board/board.ts' */
/** @import { Tree } from './tree.js' */
import { formatPercent, percentRange } from './board-words.js';
import { figureTable } from './figure-table.js';
import { tree } from './tree.js';

/**
 * Win rates by tag of the prompts.
 * @param {Board} board
 * @returns {Tree | undefined} Undefined if no prompt has a tag, or none is judged.
 */
export function tagTable({ tags, models, prompts: { judged } }) {
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
