/** @import { Evaluation, JudgeRun, PromptResponse } from '../../generated/prompt-response.ts' */
import { formatCredits } from '../client/figures.js';
import { judgingCredits } from '../board/judging-credits.js';
import { listOf, objectOf, textOf } from '../client/request-parts.js';
import { weightText } from '../client/weights.js';

/**
 * What stands above the texts of a run's file, a line each.
 * @param {Readonly<Record<string, unknown>>} request
 * @param {Pick<PromptResponse, 'results' | 'creditsUsed' | 'evaluations' | 'weights' | 'calibration'>} response
 * @returns {readonly string[]}
 */
export function runFacts(request, { weights = [], calibration, ...response }) {
  const used = `${formatCredits(response.creditsUsed)} credits`;
  const judges = listOf(request['judges']).map((judge, index) => {
    const weight = weights[index];
    return weight === undefined ? textOf(judge) : `${textOf(judge)} (weight ${weightText(weight)})`;
  });
  const settings = [...entriesOf(request['generation_settings']), ...entriesOf(request['judge_weights'])];
  return [
    response.evaluations.length === 0
      ? used
      : `${used}, ${formatCredits(judgingCredits(response))} of them for judging`,
    ...(judges.length === 0 ? [] : [`Judges: ${judges.join(', ')}`]),
    ...(calibration == null ? [] : [`Calibration: ${calibration}`]),
    ...(settings.length === 0 ? [] : [`Settings: ${settings.join(', ')}`]),
  ];
}

/** @param {unknown} value */
function entriesOf(value) {
  return Object.entries(objectOf(value)).map(([name, set]) => `${name} ${textOf(set)}`);
}

/**
 * @param {Pick<Evaluation, 'judge' | 'a' | 'b' | 'winner' | 'agreement'>} evaluation
 * @param {(id: string) => string} written How an ID is written in the file.
 * @returns {{ readonly pair: string, readonly outcome: string }}
 */
export function verdictWords({ a, b, winner, agreement }, written) {
  const won = winner === 'a' ? a : winner === 'b' ? b : undefined;
  const outcome =
    won === undefined
      ? winner === 'tie'
        ? 'a tie'
        : 'no verdict'
      : `${won.index + 1} ${written(won.modelId)} wins`;
  return {
    pair: `${a.index + 1} ${written(a.modelId)} and ${b.index + 1} ${written(b.modelId)}`,
    outcome: `${outcome}${agreement === 'contradictory' ? ' (order flip)' : ''}`,
  };
}

/**
 * What a judge said when it read the two in one order.
 * @param {Pick<Evaluation, 'a' | 'b'>} evaluation
 * @param {JudgeRun} run
 * @returns {string}
 */
export function judgeRunWords({ a, b }, { order, winner, confidence, status, error }) {
  const [first, won] = [order === 'ab' ? a : b, winner === 'a' ? a : winner === 'b' ? b : undefined];
  const verdict =
    won === undefined
      ? winner === 'tie'
        ? 'a tie'
        : `no verdict (${error?.code ?? status})`
      : `${won.index + 1} is better`;
  const sure = confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`;
  return `${first.index + 1} read first: ${verdict}${sure}`;
}
