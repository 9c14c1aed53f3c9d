import type { AnswerLine } from '../board/run-lines.ts';
import type { Evaluation, JudgeRun, Result } from '../generated/prompt-response.ts';
import { pairShares } from '../board/pair-shares.ts';
import { mean } from '../board/spread.ts';
import { formatCount, formatPercent, formatSeconds, formatUsd, formatList } from '../client/figures.ts';
import { isOrderFlip, wasAsked, winnerOf } from '../client/verdicts.ts';
import { visibleTree, plainText } from './plain-text.ts';
import { tree, type Tree } from './tree.ts';
import { failureWords } from '../client/plain-words.ts';

const SUMMARY_CHARACTERS = 140;
/** Shares closer than this are equal. */
const ROUNDING = 1e-9;

/**
 * One prompt and its outcome in one line.
 * @returns a `summary`.
 */
export function promptSummary(answer: AnswerLine, models: readonly string[]): Tree {
  const { row, tags, prompt, response } = answer;
  const failed = response.results.filter(({ status }) => status === 'failed').length;
  const flips = response.evaluations.filter(isOrderFlip).length;
  const words = prompt
    .slice(0, 4 * SUMMARY_CHARACTERS)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut = words.length > SUMMARY_CHARACTERS ? `${words.slice(0, SUMMARY_CHARACTERS)}…` : words;
  const chips = [
    ...tags.map((tag) => tree('span', { class: 'badge' }, tag)),
    ...(failed > 0 ? [tree('span', { class: 'badge bad' }, `${failed} failed`)] : []),
    ...(flips > 0 ? [tree('span', { class: 'badge warn' }, formatCount(flips, 'order flip'))] : []),
  ];
  const summary = tree(
    'summary',
    {},
    tree('span', { class: 'prompt-row' }, row),
    tree('span', { class: 'prompt-words', dir: 'auto' }, ...plainText(cut)),
    tree(
      'span',
      { class: 'row badges' },
      ...chips,
      tree('span', { class: 'prompt-winner' }, winnerWords(answer, models)),
    ),
  );
  return visibleTree(summary);
}

/** The CSS classes of a prompt, by which the page filters. */
export function promptClasses({ response }: AnswerLine): string {
  const hasFailure = response.results.some(({ status }) => status === 'failed');
  return [
    'prompt',
    ...(hasFailure ? ['has-failure'] : []),
    ...(isDisputed(response.evaluations) ? ['is-disputed'] : []),
  ].join(' ');
}

/** Whether a judge contradicted itself or another judge about the winner. */
function isDisputed(evaluations: readonly Evaluation[]): boolean {
  const winners = new Map<string, string>();
  for (const evaluation of evaluations) {
    const { a, b, winner } = evaluation;
    if (isOrderFlip(evaluation)) return true;
    if (winner !== 'a' && winner !== 'b') continue;
    const pair = `${a.index} ${b.index}`;
    if ((winners.get(pair) ?? winner) !== winner) return true;
    winners.set(pair, winner);
  }
  return false;
}

function winnerWords(answer: AnswerLine, models: readonly string[]): string {
  const rates = ratesOf(answer, models.length);
  const judged = rates.filter((rate) => rate !== undefined);
  if (judged.length === 0) return 'not judged';
  const most = Math.max(...judged);
  const best = models.filter((_model, place) => most - (rates[place] ?? -1) < ROUNDING);
  return best.length === judged.length ? 'a tie' : formatList(best);
}

/** Each model's mean result on this prompt, 0 to 1. */
function ratesOf({ response }: AnswerLine, size: number): readonly (number | undefined)[] {
  const shares = pairShares(response, size);
  return Array.from({ length: size }, (_none, place) => {
    const results = shares.flatMap(({ a, b, share }) =>
      a === place ? [share] : b === place ? [1 - share] : [],
    );
    return results.length === 0 ? undefined : mean(results);
  });
}

