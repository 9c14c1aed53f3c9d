import type { Board } from '../board/board.ts';
import type { JudgeFigures } from '../board/judge-figures.ts';
import { formatPercent, formatUsd } from '../client/figures.ts';
import { figureCell, figureTable, numberColumn } from './figure-table.ts';
import { tree, type Tree } from './tree.ts';

const FIGURES = ['Pairs', 'Order flips', 'No verdict', 'Own model', 'Cost'];

/**
 * The order flips and the cost of each judge.
 * @returns undefined without judges.
 */
export function judgeTable({ judges }: Board): Tree | undefined {
  if (judges.length === 0) return undefined;
  return figureTable({
    label: 'Judges',
    columns: [{ name: 'Judge' }, ...FIGURES.map(numberColumn)],
    rows: judges.map(row),
  });
}

function row({ modelId, asked, judged, flips, withoutVerdict, selfJudged, costUsd }: JudgeFigures): Tree {
  const share = (count: number, of: number) =>
    figureCell(String(count), of === 0 || count === 0 ? '' : formatPercent(count / of));
  return tree(
    'tr',
    {},
    tree('th', { scope: 'row' }, modelId),
    figureCell(asked.toLocaleString('en')),
    share(flips, judged),
    share(withoutVerdict, asked),
    share(selfJudged, asked),
    figureCell(formatUsd(costUsd)),
  );
}
