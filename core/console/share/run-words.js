/** @import { Evaluation, JudgeRun, PromptResponse } from '../../generated/prompt-response.ts' */
import { formatCredits } from '../../client/figures.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { judgingWords } from '../../client/judging-words.ts';
import { listOf, objectOf, textOf } from '../../client/request-parts.ts';
import { utcWords } from '../frame/time-words.js';
import { weightText } from '../../client/weights.ts';
import { placeLetter } from '../run/place-letter.js';
import { nameWords, missingVerdictWords } from '../../client/plain-words.ts';

/**
 * A run as its files hold it.
 * @typedef {object} SharedRun
 * @property {Readonly<Record<string, unknown>>} request Empty where it is not known.
 * @property {PromptResponse} response
 * @property {string} createdAt When it was sent, in ISO 8601.
 */

/**
 * What stands above the texts of a run's file, a line each.
 * @param {SharedRun} run
 * @returns {readonly string[]}
 */
export function runFacts({ request, response, createdAt }) {
  const { weights = [], calibration } = response;
  const used = `${formatCredits(response.creditsUsed)} credits`;
  const judges = listOf(request['judges']).map((judge, index) => {
    const weight = weights[index];
    return weight === undefined ? textOf(judge) : `${textOf(judge)} (weight ${weightText(weight)})`;
  });
  const judging = judgingWords(response);
  const settings = entriesOf(request['generation_settings']);
  const weighed = entriesOf(request['judge_weights']);
  return [
    `Sent on ${utcWords(createdAt)}`,
    response.evaluations.length === 0
      ? used
      : `${used}, ${formatCredits(judgingCredits(response))} of them for judging`,
    ...(judging === '' ? [] : [`Judged: ${judging}`]),
    ...(judges.length === 0 ? [] : [`Judges: ${judges.join(', ')}`]),
    ...(calibration == null ? [] : [`Calibration: ${calibration}`]),
    ...(settings.length === 0 ? [] : [`Settings: ${settings.join(', ')}`]),
    ...(weighed.length === 0 ? [] : [`What counts: ${weighed.join(', ')}`]),
  ];
}

/** @param {unknown} value */
function entriesOf(value) {
  return Object.entries(objectOf(value)).map(
    ([name, set]) => `${nameWords(name).toLowerCase()} ${textOf(set)}`,
  );
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
      : `${placeLetter(won.index)} ${written(won.modelId)} wins`;
  return {
    pair: `${placeLetter(a.index)} ${written(a.modelId)} and ${placeLetter(b.index)} ${written(b.modelId)}`,
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
        : `no verdict (${missingVerdictWords({ status, ...(error !== undefined && { error }) })})`
      : `${placeLetter(won.index)} is better`;
  const sure = confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`;
  return `${placeLetter(first.index)} read first: ${verdict}${sure}`;
}
