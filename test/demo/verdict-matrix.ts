import type { Evaluation, Participant, PromptResponse } from '../../core/generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { textTable, type Cell } from './text-table.ts';

type Judged = Pick<PromptResponse, 'results' | 'evaluations'>;

const MARKS = {
  '~': 'order flip: the judge changed its mind when the two outputs changed places, so the pair counts as a tie',
  '≈': 'one order gave a tie, so the win counts half',
  '!': 'forfeit: an output failed or was empty, and no judge was asked',
  '?': 'a run gave no verdict',
} as const;
type Mark = keyof typeof MARKS;

/** One matrix per judge, rows against columns, and below it how steady the judge was. Empty where nothing was judged. */
export function verdictMatrices(response: Judged, paint: Paint): string {
  const judges = judgesOf(response.evaluations);
  if (judges.length === 0) return '';
  const matrices = judges.map((judge) => {
    const own = response.evaluations.filter(({ judge: { index } }) => index === judge.index);
    return `${paint('bold', `Judge ${judge.modelId}`)}  ${steadiness(own)}\n${matrixOf(response, own, paint)}`;
  });
  return `${matrices.join('\n')}${legend(response.evaluations, paint)}`;
}

/** Every judge that judged, in the order of the request. */
export function judgesOf(evaluations: readonly Evaluation[]): readonly Participant[] {
  const byIndex = new Map(evaluations.map(({ judge }) => [judge.index, judge]));
  return [...byIndex.values()].toSorted((one, other) => one.index - other.index);
}

/** Whether a judge named one winner in one order and the other in the other. */
export function isOrderFlip({ agreement }: Evaluation): boolean {
  return agreement === 'contradictory';
}

function matrixOf(response: Judged, own: readonly Evaluation[], paint: Paint): string {
  const columns = response.results.map((_result, index) => String(index + 1));
  const rows = response.results.map(({ modelId }, row): readonly Cell[] => [
    { text: String(row + 1), style: 'dim' },
    { text: modelId, style: 'bold' },
    ...response.results.map((_result, column): Cell => cellOf(own, row, column)),
  ]);
  return textTable(rows, { headings: ['', 'beats', ...columns], right: [0], paint });
}

function cellOf(own: readonly Evaluation[], row: number, column: number): Cell {
  if (row === column) return { text: '·', style: 'dim' };
  const evaluation = own.find(
    ({ a, b }) => (a.index === row && b.index === column) || (a.index === column && b.index === row),
  );
  if (evaluation === undefined) return { text: '' };
  const mark = markOf(evaluation);
  const suffix = mark === undefined ? '' : ` ${mark}`;
  const { winner } = evaluation;
  if (winner === null) return { text: `-${suffix}`, style: 'dim' };
  if (winner === 'tie') return { text: `tie${suffix}`, style: 'yellow' };
  const won = (winner === 'a' ? evaluation.a : evaluation.b).index === row;
  return won ? { text: `win${suffix}`, style: 'green' } : { text: `loss${suffix}`, style: 'red' };
}

function markOf(evaluation: Evaluation): Mark | undefined {
  if (isOrderFlip(evaluation)) return '~';
  if (evaluation.agreement === 'partial') return '≈';
  if (evaluation.status === 'forfeit' || evaluation.status === 'not_comparable') return '!';
  return evaluation.status === 'incomplete' ? '?' : undefined;
}

function steadiness(own: readonly Evaluation[]): string {
  const decided = own.filter(({ consistent }) => consistent !== null);
  const same = decided.filter(({ consistent }) => consistent === true).length;
  const flips = own.filter(isOrderFlip).length;
  const flipped = flips === 0 ? '' : `, ${flips} order ${flips === 1 ? 'flip' : 'flips'}`;
  return `same verdict in both orders: ${same} of ${decided.length} pairs${flipped}`;
}

function legend(evaluations: readonly Evaluation[], paint: Paint): string {
  const seen = new Set(evaluations.map(markOf));
  return Object.entries(MARKS)
    .filter(([mark]) => [...seen].some((other) => other === mark))
    .map(([mark, meaning]) => `${paint('dim', `${mark}  ${meaning}`)}\n`)
    .join('');
}
