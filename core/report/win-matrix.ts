import type { Board } from '../board/board.ts';
import { headToHeads, type HeadToHead } from '../board/board-figures.ts';
import { formatPercent } from '../client/figures.ts';
import { percentRange } from './board-words.ts';
import { pairMatrix, rateClass, screenReaderText } from './pair-matrix.ts';
import { tree, type Tree } from './tree.ts';

/** How often the model of a row beats the model of a column. */
export function winMatrix({ models, pairs }: Board): Tree {
  const headToHead = headToHeads(pairs);
  return pairMatrix({
    label: 'Win rates',
    caption: 'Win rate of the row against the column',
    models: models.map(({ modelId }, place) => ({ modelId, place: String(place + 1) })),
    cell(row, column) {
      const [modelId = '', other = ''] = [models[row]?.modelId, models[column]?.modelId];
      return rateCell(modelId, other, headToHead(modelId, other));
    },
  });
}

function rateCell(modelId: string, other: string, result: HeadToHead | undefined): Tree {
  if (result === undefined) return tree('td', { class: 'none' }, screenReaderText('not compared'), '–');
  const { rate, interval, judgedPrompts } = result;
  const isClear = interval !== null && (interval.low > 0.5 || interval.high < 0.5);
  const range = interval === null ? '' : `, 95 % interval ${percentRange(interval)}`;
  return tree(
    'td',
    {
      class: `${rateClass(rate)}${isClear ? ' is-clear' : ''}`,
      title: `${modelId} against ${other}: ${formatPercent(rate)}${range}; ${judgedPrompts} prompts${isClear ? '' : '; not decisive'}`,
    },
    String(Math.round(rate * 100)),
  );
}
