import type { Board } from '../board/board.ts';
import type { Change, Migration, Successor } from '../board/migration.ts';
import { counted, formatPercent, formatSeconds, formatUsd } from '../client/figures.ts';
import { failureWords, percentRange } from '../report/board-words.ts';
import { migrationFindings } from '../report/migration-words.ts';
import { section } from './answer-report.ts';
import type { Paint } from './paint.ts';
import { onOneLine } from './printable-text.ts';
import { textTable, type Cell } from './text-table.ts';

const NONE = '-';
const STYLES = { better: 'green', worse: 'red', undecided: undefined, unknown: undefined } as const;
const VERDICTS = { better: 'better', worse: 'worse', undecided: 'not decisive', unknown: NONE } as const;

/** What the run of a migration says, as a table and sentences; empty for the run of a suite. Ends with a line break. */
export function migrationReport(board: Board, paint: Paint): string {
  const { migration } = board;
  if (migration === null) return '';
  const [advice = '', ...others] = migrationFindings(board).map((words) => onOneLine(words));
  const text = `${successorTable(migration, paint)}\n${others.map((words) => `${words}\n`).join('')}`;
  return [
    section(`Leaving ${onOneLine(migration.old)}`, text, paint),
    section('Advice', `${advice}\n`, paint),
  ].join('');
}

function successorTable({ old, before, successors }: Migration, paint: Paint): string {
  const hasSchema = [before, ...successors].some(({ schemaChecked }) => schemaChecked > 0);
  const rows = [
    ...successors.map((one) => successorRow(one, hasSchema)),
    [
      { text: onOneLine(old), style: 'bold' },
      ...[NONE, NONE, NONE, NONE].map((text) => ({ text })),
      { text: before.meanCostUsd === null ? NONE : formatUsd(before.meanCostUsd) },
      { text: '' },
      { text: before.medianLatencyMs === null ? NONE : formatSeconds(before.medianLatencyMs) },
      { text: '' },
      ...(hasSchema ? [{ text: schemaText(before) }] : []),
      failedCell(before),
    ],
  ] satisfies readonly (readonly Cell[])[];
  const headings = [
    'model',
    'verdict',
    'win rate',
    '95 % interval',
    'prompts',
    'cost',
    'change',
    'median',
    'change',
    ...(hasSchema ? ['schema'] : []),
    'failed',
  ];
  return textTable(rows, { headings, right: [2, 4, 5, 6, 7, 8], paint });
}

function successorRow(successor: Successor, hasSchema: boolean): readonly Cell[] {
  const { modelId, verdict, winRate, interval, judgedPrompts, costUsd, latencyMs } = successor;
  const style = STYLES[verdict];
  return [
    { text: onOneLine(modelId), style: 'bold' },
    { text: VERDICTS[verdict], ...(style !== undefined && { style }) },
    { text: winRate === null ? NONE : formatPercent(winRate) },
    { text: interval === null ? NONE : percentRange(interval) },
    { text: String(judgedPrompts) },
    { text: costUsd === null ? NONE : formatUsd(costUsd.after) },
    { text: changeText(costUsd) },
    { text: latencyMs === null ? NONE : formatSeconds(latencyMs.after) },
    { text: changeText(latencyMs) },
    ...(hasSchema ? [{ text: schemaText(successor) }] : []),
    failedCell(successor),
  ];
}

function changeText(change: Change | null): string {
  if (change === null || change.ratio === null) return NONE;
  const percent = Math.round((change.ratio - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent} %`;
}

function schemaText({
  schemaChecked,
  schemaInvalid,
}: Pick<Successor, 'schemaChecked' | 'schemaInvalid'>): string {
  return schemaChecked === 0 ? NONE : `${schemaChecked - schemaInvalid} of ${schemaChecked}`;
}

function failedCell(model: Pick<Successor, 'asked' | 'failed' | 'failures'>): Cell {
  if (model.failed === 0) return { text: '0' };
  return {
    text: `${model.failed} of ${counted(model.asked, 'prompt')} (${onOneLine(failureWords(model))})`,
    style: 'red',
  };
}
