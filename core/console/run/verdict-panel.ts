import type { Evaluation, PairConsensus, PromptResponse } from '../../generated/prompt-response.ts';
import { mean } from '../../board/spread.ts';
import { formatList } from '../../client/figures.ts';
import { isSamePair, legendOf, markOf, MARKS } from '../../client/verdicts.ts';
import { button, element, treeNode } from '../shell/element.ts';
import { pairMatrix, rateClass, screenReaderText } from '../../report/pair-matrix.ts';
import { tree, type Tree } from '../../report/tree.ts';
import { judgeTable } from './judge-table.ts';
import { placeLetter } from './place-letter.ts';
import { verdictDetail } from './verdict-detail.ts';

const DETAIL_ID = 'pair-detail';
const OUTCOME_WORDS = {
  win: 'wins against',
  loss: 'loses against',
  tie: 'ties with',
  none: 'was not compared with',
};

/**
 * The consensus of the judges on each pair. A cell opens the verdicts of each judge.
 * @param judges number of judges.
 */
export function verdictPanel(models: readonly string[], judges: number) {
  let pairs = new Map<string, Evaluation[]>();
  let consensus: readonly PairConsensus[] = [];
  const disputes = element('ul', {
    class: 'stack disputed',
    'aria-label': 'Pairs on which the judges disagree',
  });
  const detail = element('div', { class: 'pair-detail panel', id: DETAIL_ID, tabindex: '-1', hidden: true });
  const about = element('div', { class: 'stack about' });
  const matrix = treeNode(
    pairMatrix({
      label: 'Consensus of the judges',
      caption: 'Consensus of the judges: rows against columns, with the margin',
      models: models.map((modelId, index) => ({ modelId, place: placeLetter(index) })),
      cell: () =>
        tree('td', {}, tree('span', { class: 'pending' }, '·', screenReaderText(' not judged yet'))),
    }),
  );
  const rows = matrix.querySelectorAll('tbody tr');

  const open = (a: number, b: number, opener?: Element) => {
    for (const other of matrix.querySelectorAll('button')) other.ariaExpanded = 'false';
    if (opener !== undefined) opener.ariaExpanded = 'true';
    detail.replaceChildren(...verdictDetail(pairs.get(pairKey(a, b)) ?? []));
    detail.hidden = false;
    detail.focus({ preventScroll: true });
    detail.scrollIntoView({ block: 'nearest' });
  };
  const show = (evaluations: readonly Evaluation[]) => {
    const [pair] = evaluations;
    if (pair === undefined) return;
    const verdict = consensus.find((one) => isSamePair(one, pair)) ?? meanOf(pair, evaluations);
    for (const [row, column] of [
      [pair.a.index, pair.b.index],
      [pair.b.index, pair.a.index],
    ] as const) {
      const opener = treeNode(
        verdictButton(evaluations, leadOf(verdict, row), { models, row, column, judges }),
      );
      opener.addEventListener('click', () => {
        if (opener.ariaExpanded !== 'true') open(row, column, opener);
        else [detail.hidden, opener.ariaExpanded] = [true, 'false'];
      });
      const cell = rows[row]?.children[column + 1];
      cell?.setAttribute('class', cellClass(leadOf(verdict, row)));
      cell?.replaceChildren(opener);
    }
  };
  const node = element(
    'section',
    { class: 'stack verdicts', 'aria-label': 'Verdicts' },
    element(
      'h3',
      {},
      'Verdicts ',
      element('span', { class: 'hint' }, 'row against column; choose a cell to read each judge’s reasons'),
    ),
    disputes,
    matrix,
    detail,
    about,
  );
  return {
    node,
    add(evaluation: Evaluation) {
      const key = pairKey(evaluation.a.index, evaluation.b.index);
      const evaluations = [...(pairs.get(key) ?? []), evaluation];
      pairs.set(key, evaluations);
      show(evaluations);
    },
    finish(response: PromptResponse) {
      consensus = response.consensus ?? [];
      pairs = Map.groupBy(response.evaluations, ({ a, b }) => pairKey(a.index, b.index));
      for (const evaluations of pairs.values()) show(evaluations);
      disputes.replaceChildren(
        ...(response.disagreement ?? []).map(({ a, b, judges: sides, byChance }) => {
          const words = formatList(
            sides.map(
              ({ judge, winner }) =>
                `${judge.modelId} prefers ${placeLetter((winner === 'a' ? a : b).index)}`,
            ),
          );
          const why = button('Read why', () => open(a.index, b.index), {
            label: `Read why the judges disagree about ${a.modelId} and ${b.modelId}`,
          });
          const chance = `by chance with ${Math.round(byChance * 100)} %`;
          return element(
            'li',
            { class: 'row' },
            element('span', {}, `The judges disagree: ${words} (${chance}).`),
            why,
          );
        }),
      );
      about.replaceChildren(...aboutNodes(response));
    },
  };
}

