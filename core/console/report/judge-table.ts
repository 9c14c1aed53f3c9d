import type { Board } from '../../board/board.ts';
import type { JudgeFigures } from '../../board/judge-figures.ts';
import { figureTable } from './figure-table.ts';
import { tree, type Tree } from './tree.ts';
import { formatPercent, formatUsd } from '../../client/figures.ts';

const COLUMNS = ['Pairs', 'Order flips', 'No verdict', 'Own model', 'Cost'];

/**
 * How steady each judge was, and what it cost.
 * @returns undefined without judges.
 */
export function judgeTable({ judges }: Board): Tree | undefined {
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

function row({ modelId, asked, judged, flips, withoutVerdict, selfJudged, costUsd }: JudgeFigures): Tree {
  const cell = (count: number, of: number) =>
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
    tree('td', { class: 'number' }, formatUsd(costUsd)),
  );
}
