import { isBlank, type Text } from '../../text/shared-text.ts';
import type { CallResult } from '../call/call-result.ts';
import { servedIdOf } from '../call/served-by-other.ts';
import type { GivenAnswer } from '../request-context.ts';

/** An answer that judges compare: a model's own, or one that the caller sent. */
export interface JudgedOutput {
  /** The model that answered. The caller may give its own answers any name. */
  readonly modelId: string;
  /** The model that ran in its place; undefined if it ran itself. */
  readonly servedBy?: string | undefined;
  /** Undefined if the model failed. */
  readonly text: Text | undefined;
  /** NaN if it is unknown, as for a given answer. */
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
    // An unknown cost must not count as 0.
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

/** Whether there is text to judge. */
export function hasAnswer({ text }: JudgedOutput): boolean {
  return text !== undefined && !isBlank(text);
}
