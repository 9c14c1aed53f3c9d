import type { Board } from '../board/board.ts';
import { MIN_PROMPTS } from '../board/ratings.ts';
import { formatCount, formatCredits, formatUsd } from '../client/figures.ts';
import { findings } from './board-words.ts';
import { judgeTable } from './judge-table.ts';
import { leaderboard } from './leaderboard.ts';
import { visibleTree } from './plain-text.ts';
import { qualityPlot } from './quality-plot.ts';
import { tagTable } from './tag-table.ts';
import { tree, type Tree } from './tree.ts';
import { winMatrix } from './win-matrix.ts';

/** A run's report. A page passes prompts that it fills when they are opened; a file passes complete ones. */
export function reportBody(board: Board, prompts: readonly Tree[]): Tree {
  const [headline = '', ...others] = findings(board);
  // The prompts are visible trees already, and many.
  const parts = [
    heading(board),
    tree('p', { class: 'headline' }, headline),
    ...(others.length === 0
      ? []
      : [tree('ul', { class: 'findings' }, ...others.map((words) => tree('li', {}, words)))]),
    ...section('Leaderboard', leaderboard(board)),
    tree(
      'div',
      { class: 'stack side-by-side' },
      ...section('Quality and cost', qualityPlot(board)),
      ...(board.pairs.length === 0
        ? []
        : section('Win rate in %, row against column', winMatrix(board), MATRIX_HINT)),
    ),
    ...section('By tag', tagTable(board)),
    ...section('Judges', judgeTable(board)),
  ].map(visibleTree);
  const list = prompts.length === 0 ? [] : [promptSection(prompts)];
  return tree('article', { class: 'report' }, ...parts, ...list, visibleTree(method(board)));
}

const MATRIX_HINT = tree(
  'p',
  { class: 'hint' },
  'Bold figures are decisive: their 95 % interval leaves out 50 %.',
);

function section(title: string, content: Tree | undefined, ...more: Tree[]): readonly Tree[] {
  return content === undefined ? [] : [tree('section', {}, tree('h2', {}, title), content, ...more)];
}

function heading(board: Board): Tree {
  const { name, startedAt, prompts, models, judgeIds, creditsUsed, costUsd, baseline } = board;
  const facts = [
    formatCount(prompts.answered, 'prompt'),
    formatCount(models.length, 'model'),
    formatCount(judgeIds.length, 'judge'),
    ...(baseline === null ? [] : [`compared with ${baseline}`]),
    `${formatCredits(creditsUsed)} credits`,
    `${formatUsd(costUsd)} billed by providers`,
    startedAt.slice(0, 10),
  ];
  return tree(
    'header',
    { class: 'report-head' },
    tree('h1', {}, name),
    tree('p', { class: 'facts' }, facts.join(' · ')),
  );
}

function promptSection(prompts: readonly Tree[]): Tree {
  const choices = [
    ['all', 'All'],
    ['disputed', 'Judges disagree'],
    ['failed', 'With failures'],
  ].map(([id = '', words = '']) =>
    tree(
      'label',
      {},
      tree('input', { type: 'radio', name: 'prompt-filter', id: `only-${id}`, checked: id === 'all' }),
      tree('span', {}, words),
    ),
  );
  return tree(
    'section',
    { class: 'stack prompts' },
    tree(
      'div',
      { class: 'row prompts-head' },
      tree('h2', {}, 'Prompts'),
      tree(
        'div',
        { class: 'choice-line', role: 'group', 'aria-label': 'Which prompts are shown' },
        ...choices,
      ),
    ),
    ...prompts,
  );
}

function method({ method: { resamples }, prompts, models, baseline }: Board): Tree {
  const intervals = models.some(({ interval }) => interval !== null)
    ? `Intervals come from ${resamples.toLocaleString('en')} bootstrap resamples of the ${prompts.judged} judged prompts.`
    : `Intervals are told from ${MIN_PROMPTS} judged prompts.`;
  const against =
    baseline === null
      ? ''
      : ` Every model is compared with ${baseline} alone: its win rate is against ${baseline}, and that of ${baseline} is against all others together.`;
  return tree(
    'footer',
    { class: 'method hint' },
    tree(
      'p',
      {},
      `Ratings follow Bradley and Terry, with ties as half a win, on the scale of Elo: 100 points more beat the other in 64 % of comparisons. Imagined ties are added, so with few prompts the ratings stay near 1,000.${against} ${intervals} Two models differ decisively if the interval of their difference leaves out 0. Failed answers are not compared.`,
    ),
  );
}
