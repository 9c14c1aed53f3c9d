import type { JsonObject } from '../contract.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { extractJson } from '../schema/extract-json.ts';
import type { ModelRun } from './run-model.ts';
import type { Warning } from './warning.ts';

export interface CheckedRun {
  readonly run: ModelRun;
  /** Undefined where there is no schema, no output, or no verdict in time. */
  readonly schemaValid: boolean | undefined;
}

const NOT_CHECKED: Warning = {
  code: 'schema_not_checked',
  pointer: '/response_schema',
  message: 'the output could not be checked against the schema in time',
};

/**
 * Checks a run's output against the caller's own schema, whatever the provider promised.
 * Only an output that was asked for by instruction is freed of a code fence or prose around its one JSON value.
 */
export async function enforceSchema(
  run: ModelRun,
  schema: JsonObject | undefined,
  pool: WorkerPool,
): Promise<CheckedRun> {
  if (schema === undefined || 'fault' in run.outcome) return { run, schemaValid: undefined };
  const byInstruction = run.planned.schemaEnforcement === 'instruction';
  const text = (byInstruction ? extractJson(run.outcome.text) : undefined) ?? run.outcome.text;
  const check = await pool.checkSchema(schema, [text]);
  const schemaValid = check !== undefined && 'valid' in check ? check.valid[0] : undefined;
  const warnings = schemaValid === undefined ? [...run.warnings, NOT_CHECKED] : run.warnings;
  return { run: { ...run, outcome: { ...run.outcome, text }, warnings }, schemaValid };
}
