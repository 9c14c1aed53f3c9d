import { isBlank, type Text } from '../../text/shared-text.ts';
import type { CallResult } from '../call/call-result.ts';
import { servedIdOf } from '../call/served-by-other.ts';
import type { GivenAnswer } from '../request-context.ts';

/** What judges compare: the answer of a model that was run, or one that was given. */
export interface JudgedOutput {
  /** Who answered; for a given answer it may be any name. */
  readonly modelId: string;
  /** The model that ran in its place; undefined where it ran itself. */
  readonly servedBy?: string | undefined;
  /** Undefined where the model failed. */
  readonly text: Text | undefined;
  /** Not a number where it is unknown, as of a given answer. */
  readonly latencyMs: number;
  readonly costNanoUsd: number;
  readonly schemaValid: boolean | undefined;
}

export function outputOfRun(run: CallResult): JudgedOutput {
  const { outcome, planned, usage, schemaValid } = run;
  return {
    modelId: planned.inPlaceOf ?? planned.entry.model.id,
    servedBy: servedIdOf(run),
    text: 'text' in outcome ? outcome.text : undefined,
    latencyMs: run.latencyMs,
    // Unknown is not free.
    costNanoUsd: usage === undefined ? Number.NaN : run.providerCostNanoUsd,
    schemaValid,
  };
}

export function outputOfGiven({ modelId, text }: GivenAnswer): JudgedOutput {
  return {
    modelId,
    text,
    latencyMs: Number.NaN,
    costNanoUsd: Number.NaN,
    schemaValid: undefined,
  };
}

/** Whether there is anything to judge. */
export function hasAnswer({ text }: JudgedOutput): boolean {
  return text !== undefined && !isBlank(text);
}
