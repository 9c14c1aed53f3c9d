import type { Evaluation } from '../../generated/prompt-response.ts';
import { steadinessOf, verdictFor, type Verdict } from '../../client/verdicts.ts';
import { element } from '../frame/element.ts';
import { diagonalCell, pairMatrix, spoken } from './pair-matrix.ts';
import { verdictDetail } from './verdict-detail.ts';
import { placeLetter } from './place-letter.ts';

/** One judge's matrix, rows against columns. A cell is a button that opens what the judge said. */
interface VerdictTable {
  readonly node: HTMLElement;
  readonly add: (evaluation: Evaluation) => void;
  readonly finish: (evaluations: readonly Evaluation[]) => void;
}

export const OUTCOME_WORDS = {
  win: 'wins against',
  loss: 'loses against',
  tie: 'ties with',
  none: 'was not compared with',
};
const MARK_WORDS = {
  '~': ', order flip',
  '≈': ', one order tied',
  '!': ', forfeit',
  '?': ', a verdict is missing',
  '/': ', not asked',
};

export function verdictTable(
  judge: { readonly index: number; readonly modelId: string },
  models: readonly string[],
): VerdictTable {
  const name = `Judge ${judge.modelId}`;
  const detail = element('div', {
    class: 'verdict-detail',
    id: `judge-${judge.index}-detail`,
    tabindex: '-1',
    hidden: true,
  });
  const steady = element('span', { class: 'hint' }, 'judging …');
  const cells = models.map((_row, row) => models.map((_column, column) => pendingCell(row, column)));
  const own: Evaluation[] = [];

  const open = (evaluation: Evaluation, button: HTMLButtonElement) => {
    const wasOpen = button.getAttribute('aria-expanded') === 'true';
    for (const other of table.querySelectorAll('button')) other.setAttribute('aria-expanded', 'false');
    detail.hidden = wasOpen;
    if (wasOpen) return;
    button.setAttribute('aria-expanded', 'true');
    detail.replaceChildren(...verdictDetail(evaluation));
    detail.focus({ preventScroll: true });
    detail.scrollIntoView({ block: 'nearest' });
  };
  const show = (evaluation: Evaluation) => {
    for (const [row, column] of pairOf(evaluation)) {
      const button = verdictButton(evaluation, models, { row, column, controls: detail.id });
      button.addEventListener('click', () => open(evaluation, button));
      cells[row]?.[column]?.replaceChildren(button);
    }
  };
  const table = pairMatrix(`${name}: rows against columns`, models, cells);
  const node = element(
    'section',
    { class: 'judge', 'aria-label': name },
    element('h4', {}, name, ' ', steady),
    element(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': `Verdicts of ${judge.modelId}` },
      table,
    ),
    detail,
  );
  const pairs = (models.length * (models.length - 1)) / 2;
  return {
    node,
    add(evaluation) {
      own.push(evaluation);
      show(evaluation);
      steady.textContent = own.length < pairs ? `${own.length} of ${pairs} pairs judged` : steadinessOf(own);
    },
    finish(evaluations) {
      own.splice(0, own.length, ...evaluations);
      for (const evaluation of own) if (!isShown(cells, evaluation)) show(evaluation);
      steady.textContent = steadinessOf(own);
    },
  };
}

function pendingCell(row: number, column: number): HTMLTableCellElement {
  if (row === column) return diagonalCell();
  return element('td', {}, element('span', { class: 'pending' }, '·', spoken(' not judged yet')));
}

function verdictButton(
  evaluation: Evaluation,
  models: readonly string[],
  { row, column, controls }: { row: number; column: number; controls: string },
): HTMLButtonElement {
  const { outcome, mark } = verdictFor(evaluation, row);
  const score =
    evaluation.score === null
      ? ''
      : signed(evaluation.a.index === row ? evaluation.score : -evaluation.score);
  const shown = outcome === 'none' ? '–' : outcome;
  const words = `${placeLetter(row)} ${models[row]} ${OUTCOME_WORDS[outcome]} ${placeLetter(column)} ${models[column]}${mark === undefined ? '' : MARK_WORDS[mark]}`;
  return element(
    'button',
    {
      type: 'button',
      class: `verdict ${outcome}${mark === '~' ? ' is-flip' : ''}`,
      // What is seen comes first: who says it to a voice control means this one.
      'aria-label': `${shown} ${score}: ${words}`,
      'aria-expanded': 'false',
      'aria-controls': controls,
    },
    element('span', {}, shown, ...(mark === undefined ? [] : [' ', markNode(mark)])),
    element('small', {}, score),
  );
}

export function markNode(mark: NonNullable<Verdict['mark']>): HTMLElement {
  return element('b', { class: 'mark', 'aria-hidden': 'true' }, mark);
}

export function signed(score: number): string {
  const text = Math.abs(score).toFixed(2);
  if (Number(text) === 0) return '0.00';
  return `${score < 0 ? '−' : '+'}${text}`;
}

function pairOf({ a, b }: Evaluation): readonly (readonly [number, number])[] {
  return [
    [a.index, b.index],
    [b.index, a.index],
  ];
}

function isShown(cells: readonly (readonly HTMLElement[])[], { a, b }: Evaluation): boolean {
  return cells[a.index]?.[b.index]?.querySelector('button') !== null;
}
