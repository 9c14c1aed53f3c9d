import type { Evaluation } from '../../generated/prompt-response.ts';
import type { Metrics } from '../../metrics.ts';
import { countAgreement } from './judge-outputs.ts';

/** Counts one request's evaluations. The judge's ID comes from the registry. */
export function recordJudging(metrics: Metrics, evaluations: readonly Evaluation[]): void {
  if (evaluations.length === 0) return;
  for (const { judge, runs, agreement } of evaluations) {
    if (runs.length === 0) continue;
    for (const { status } of runs) metrics.judgeRuns.inc({ judge: judge.modelId, outcome: status });
    metrics.judgePairs.inc({ judge: judge.modelId, agreement: agreement ?? 'none' });
  }
  const { agreed, disagreed } = countAgreement(evaluations);
  metrics.judgeAgreement.inc({ outcome: 'agreed' }, agreed);
  metrics.judgeAgreement.inc({ outcome: 'disagreed' }, disagreed);
}
