import type { Result } from '../generated/prompt-response.ts';
import { exactSum, USD_PLACES } from './exact-sum.ts';
import { mean, quantile } from './spread.ts';

/** Of fewer answers, the 95th of 100 is hardly more than the slowest. */
const MIN_FOR_P95 = 20;

/** What one model's answers were like, apart from how good they are. */
export interface AnswerFigures {
  readonly asked: number;
  readonly completed: number;
  readonly failed: number;
  /** How many by `error.code`. */
  readonly failures: Readonly<Record<string, number>>;
  /** Answers that reached their cap. */
  readonly cut: number;
  /** Answers that decline. */
  readonly refused: number;
  readonly schemaChecked: number;
  readonly schemaValid: number;
  /** Of all its answers, what the providers bill. */
  readonly costUsd: number;
  /** Of a completed answer. */
  readonly meanCostUsd: number | null;
  /** Of completed answers. */
  readonly medianLatencyMs: number | null;
  /** Null below `MIN_FOR_P95` of them. */
  readonly p95LatencyMs: number | null;
  readonly meanTokensOut: number | null;
}

/** @param results of one model. */
export function answerFigures(results: readonly Result[]): AnswerFigures {
  const completed = results.filter(({ status }) => status === 'completed');
  const latencies = Float64Array.from(completed, ({ latencyMs }) => latencyMs).toSorted();
  const checked = results.filter(({ schemaValid }) => schemaValid !== undefined);
  const ofCompleted = (figure: (result: Result) => number) =>
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

function countFailures(results: readonly Result[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of results)
    if (status !== 'completed') counts[error?.code ?? 'failed'] = (counts[error?.code ?? 'failed'] ?? 0) + 1;
  return counts;
}
