import type { CallRecord } from '../billing/ledger.ts';
import type { Metrics } from '../metrics.ts';
import { recordJudging } from './record-judging.ts';
import type { ModelRun } from './run-model.ts';
import type { PromptOutcome } from './prompt-job.ts';

export type Role = CallRecord['role'];

/** Counts one run. Every label value comes from the registry or the fault table. */
export function recordRun(metrics: Metrics, run: ModelRun, role: Role): void {
  const { model, provider } = run.planned.entry;
  const labels = { model: model.id, provider: provider.id, role };
  const genAi = {
    gen_ai_operation_name: 'chat',
    gen_ai_provider_name: provider.telemetryName,
    gen_ai_request_model: model.id,
    role,
  };
  const fault = 'fault' in run.outcome ? run.outcome.fault.code : undefined;
  metrics.runs.inc({ ...labels, outcome: fault ?? 'completed' });
  if (run.attempts > 1) metrics.retries.inc(labels, run.attempts - 1);
  if (run.attempts > 0)
    metrics.operationSeconds.observe({ ...genAi, error_type: fault ?? '' }, run.upstreamMs / 1_000);
  if (run.usage === undefined) return;
  const { tokensIn, tokensCached, tokensCacheWrite, tokensOut, tokensReasoning } = run.usage;
  metrics.tokens.inc({ ...labels, kind: 'input' }, tokensIn - tokensCached - tokensCacheWrite);
  metrics.tokens.inc({ ...labels, kind: 'cached' }, tokensCached);
  metrics.tokens.inc({ ...labels, kind: 'cache_write' }, tokensCacheWrite);
  metrics.tokens.inc({ ...labels, kind: 'output' }, tokensOut);
  metrics.tokens.inc({ ...labels, kind: 'reasoning' }, tokensReasoning ?? 0);
  metrics.tokenUsage.observe({ ...genAi, gen_ai_token_type: 'input' }, tokensIn);
  metrics.tokenUsage.observe({ ...genAi, gen_ai_token_type: 'output' }, tokensOut);
  metrics.providerCostUsd.inc(labels, run.providerCostNanoUsd / 1e9);
}

/** Counts a finished request: its evaluations, and the time it took beyond its slowest upstream path. */
export function recordPrompt(metrics: Metrics, { runs, judged }: PromptOutcome, durationMs: number): void {
  recordJudging(
    metrics,
    judged.map(({ evaluation }) => evaluation),
  );
  const upstreamMs = (index: number): number => runs[index]?.run.upstreamMs ?? 0;
  const paths = [
    ...runs.map((_run, index) => upstreamMs(index)),
    ...judged.map(
      (pair) =>
        Math.max(upstreamMs(pair.evaluation.a.index), upstreamMs(pair.evaluation.b.index)) + pair.upstreamMs,
    ),
  ];
  metrics.overheadSeconds.observe(Math.max(0, durationMs - Math.max(0, ...paths)) / 1_000);
}
