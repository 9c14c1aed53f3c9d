import type { Metrics } from '../metrics.ts';
import type { CallRole } from '../metrics/run-metrics.ts';
import type { CachedEntries } from './cache/find-cached.ts';
import type { CallResult } from './call/call-result.ts';
import { streamSpeed } from './call/to-result.ts';
import type { PromptRuns } from './settle.ts';

/** Counts one run. Every label value comes from the registry or the fault table. */
export function countRun(metrics: Metrics, run: CallResult, role: CallRole): void {
  const { entry } = run.planned;
  const series = (entry.series[role] ??= metrics.runSeries(entry, role));
  const fault = 'fault' in run.outcome ? run.outcome.fault.code : undefined;
  (fault === undefined ? series.completed : series.failed(fault)).add(1);
  if (run.attempts > 1)
    metrics.retries.inc({ model: entry.model.id, provider: entry.provider.id, role }, run.attempts - 1);
  if (run.planned.inPlaceOf !== undefined) countSuccessor(metrics, run, role);
  const calls = 'text' in run.outcome ? (run.outcome.calls ?? []) : [];
  if (calls.length > 0)
    metrics.functionCalls.inc({ model: entry.model.id, provider: entry.provider.id }, calls.length);
  if (run.servedBy !== undefined)
    metrics.servedByOther.inc({
      model: entry.model.id,
      provider: entry.provider.id,
      served_by: run.servedBy.entry?.model.id ?? 'other',
    });
  if (run.attempts > 0)
    (fault === undefined ? series.completedSeconds : series.failedSeconds(fault)).observe(
      run.upstreamMs / 1_000,
    );
  if (fault === undefined && run.firstTokenMs !== undefined) {
    series.timeToFirstToken().observe(run.firstTokenMs / 1_000);
    const speed = streamSpeed(run);
    if (speed !== undefined) series.timePerOutputToken().observe(speed.msPerToken / 1_000);
  }
  if (run.billedUsage === undefined) return;
  const { tokensIn, tokensCached, tokensCacheWrite, tokensOut, tokensReasoning } = run.billedUsage;
  series.tokens.input.add(tokensIn - tokensCached - tokensCacheWrite);
  series.tokens.cached.add(tokensCached);
  series.tokens.cache_write.add(tokensCacheWrite);
  series.tokens.output.add(tokensOut);
  series.tokens.reasoning.add(tokensReasoning ?? 0);
  series.tokenUsage.input.observe(tokensIn);
  series.tokenUsage.output.observe(tokensOut);
  series.providerCostUsd.add(run.providerCostNanoUsd / 1e9);
}

/** Counts an answer of a successor by the named model, which shows that callers still name a retired one. */
export function countSuccessor(metrics: Metrics, { planned }: CallResult, role: CallRole): void {
  const { inPlaceOf: model = '', entry } = planned;
  metrics.succeededRuns.inc({ model, successor: entry.model.id, role });
}

/** Counts the cached and uncached answers of a request. */
export function countLookups(metrics: Metrics, { runs, keys }: CachedEntries): void {
  if (keys.size === 0) return;
  metrics.cacheLookups.inc({ outcome: 'hit' }, runs.size);
  metrics.cacheLookups.inc({ outcome: 'miss' }, keys.size - runs.size);
}

/** Counts a finished request: its evaluations, and the time it took beyond its slowest upstream path. */
export function countPrompt(metrics: Metrics, results: PromptRuns, durationMs: number): void {
  const { runs, fused, answers, judged, until } = results;
  const answeredMs = runs.map(({ upstreamMs }) => upstreamMs);
  let longestMs = Math.max(0, ...answeredMs);
  if (fused !== undefined) {
    longestMs += fused.upstreamMs;
    answeredMs[answers.length - 1] = longestMs;
  }
  // Its rounds follow one another, once all have answered.
  if (until !== undefined) longestMs += until.upstreamMs;
  for (const { evaluation, upstreamMs } of judged) {
    const { a, b } = evaluation;
    const bothMs = Math.max(answeredMs[a.index] ?? 0, answeredMs[b.index] ?? 0);
    longestMs = Math.max(longestMs, bothMs + upstreamMs);
  }
  metrics.overheadSeconds.observe(Math.max(0, durationMs - longestMs) / 1_000);
  if (judged.length > 0) countJudging(metrics, judged);
}

/** Counts one request's evaluations. The judge's ID comes from the registry. */
function countJudging(metrics: Metrics, judged: PromptRuns['judged']): void {
  const evaluations = judged.map(({ evaluation }) => evaluation);
  for (const { judge, runs, agreement } of evaluations) {
    if (runs.length === 0) continue;
    for (const { status } of runs) metrics.judgeRuns.inc({ judge: judge.modelId, outcome: status });
    metrics.judgePairs.inc({ judge: judge.modelId, agreement: agreement ?? 'none' });
  }
  // The pairs that two judges decided, by whether they name the same winner.
  let [agreed, disagreed] = [0, 0];
  for (const one of evaluations) {
    for (const other of evaluations) {
      const samePair = one.a.index === other.a.index && one.b.index === other.b.index;
      if (!samePair || one.judge.index >= other.judge.index || one.runs.length === 0) continue;
      if (one.winner === null || other.winner === null) continue;
      if (one.winner === other.winner) agreed += 1;
      else disagreed += 1;
    }
  }
  metrics.judgeAgreement.inc({ outcome: 'agreed' }, agreed);
  metrics.judgeAgreement.inc({ outcome: 'disagreed' }, disagreed);
}
