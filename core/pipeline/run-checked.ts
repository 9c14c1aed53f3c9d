import type { JsonObject } from '../contract.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { correctedCall } from './correct-answer.ts';
import type { PlannedCall } from './plan-call.ts';
import { runModel, type ModelRun, type RunContext } from './run-model.ts';
import type { Warning } from './warning.ts';

export interface CheckedRun {
  readonly run: ModelRun;
  /** Undefined where there is no schema, no output, or no verdict in time. */
  readonly schemaValid: boolean | undefined;
}

/** The caller's schema and where it is checked. */
export interface OutputCheck {
  readonly schema: JsonObject | undefined;
  readonly pool: WorkerPool;
}

/**
 * Runs one call and checks its output against the caller's own schema, whatever the provider promised. A model that was
 * only told of the schema and did not keep to it is asked once more; both calls count and cost.
 */
export async function runChecked(
  planned: PlannedCall,
  context: RunContext,
  check: OutputCheck,
): Promise<CheckedRun> {
  const first = await checkOutput(await runModel(planned, context), check);
  const correction = first.schemaValid === false ? correctedCall(first.run) : undefined;
  if (correction === undefined) return first;
  const second = await checkOutput(await runModel(correction, context), check);
  const both = together(first.run, second.run);
  // The first answer stands where the correction is no better.
  return second.schemaValid === true
    ? { run: { ...both, outcome: second.run.outcome }, schemaValid: true }
    : { ...first, run: both };
}

async function checkOutput(run: ModelRun, { schema, pool }: OutputCheck): Promise<CheckedRun> {
  const { outcome, planned } = run;
  if (schema === undefined || planned.fitted === undefined || 'fault' in outcome)
    return { run, schemaValid: undefined };
  const { enforcement, wrapped } = planned.fitted;
  const form =
    enforcement === 'instruction'
      ? ({ kind: 'instructed' } as const)
      : ({ kind: 'enforced', wrapped } as const);
  const check = await pool.checkSchema({ schema, output: { text: outcome.text, form } });
  if (typeof check === 'string' || 'unusable' in check)
    return { run: { ...run, warnings: [...run.warnings, NOT_CHECKED] }, schemaValid: undefined };
  return { run: { ...run, outcome: { ...outcome, text: check.text } }, schemaValid: check.valid };
}

const NOT_CHECKED: Warning = {
  code: 'schema_not_checked',
  pointer: '/response_schema',
  message: 'the output could not be checked against the schema in time',
};

/** The figures of two calls as one; outcome and warnings of the first, latency of the last. */
function together(first: ModelRun, second: ModelRun): ModelRun {
  return {
    ...first,
    usage:
      first.usage === undefined || second.usage === undefined
        ? (first.usage ?? second.usage)
        : addUsage(first.usage, second.usage),
    attempts: first.attempts + second.attempts,
    latencyMs: second.attempts === 0 ? first.latencyMs : second.latencyMs,
    upstreamMs: first.upstreamMs + second.upstreamMs,
    providerCostNanoUsd: first.providerCostNanoUsd + second.providerCostNanoUsd,
    chargeMicroCredits: first.chargeMicroCredits + second.chargeMicroCredits,
  };
}

type Usage = NonNullable<ModelRun['usage']>;

function addUsage(one: Usage, other: Usage): Usage {
  const reasoning =
    one.tokensReasoning === null || other.tokensReasoning === null
      ? null
      : one.tokensReasoning + other.tokensReasoning;
  return {
    tokensIn: one.tokensIn + other.tokensIn,
    tokensCached: one.tokensCached + other.tokensCached,
    tokensCacheWrite: one.tokensCacheWrite + other.tokensCacheWrite,
    tokensOut: one.tokensOut + other.tokensOut,
    tokensReasoning: reasoning,
    searches: one.searches + other.searches,
  };
}
