import type { Board } from '../board/board.ts';
import { percentRange } from './board-words.ts';
import { figureCell, figureTable, numberColumn } from './figure-table.ts';
import { tree, type Tree } from './tree.ts';
import { formatPercent } from '../client/figures.ts';

/**
 * Win rates by tag of the prompts.
 * @returns undefined if no prompt has a tag, or none is judged.
 */
export function tagTable({ tags, models, prompts: { judged } }: Board): Tree | undefined {
  if (tags.length === 0 || judged === 0) return undefined;
  return figureTable({
    label: 'Win rate by tag',
    columns: [{ name: 'Tag' }, ...['Judged', ...models.map(({ modelId }) => modelId)].map(numberColumn)],
    rows: tags.map(({ tag, prompts, judgedPrompts, models: rates }) =>
      tree(
        'tr',
        {},
        tree('th', { scope: 'row' }, tag),
        figureCell(judgedPrompts === prompts ? String(prompts) : `${judgedPrompts} of ${prompts}`),
        ...rates.map(({ winRate, interval }) =>
          figureCell(
            winRate === null ? '–' : formatPercent(winRate),
            winRate === null || interval === null ? '' : percentRange(interval),
          ),
        ),
      ),
    ),
  });
}
