/** @import { Board } from '../../board/board.ts' */
/** @import { JudgeFigures } from '../../board/judge-figures.ts' */
/** @import { Tree } from './tree.js' */
import { formatPercent, shortUsd } from './board-words.js';
import { figureTable } from './figure-table.js';
import { tree } from './tree.js';

const COLUMNS = ['Pairs', 'Order flips', 'No verdict', 'Own model', 'Cost'];

/**
 * How steady each judge was, and what it cost.
 * @param {Board} board
 * @returns {Tree | undefined} Undefined without judges.
 */
export function judgeTable({ judges }) {
  if (judges.length === 0) return undefined;
  return figureTable({
    label: 'Judges',
    heads: [
      tree('th', { scope: 'col' }, 'Judge'),
      ...COLUMNS.map((column) => tree('th', { scope: 'col', class: 'number' }, column)),
    ],
    names: ['Judge', ...COLUMNS],
    rows: judges.map(row),
  });
}

/** @param {JudgeFigures} judge */
function row({ modelId, asked, judged, flips, withoutVerdict, selfJudged, costUsd }) {
  const cell = (/** @type {number} */ count, /** @type {number} */ of) =>
    tree(
      'td',
      { class: 'number' },
      String(count),
      tree('small', {}, of === 0 || count === 0 ? '' : formatPercent(count / of)),
    );
  return tree(
    'tr',
    {},
    tree('th', { scope: 'row' }, modelId),
    tree('td', { class: 'number' }, asked.toLocaleString('en')),
    cell(flips, judged),
    cell(withoutVerdict, asked),
    cell(selfJudged, asked),
    tree('td', { class: 'number' }, shortUsd(costUsd)),
  );
}