function aboutNodes(response: PromptResponse): readonly Node[] {
  const { evaluations, warnings = [] } = response;
  const meanings = legendOf(evaluations).map(([mark, meaning]) =>
    element('li', {}, element('b', { class: 'mark' }, mark), ` ${meaning}`),
  );
  const notes = warnings.map(({ message }) => element('li', {}, message));
  return [
    element('ul', { class: 'stack legend', 'aria-label': 'What the marks mean' }, ...meanings),
    element('ul', { class: 'notes', 'aria-label': 'What the gateway warns of' }, ...notes),
    treeNode(judgeTable(response)),
  ];
}

function pairKey(one: number, other: number): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** The consensus while judging runs, and for runs that were stored without one: every judge counts alike. */
function meanOf(
  { a, b }: Pick<PairConsensus, 'a' | 'b'>,
  evaluations: readonly Evaluation[],
): Pick<PairConsensus, 'a' | 'b' | 'winner' | 'margin'> {
  const scores = evaluations.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return { a, b, winner: null, margin: null };
  const score = mean(scores);
  return { a, b, winner: score === 0 ? 'tie' : score > 0 ? 'a' : 'b', margin: Math.abs(score) };
}

/**
 * The margin by which a model leads, negative if it trails; undefined if nothing was compared.
 * @param index of the model.
 */
function leadOf(
  { a, b, winner, margin }: Pick<PairConsensus, 'a' | 'b' | 'winner' | 'margin'>,
  index: number,
): number | undefined {
  if (winner === null || margin === null) return undefined;
  if (winner === 'tie') return 0;
  return (winner === 'a' ? a : b).index === index ? margin : -margin;
}

function cellClass(lead: number | undefined): string {
  return lead === undefined ? 'none' : rateClass((1 + lead) / 2);
}

interface CellOptions {
  readonly models: readonly string[];
  readonly row: number;
  readonly column: number;
  readonly judges: number;
}

function verdictButton(
  evaluations: readonly Evaluation[],
  lead: number | undefined,
  { models, row, column, judges }: CellOptions,
): Tree {
  const outcome = lead === undefined ? 'none' : lead === 0 ? 'tie' : lead > 0 ? 'win' : 'loss';
  const label = outcome === 'none' ? '–' : outcome;
  const score = lead === undefined ? '' : signed(lead);
  const marks = [...new Set(evaluations.flatMap((evaluation) => markOf(evaluation) ?? []))];
  const progress = evaluations.length < judges ? `, by ${evaluations.length} of ${judges} judges so far` : '';
  const remarks = marks.map((mark) => `, ${MARKS[mark].split(':')[0] ?? ''}`).join('');
  const words = `${placeLetter(row)} ${models[row]} ${OUTCOME_WORDS[outcome]} ${placeLetter(column)} ${models[column]}`;
  return tree(
    'button',
    {
      type: 'button',
      class: 'verdict',
      // The visible text comes first, because users of voice control say it.
      'aria-label': `${label} ${score}: ${words}${progress}${remarks}`,
      'aria-expanded': 'false',
      'aria-controls': DETAIL_ID,
    },
    tree(
      'span',
      {},
      label,
      ...marks.map((mark) => tree('b', { class: 'mark', 'aria-hidden': 'true' }, ` ${mark}`)),
    ),
    tree('small', {}, score),
  );
}

function signed(score: number): string {
  const text = Math.abs(score).toFixed(2);
  if (Number(text) === 0) return '0.00';
  return `${score < 0 ? '−' : '+'}${text}`;
}
