import type { Evaluation, JudgeRun } from '../../generated/prompt-response.ts';
import { formatPercent, formatSeconds } from '../../client/figures.ts';
import { markOf, MARKS, winnerOf } from '../../client/verdicts.ts';
import { element } from '../shell/element.ts';
import { priceText, savedCurrency } from './currency.ts';
import { textNodes } from './text-nodes.ts';
import { placeLetter, letterBadge } from './place-letter.ts';
import { missingVerdictWords } from '../../client/plain-words.ts';

const FLAGS: Readonly<Record<string, string>> = {
  attachments_not_seen: 'The judge could not read the files.',
};

/**
 * The details of one pair: each judge's verdict, the parts of its score, and both runs with the judge's reasons.
 */
export function verdictDetail(evaluations: readonly Evaluation[]): readonly Node[] {
  const [first] = evaluations;
  if (first === undefined) return [element('p', {}, 'No judge was asked about this pair.')];
  const { a, b } = first;
  return [
    element(
      'h4',
      {},
      letterBadge(a.index),
      `${a.modelId} against `,
      letterBadge(b.index),
      element('span', {}, b.modelId),
    ),
    element('div', { class: 'judges' }, ...evaluations.map(judgeNode)),
  ];
}

function judgeNode(evaluation: Evaluation): HTMLElement {
  const { judge, runs, flags, selfJudged } = evaluation;
  const mark = markOf(evaluation);
  const remarks = [
    ...(mark === undefined ? [] : [sentence(MARKS[mark])]),
    ...(selfJudged ? ['The judge’s model is one of the two.'] : []),
    ...flags.map((flag) => FLAGS[flag] ?? sentence(flag.replaceAll('_', ' '))),
  ];
  return element(
    'section',
    { class: 'stack judge', 'aria-label': `Judge ${judge.modelId}` },
    element(
      'h5',
      {},
      element('span', { class: 'judge-name' }, judge.modelId),
      ' ',
      element('strong', {}, outcomeOf(evaluation)),
    ),
    ...remarks.map((remark) => element('p', { class: 'remark' }, remark)),
    element('div', { class: 'runs' }, ...runs.map((run) => runNode(evaluation, run))),
    ...(runs.length === 0 ? [] : [axesTable(evaluation)]),
  );
}

function outcomeOf({ status, winner, a, b, score }: Evaluation): string {
  if (status === 'skipped') return 'was not asked';
  if (winner === null || score === null) return 'Not comparable';
  if (winner === 'tie') return 'A tie';
  const { index, modelId } = winner === 'a' ? a : b;
  return `${placeLetter(index)} ${modelId} wins by ${Math.abs(score).toFixed(2)} of 1`;
}

function axesTable({ axes, a, b }: Evaluation): HTMLTableElement {
  const rows = Object.entries(axes).map(([axis, { weight, value }]) =>
    element(
      'tr',
      { class: weight === 0 ? 'is-idle' : undefined },
      element('th', { scope: 'row' }, axis),
      element('td', {}, value === null ? 'not measured' : favourWords(value, a.index, b.index)),
      element('td', {}, weight === 0 ? 'does not count' : `counts ${weight}`),
    ),
  );
  return element(
    'table',
    { class: 'axes' },
    element('caption', { class: 'visually-hidden' }, 'What the score is made of'),
    element('tbody', {}, ...rows),
  );
}

/** @param value a positive one favours a. */
function favourWords(value: number, a: number, b: number): string {
  const size = Math.abs(value).toFixed(2);
  return Number(size) === 0 ? 'even' : `${size} for ${placeLetter(value > 0 ? a : b)}`;
}

function runNode({ a, b }: Evaluation, run: JudgeRun): HTMLElement {
  const [first, second] = run.order === 'ab' ? [a, b] : [b, a];
  const winner = winnerOf({ winner: run.winner, a, b });
  const verdict =
    winner === undefined
      ? (run.winner ?? `no verdict: ${missingVerdictWords(run)}`)
      : `${placeLetter(winner.index)} wins`;
  const figures = [
    ...(run.confidence === null ? [] : [`the judge is ${formatPercent(run.confidence)} sure`]),
    formatSeconds(run.latencyMs),
    `${run.tokensIn} / ${run.tokensOut} tokens`,
    priceText({ credits: run.credits, usd: run.providerCost }, savedCurrency()),
  ];
  return element(
    'div',
    { class: 'stack judge-run', role: 'group', 'aria-label': `${placeLetter(first.index)} shown first` },
    element(
      'h6',
      {},
      letterBadge(first.index),
      element('span', { class: 'before' }, 'before'),
      letterBadge(second.index),
      element('span', { class: 'run-verdict' }, verdict),
    ),
    element('p', { class: 'reasoning', dir: 'auto' }, ...textNodes(run.reasoning)),
    element('p', { class: 'hint' }, figures.join(' · ')),
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
