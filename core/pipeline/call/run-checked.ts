import type { JsonObject } from '../../contract.ts';
import { textsIn } from '../../text/long-text.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import { addUsage } from './add-usage.ts';
import { correctedCall } from './correct-answer.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { shelved, type RequestTexts } from '../plan/request-texts.ts';
import { runModel, type ModelRun, type RunContext } from './run-model.ts';
import type { Warning } from '../plan/warning.ts';

export interface CheckedRun {
  readonly run: ModelRun;
  /** Undefined where there is no schema, no output, or no verdict in time. */
  readonly schemaValid: boolean | undefined;
}

/** The caller's schema and where it is checked. */
export interface OutputCheck {
  readonly schema: JsonObject | undefined;
  readonly pool: WorkerPool;
  readonly texts: RequestTexts;
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

async function checkOutput(run: ModelRun, { schema, pool, texts }: OutputCheck): Promise<CheckedRun> {
  const { outcome, planned } = run;
  if ('fault' in outcome) return { run, schemaValid: undefined };
  if (schema === undefined || planned.fitted === undefined)
    return { run: withText(run, await shelved(outcome.text, texts)), schemaValid: undefined };
  const { enforcement, wrapped } = planned.fitted;
  const form =
    enforcement === 'instruction'
      ? ({ kind: 'instructed' } as const)
      : ({ kind: 'enforced', wrapped } as const);
  const output = { text: outcome.text, texts: textsIn(outcome.text, texts.store), form };
  const check = await pool.checkSchema({ schema, output }, texts.accountId);
  if (typeof check === 'string' || 'unusable' in check) {
    const unchecked = { ...run, warnings: [...run.warnings, NOT_CHECKED] };
    return { run: withText(unchecked, await shelved(outcome.text, texts)), schemaValid: undefined };
  }
  for (const [mark, long] of check.texts) texts.store.set(mark, long);
  return { run: withText(run, check.text), schemaValid: check.valid };
}

function withText(run: ModelRun, text: string): ModelRun {
  return 'fault' in run.outcome ? run : { ...run, outcome: { ...run.outcome, text } };
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
    usage: addUsage([first.usage, second.usage]),
    otherUsage: [...first.otherUsage, ...second.otherUsage],
    attempts: first.attempts + second.attempts,
    latencyMs: second.attempts === 0 ? first.latencyMs : second.latencyMs,
    upstreamMs: first.upstreamMs + second.upstreamMs,
    providerCostNanoUsd: first.providerCostNanoUsd + second.providerCostNanoUsd,
    chargeMicroCredits: first.chargeMicroCredits + second.chargeMicroCredits,
    houseMicroCredits: first.houseMicroCredits + second.houseMicroCredits,
  };
}
