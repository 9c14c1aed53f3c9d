import { evaluationOf, judgesOf, legendOf, steadinessOf, verdictFor } from '../client/verdicts.ts';
import type { Evaluation, PromptResponse } from '../generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { textTable, type Cell } from './text-table.ts';

type JudgedResponse = Pick<PromptResponse, 'results' | 'evaluations'>;

/** One matrix per judge, rows against columns, and below it how steady the judge was. Empty without judges. */
export function verdictMatrices(response: JudgedResponse, paint: Paint): string {
  const judges = judgesOf(response.evaluations);
  if (judges.length === 0) return '';
  const matrices = judges.map((judge) => {
    const evaluations = response.evaluations.filter(({ judge: { index } }) => index === judge.index);
    return `${paint('bold', `Judge ${judge.modelId}`)}  ${steadinessOf(evaluations)}\n${matrixOf(response, evaluations, paint)}`;
  });
  return `${matrices.join('\n')}${legend(response.evaluations, paint)}`;
}

function matrixOf(response: JudgedResponse, evaluations: readonly Evaluation[], paint: Paint): string {
  const columns = response.results.map((_result, index) => String(index + 1));
  const rows = response.results.map(({ modelId }, row): readonly Cell[] => [
    { text: String(row + 1), style: 'dim' },
    { text: modelId, style: 'bold' },
    ...response.results.map((_result, column): Cell => cellOf(evaluations, row, column)),
  ]);
  return textTable(rows, { headings: ['', 'beats', ...columns], right: [0], paint });
}

function cellOf(evaluations: readonly Evaluation[], row: number, column: number): Cell {
  if (row === column) return { text: '·', style: 'dim' };
  const evaluation = evaluationOf(evaluations, row, column);
  if (evaluation === undefined) return { text: '' };
  const { outcome, mark } = verdictFor(evaluation, row);
  const { text, style } = CELLS[outcome];
  return { text: mark === undefined ? text : `${text} ${mark}`, style };
}

const CELLS = {
  win: { text: 'win', style: 'green' },
  loss: { text: 'loss', style: 'red' },
  tie: { text: 'tie', style: 'yellow' },
  none: { text: '-', style: 'dim' },
} as const;

function legend(evaluations: readonly Evaluation[], paint: Paint): string {
  return legendOf(evaluations)
    .map(([mark, meaning]) => `${paint('dim', `${mark}  ${meaning}`)}\n`)
    .join('');
}
