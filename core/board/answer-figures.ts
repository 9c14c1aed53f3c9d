import type { Result } from '../generated/prompt-response.ts';
import { exactSum, USD_PLACES } from './exact-sum.ts';
import { mean, quantile } from './spread.ts';

/** With fewer answers the 95th percentile is hardly different from the maximum. */
const MIN_FOR_P95 = 20;

/** Figures of one model's answers, without their quality. */
export interface AnswerFigures {
  readonly asked: number;
  readonly completed: number;
  readonly failed: number;
  /** Counts by `error.code`. */
  readonly failures: Readonly<Record<string, number>>;
  /** Answers that were cut at their token cap. */
  readonly cut: number;
  /** Answers that decline. */
  readonly refused: number;
  readonly schemaChecked: number;
  readonly schemaValid: number;
  /** Sum that the providers bill for all answers. */
  readonly costUsd: number;
  /** Of a completed answer. */
  readonly meanCostUsd: number | null;
  /** Of completed answers. */
  readonly medianLatencyMs: number | null;
  /** Null with fewer than `MIN_FOR_P95` completed answers. */
  readonly p95LatencyMs: number | null;
  readonly meanTokensOut: number | null;
}

/** @param results of one model. */
export function answerFigures(results: readonly Result[]): AnswerFigures {
  const completed = results.filter(({ status }) => status === 'completed');
  const latencies = Float64Array.from(completed, ({ latencyMs }) => latencyMs).toSorted();
  const checked = results.filter(({ schemaValid }) => schemaValid !== undefined);
  const meanOfCompleted = (figure: (result: Result) => number) =>
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
    meanCostUsd: meanOfCompleted(({ providerCost }) => providerCost),
    medianLatencyMs: latencies.length === 0 ? null : quantile(latencies, 0.5),
    p95LatencyMs: latencies.length < MIN_FOR_P95 ? null : quantile(latencies, 0.95),
    meanTokensOut: meanOfCompleted(({ tokensOut }) => tokensOut),
  };
}

function countFailures(results: readonly Result[]): Record<string, number> {
  const failed = results.filter(({ status }) => status !== 'completed');
  const byCode = Map.groupBy(failed, ({ error }) => error?.code ?? 'failed');
  return Object.fromEntries([...byCode].map(([code, { length }]) => [code, length]));
}
