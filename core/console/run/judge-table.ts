import type { Evaluation, JudgeWeight, PromptResponse } from '../../generated/prompt-response.ts';
import { judgesOf, steadinessOf, wasAsked } from '../../client/verdicts.ts';
import { weightReason, weightText } from '../../client/weights.ts';
import { figureTable } from '../../report/figure-table.ts';
import { tree, type Tree } from '../../report/tree.ts';

/** How often each judge's verdict was the same in both orders, and its weight. */
export function judgeTable(response: Pick<PromptResponse, 'evaluations' | 'weights' | 'calibration'>): Tree {
  const { evaluations, weights = [], calibration } = response;
  const judges = judgesOf(evaluations);
  const names = ['Judge', 'Steadiness', ...(weights.length === 0 ? [] : ['Weight', 'From'])];
  return tree(
    'div',
    { class: 'stack' },
    tree(
      'h4',
      {},
      'Judges ',
      ...(judges.length < 2 ? [] : [tree('span', { class: 'hint' }, originWords(weights, calibration))]),
    ),
    figureTable({
      label: 'Judges of this run',
      columns: names.map((name) => ({ name })),
      rows: judges.map((judge) => {
        const judgeEvaluations = evaluations.filter((one) => one.judge.index === judge.index);
        const weight = weights.find(({ index }) => index === judge.index);
        return tree(
          'tr',
          {},
          tree('th', { scope: 'row' }, judge.modelId),
          tree('td', { class: 'words' }, steadiness(judgeEvaluations)),
          ...(weight === undefined
            ? []
            : [tree('td', {}, weightText(weight)), tree('td', { class: 'words' }, weightReason(weight))]),
        );
      }),
    }),
  );
}

function steadiness(evaluations: readonly Evaluation[]): string {
  const judged = evaluations.filter(wasAsked);
  if (judged.length === 0) return 'was not asked';
  const skipped = evaluations.length - judged.length;
  return `${steadinessOf(judged)}${skipped === 0 ? '' : `; ${skipped} not asked`}`;
}

function originWords(weights: readonly JudgeWeight[], calibration: PromptResponse['calibration']): string {
  if (weights.length === 0) return 'every judge counts alike';
  return calibration == null
    ? 'weighted by each judge’s order flips'
    : `weighted by the calibration ${calibration}`;
}
