/** @import { Result } from '../generated/prompt-response.ts' */
/** @import { AnswerFigures } from './answer-figures.js' */
/** @import { Interval } from './interval.js' */
/** @import { AnswerLine, LogCounts, RunHead } from './read-run.js' */
import { mean, quantile } from './spread.js';

/**
 * The same figure of the model to leave and of a successor, over the prompts that both answered.
 * @typedef {object} Change
 * @property {number} before
 * @property {number} after
 * @property {number | null} ratio `after` by `before`; null where that was 0.
 */

/**
 * A successor, compared with the model to leave. `undecided`: the interval of their difference does not leave out 0.
 * `unknown`: too few prompts compare them.
 * @typedef {object} Successor
 * @property {string} modelId
 * @property {'better' | 'worse' | 'undecided' | 'unknown'} verdict
 * @property {number | null} winRate Of its comparisons with the model to leave.
 * @property {Interval | null} interval
 * @property {number} judgedPrompts
 * @property {Change | null} costUsd Mean of an answer; null if there is no prompt that both answered.
 * @property {Change | null} latencyMs Median of an answer.
 * @property {number} asked
 * @property {number} failed
 * @property {Readonly<Record<string, number>>} failures How many by `error.code`.
 * @property {number} schemaChecked
 * @property {number} schemaInvalid
 * @property {string | null} shutdown
 */

/**
 * @typedef {object} Migration
 * @property {string} old The model to leave.
 * @property {string | null} shutdown Its day.
 * @property {'fresh' | 'logged'} answers Whether it was asked again.
 * @property {LogCounts} log
 * @property {Pick<AnswerFigures, 'asked' | 'failed' | 'failures' | 'schemaChecked' | 'meanCostUsd' | 'medianLatencyMs'> & { readonly schemaInvalid: number }} before Figures of the model to leave.
 * @property {readonly Successor[]} successors In the order of the board.
 * @property {string | null} recommended The successor to look at first; null if nothing is known of any.
 */

/**
 * What the board of a run knows before.
 * @typedef {object} BoardSoFar
 * @property {readonly (AnswerFigures & { readonly place: number, readonly modelId: string })[]} models
 * @property {readonly { readonly better: string, readonly worse: string, readonly judgedPrompts: number, readonly rate: number, readonly interval: Interval | null }[]} pairs
 * @property {readonly { readonly modelId: string, readonly other: string, readonly interval: Interval | null, readonly isDecisive: boolean }[]} differences
 */

/**
 * What a run says about leaving its baseline.
 * @param {RunHead} head
 * @param {readonly AnswerLine[]} answers
 * @param {BoardSoFar} board
 * @returns {Migration | null} Null for the run of a suite.
 */
export function migrationOf({ suite, migration }, answers, board) {
  const old = board.models.find(({ modelId }) => modelId === suite.baseline);
  if (migration === undefined || old === undefined) return null;
  const successors = board.models
    .filter(({ place }) => place !== old.place)
    .map((model) => ({
      modelId: model.modelId,
      ...comparison(board, model.modelId, old.modelId),
      ...changes(answers, old.place, model.place),
      asked: model.asked,
      failed: model.failed,
      failures: model.failures,
      schemaChecked: model.schemaChecked,
      schemaInvalid: model.schemaChecked - model.schemaValid,
      shutdown: migration.shutdowns[model.modelId] ?? null,
    }));
  return {
    old: old.modelId,
    shutdown: migration.shutdowns[old.modelId] ?? null,
    answers: migration.answers,
    log: migration.log,
    before: {
      asked: old.asked,
      failed: old.failed,
      failures: old.failures,
      schemaChecked: old.schemaChecked,
      schemaInvalid: old.schemaChecked - old.schemaValid,
      meanCostUsd: old.meanCostUsd,
      medianLatencyMs: old.medianLatencyMs,
    },
    successors,
    recommended: recommend(successors, board),
  };
}

/**
 * @param {BoardSoFar} board
 * @param {string} modelId
 * @param {string} old
 * @returns {Pick<Successor, 'verdict' | 'winRate' | 'interval' | 'judgedPrompts'>}
 */
function comparison({ pairs, differences }, modelId, old) {
  const pair = pairs.find(
    ({ better, worse }) => (better === modelId && worse === old) || (better === old && worse === modelId),
  );
  if (pair === undefined) return { verdict: 'unknown', winRate: null, interval: null, judgedPrompts: 0 };
  const { better, judgedPrompts, rate, interval } = pair;
  const isBetter = better === modelId;
  const turned = interval && { low: 1 - interval.high, high: 1 - interval.low };
  return {
    verdict: verdictOf(differenceOf(differences, modelId, old), modelId),
    winRate: isBetter ? rate : 1 - rate,
    interval: isBetter ? interval : turned,
    judgedPrompts,
  };
}

/**
 * @param {BoardSoFar['differences']} differences
 * @param {string} one
 * @param {string} other
 */
function differenceOf(differences, one, other) {
  return differences.find(
    (found) =>
      (found.modelId === one && found.other === other) || (found.modelId === other && found.other === one),
  );
}

/**
 * @param {BoardSoFar['differences'][number] | undefined} difference
 * @param {string} modelId
 */
function verdictOf(difference, modelId) {
  if (difference === undefined || difference.interval === null) return 'unknown';
  if (!difference.isDecisive) return 'undecided';
  return difference.modelId === modelId ? 'better' : 'worse';
}

/**
 * @param {readonly AnswerLine[]} answers
 * @param {number} old
 * @param {number} place
 * @returns {Pick<Successor, 'costUsd' | 'latencyMs'>}
 */
function changes(answers, old, place) {
  const both = answers.flatMap(({ response: { results } }) => {
    const [before, after] = [results[old], results[place]];
    return before?.status === 'completed' && after?.status === 'completed' ? [{ before, after }] : [];
  });
  if (both.length === 0) return { costUsd: null, latencyMs: null };
  const change = (
    /** @type {(values: readonly number[]) => number} */ middle,
    /** @type {(result: Result) => number} */ figure,
  ) => {
    const before = middle(both.map((pair) => figure(pair.before)));
    const after = middle(both.map((pair) => figure(pair.after)));
    return { before, after, ratio: before === 0 ? null : after / before };
  };
  return {
    costUsd: change(mean, ({ providerCost }) => providerCost),
    latencyMs: change(median, ({ latencyMs }) => latencyMs),
  };
}

/** @param {readonly number[]} values */
function median(values) {
  return quantile(Float64Array.from(values).toSorted(), 0.5);
}

const VERDICTS = /** @type {const} */ (['better', 'undecided', 'worse']);

/**
 * Of the successors with the best verdict, the cheapest that is not decisively worse than the first of them.
 * @param {readonly Successor[]} successors The one with the highest rating first.
 * @param {BoardSoFar} board
 * @returns {string | null}
 */
function recommend(successors, { differences }) {
  for (const wanted of VERDICTS) {
    const [first, ...others] = successors.filter(({ verdict }) => verdict === wanted);
    if (first === undefined) continue;
    const equals = others.filter(({ modelId }) => {
      const difference = differenceOf(differences, first.modelId, modelId);
      return difference !== undefined && difference.interval !== null && !difference.isDecisive;
    });
    const cost = (/** @type {Successor} */ { costUsd }) => costUsd?.after ?? Infinity;
    return equals.reduce((best, one) => (cost(one) < cost(best) ? one : best), first).modelId;
  }
  return null;
}
