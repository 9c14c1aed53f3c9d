import type { PairConsensus, PromptResponse } from '../../generated/prompt-response.ts';
import { weightReason, weightText } from '../../client/weights.ts';
import { element } from '../frame/element.ts';
import { diagonalCell, pairMatrix, spoken } from './pair-matrix.ts';
import { OUTCOME_WORDS, signed } from './verdict-table.ts';
import { placeLetter } from './place-letter.ts';

/**
 * What all judges together make of the pairs, how much each of them counts in that, and what the gateway warns of.
 * @returns the warnings alone where a single judge says it all, or nothing was judged.
 */
export function consensusPanel(
  {
    consensus = [],
    weights = [],
    calibration,
    warnings = [],
  }: Pick<PromptResponse, 'consensus' | 'weights' | 'calibration' | 'warnings'>,
  models: readonly string[],
): readonly HTMLElement[] {
  const judges = Math.max(0, ...consensus.map((pair) => pair.judges));
  if (judges < 2 && weights.length === 0) return warningNotes(warnings);
  const cells = models.map((_row, row) =>
    models.map((_column, column) =>
      row === column ? diagonalCell() : cellOf(consensus, models, row, column),
    ),
  );
  const origin = ` mean of the judges’ scores, ${originWords(weights, calibration)}; row against column`;
  return [
    element('h3', {}, 'Consensus', element('span', { class: 'hint' }, origin)),
    element(
      'section',
      { class: 'consensus', 'aria-label': 'Consensus' },
      element(
        'div',
        { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Consensus of the judges' },
        pairMatrix('Consensus of the judges: rows against columns, with the margin', models, cells),
      ),
      ...(weights.length === 0 ? [] : [weightsTable(weights)]),
      ...warningNotes(warnings),
    ),
  ];
}

function originWords(
  weights: NonNullable<PromptResponse['weights']>,
  calibration: PromptResponse['calibration'],
): string {
  if (weights.length === 0) return 'every judge alike';
  return calibration == null
    ? 'weighted by each judge’s order flips'
    : `weighted by the calibration ${calibration}`;
}

function warningNotes(warnings: NonNullable<PromptResponse['warnings']>): readonly HTMLUListElement[] {
  if (warnings.length === 0) return [];
  const items = warnings.map(({ message }) => element('li', {}, message));
  return [element('ul', { class: 'notes', 'aria-label': 'What the gateway warns of' }, ...items)];
}

function weightsTable(weights: NonNullable<PromptResponse['weights']>): HTMLTableElement {
  const headings = ['Judge', 'Weight', 'From'].map((text) => element('th', { scope: 'col' }, text));
  const rows = weights.map((judge) =>
    element(
      'tr',
      { class: judge.weight === 0 ? 'is-idle' : undefined },
      element('th', { scope: 'row' }, judge.modelId),
      element('td', {}, weightText(judge)),
      element('td', {}, weightReason(judge)),
    ),
  );
  return element(
    'table',
    { class: 'weights' },
    element('caption', { class: 'visually-hidden' }, 'Weight of each judge'),
    element('thead', {}, element('tr', {}, ...headings)),
    element('tbody', {}, ...rows),
  );
}

function cellOf(
  consensus: readonly PairConsensus[],
  models: readonly string[],
  row: number,
  column: number,
): HTMLTableCellElement {
  const pair = consensus.find(
    ({ a, b }) => (a.index === row && b.index === column) || (a.index === column && b.index === row),
  );
  const { outcome, lead } = leadOf(pair, row);
  const judges = pair?.judges ?? 0;
  const words = `${placeLetter(row)} ${models[row]} ${OUTCOME_WORDS[outcome]} ${placeLetter(column)} ${models[column]}`;
  const from = lead === undefined ? '' : `, margin ${Math.abs(lead).toFixed(2)}, ${judgeWords(judges)}`;
  return element(
    'td',
    {},
    element(
      'div',
      { class: `lead ${outcome}` },
      element('span', { 'aria-hidden': 'true' }, outcome === 'none' ? '–' : outcome),
      element('small', { 'aria-hidden': 'true' }, lead === undefined ? '' : signed(lead)),
      spoken(words + from),
    ),
  );
}

/** @param row the model it is told for. */
function leadOf(
  pair: PairConsensus | undefined,
  row: number,
): { readonly outcome: keyof typeof OUTCOME_WORDS; readonly lead: number | undefined } {
  if (pair === undefined || pair.winner === null || pair.margin === null)
    return { outcome: 'none', lead: undefined };
  if (pair.winner === 'tie') return { outcome: 'tie', lead: 0 };
  const { index } = pair.winner === 'a' ? pair.a : pair.b;
  return index === row ? { outcome: 'win', lead: pair.margin } : { outcome: 'loss', lead: -pair.margin };
}

function judgeWords(judges: number): string {
  return judges === 1 ? 'by one judge' : `by ${judges} judges`;
}