/** The details of one prompt: the question, every answer, and every verdict with the judges' reasons. */
export function promptBody(answer: AnswerLine, models: readonly string[]): Tree {
  const { prompt, system_prompt: system, response } = answer;
  const rates = ratesOf(answer, models.length);
  const places = response.results
    .map((_result, place) => place)
    .toSorted((one, other) => (rates[other] ?? -1) - (rates[one] ?? -1));
  const evaluations = response.evaluations.filter(wasAsked);
  const judged = Map.groupBy(evaluations, ({ a, b }) => `${a.index} ${b.index}`);
  const body = tree(
    'div',
    { class: 'prompt-body' },
    ...(system === undefined ? [] : [tree('h3', {}, 'System prompt'), block(system)]),
    tree('h3', {}, 'Prompt'),
    block(prompt),
    tree('h3', {}, 'Answers'),
    tree(
      'div',
      { class: 'answers' },
      ...places.flatMap((place) => {
        const result = response.results[place];
        return result === undefined ? [] : [answerCard(result, rates[place])];
      }),
    ),
    ...(judged.size === 0
      ? []
      : [tree('h3', {}, 'Verdicts'), tree('div', { class: 'stack' }, ...[...judged.values()].map(pairItem))]),
  );
  return visibleTree(body);
}

function block(text: string): Tree {
  // Focusable, so that the keyboard can scroll a long text.
  return tree('pre', { class: 'long-text', dir: 'auto', tabindex: 0 }, ...plainText(text));
}

function answerCard(
  { modelId, status, output, error, finishReason, schemaValid, latencyMs, providerCost, tokensOut }: Result,
  rate: number | undefined,
): Tree {
  const chips = [
    ...(rate === undefined
      ? []
      : [tree('span', { class: rate > 0.5 ? 'badge good' : 'badge' }, `won ${formatPercent(rate)}`)]),
    ...(status === 'failed' ? [tree('span', { class: 'badge bad' }, failureWords(error?.code))] : []),
    ...(finishReason === 'length' ? [tree('span', { class: 'badge warn' }, 'cut at its cap')] : []),
    ...(finishReason === 'refused' ? [tree('span', { class: 'badge warn' }, 'declined')] : []),
    ...(schemaValid === false ? [tree('span', { class: 'badge bad' }, 'breaks the schema')] : []),
  ];
  const figures = [
    formatSeconds(latencyMs),
    `${tokensOut.toLocaleString('en')} tokens`,
    formatUsd(providerCost),
  ];
  return tree(
    'article',
    { class: 'answer' },
    tree(
      'header',
      { class: 'row' },
      tree('h4', {}, modelId),
      tree('span', { class: 'row badges' }, ...chips),
    ),
    status === 'failed'
      ? tree('p', { class: 'failure' }, ...plainText(error?.message ?? 'no answer'))
      : block(output),
    tree('p', { class: 'hint' }, figures.join(' · ')),
  );
}

/** @param evaluations of one pair, by each judge. */
function pairItem(evaluations: readonly Evaluation[]): Tree {
  const [first] = evaluations;
  if (first === undefined) return tree('div');
  const { a, b } = first;
  const list = evaluations.map((evaluation) =>
    tree(
      'li',
      {},
      tree('strong', {}, evaluation.judge.modelId),
      ' ',
      verdictWords(evaluation),
      ...(isOrderFlip(evaluation) ? [' ', tree('span', { class: 'badge warn' }, 'order flip')] : []),
    ),
  );
  return tree(
    'details',
    { class: 'pair' },
    tree('summary', {}, `${a.modelId} against ${b.modelId}: `, tree('strong', {}, pairWords(evaluations))),
    tree('ul', { class: 'pair-verdicts' }, ...list),
    ...evaluations.flatMap((evaluation) => evaluation.runs.map((run) => runItem(evaluation, run))),
  );
}

function pairWords(evaluations: readonly Evaluation[]): string {
  const words = [...new Set(evaluations.map(verdictWords))];
  return words.length === 1 ? (words[0] ?? '') : 'the judges differ';
}

function verdictWords(evaluation: Evaluation): string {
  const { winner, status } = evaluation;
  if (winner === 'tie') return 'a tie';
  const better = winnerOf(evaluation);
  if (better === undefined) return 'no verdict';
  return status === 'forfeit' ? `${better.modelId}, as the other failed` : `${better.modelId} is better`;
}

function runItem({ judge, a, b }: Evaluation, { order, winner, reasoning, status }: JudgeRun): Tree {
  const [first, second] = order === 'ab' ? [a, b] : [b, a];
  const verdict = winnerOf({ winner, a, b })?.modelId ?? (winner === 'tie' ? 'a tie' : status);
  return tree(
    'section',
    { class: 'judge-words' },
    tree('h5', {}, `${judge.modelId}, ${first.modelId} before ${second.modelId}: ${verdict}`),
    tree('p', { dir: 'auto' }, ...plainText(reasoning)),
  );
}
