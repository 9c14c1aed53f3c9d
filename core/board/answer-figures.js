/** @import { Result } from '../generated/prompt-response.ts' */
import { exactSum, USD_PLACES } from './exact-sum.js';
import { mean, quantile } from './spread.js';

/** Of fewer answers, the 95th of 100 is hardly more than the slowest. */
const MIN_FOR_P95 = 20;

/**
 * What one model's answers were like, apart from how good they are.
 * @typedef {object} AnswerFigures
 * @property {number} asked
 * @property {number} completed
 * @property {number} failed
 * @property {Readonly<Record<string, number>>} failures How many by `error.code`.
 * @property {number} cut Answers that reached their cap.
 * @property {number} refused Answers that decline.
 * @property {number} schemaChecked
 * @property {number} schemaValid
 * @property {number} costUsd Of all its answers, what the providers bill.
 * @property {number | null} meanCostUsd Of a completed answer.
 * @property {number | null} medianLatencyMs Of completed answers.
 * @property {number | null} p95LatencyMs Null below `MIN_FOR_P95` of them.
 * @property {number | null} meanTokensOut
 */

/**
 * @param {readonly Result[]} results Of one model.
 * @returns {AnswerFigures}
 */
export function answerFigures(results) {
  const completed = results.filter(({ status }) => status === 'completed');
  const latencies = Float64Array.from(completed, ({ latencyMs }) => latencyMs).toSorted();
  const checked = results.filter(({ schemaValid }) => schemaValid !== undefined);
  const ofCompleted = (/** @type {(result: Result) => number} */ figure) =>
    completed.length === 0 ? null : mean(completed.map(figure));
  return {
    asked: results.length,
    completed: completed.length,
    failed: results.length - completed.length,
    failures: countFailures(results),
    cut: completed.filter(({ finishReason }) => finishReason === 'length').length,
    refused: completed.filter(({ finishReason }) => finishReason === 'refused').length,
    schemaChecked: checked.length,
    schemaValid: checked.filter(({ schemaValid }) => schemaValid).length,
    costUsd: exactSum(
      results.map(({ providerCost }) => providerCost),
      USD_PLACES,
    ),
    meanCostUsd: ofCompleted(({ providerCost }) => providerCost),
    medianLatencyMs: latencies.length === 0 ? null : quantile(latencies, 0.5),
    p95LatencyMs: latencies.length < MIN_FOR_P95 ? null : quantile(latencies, 0.95),
    meanTokensOut: ofCompleted(({ tokensOut }) => tokensOut),
  };
}

/** @param {readonly Result[]} results */
function countFailures(results) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { status, error } of results)
    if (status !== 'completed') counts[error?.code ?? 'failed'] = (counts[error?.code ?? 'failed'] ?? 0) + 1;
  return counts;
}
