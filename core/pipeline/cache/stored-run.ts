import type { FinishReason } from '../../contract.ts';
import { isRecord } from '../../text/is-record.ts';
import type { JsonPieces } from '../../text/json-pieces.ts';
import type { CallResult } from '../call/call-result.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Warning } from '../plan/warning.ts';

/** A completed run as the cache keeps it: what a later result needs and its plan does not tell. */
interface StoredRun {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly latencyMs: number;
  readonly firstTokenMs?: number | undefined;
  readonly hasReasoned?: boolean | undefined;
  readonly providerCostNanoUsd: number;
  readonly schemaValid?: boolean | undefined;
  readonly notSatisfied?: Warning | undefined;
  /** Those that came while it ran. */
  readonly warnings: readonly Warning[];
}

/**
 * @returns undefined for what is not worth keeping: a failure, an answer without figures, one that was not checked against
 * its schema, one that another model gave than was asked, and one that was itself from the cache.
 */
export function storedForm(result: CallResult): JsonPieces | undefined {
  const { outcome, usage, planned, schemaValid } = result;
  if (result.isCached === true || 'fault' in outcome || usage === undefined) return undefined;
  if (result.servedBy !== undefined) return undefined;
  if (planned.fitted !== undefined && schemaValid === undefined) return undefined;
  const stored: StoredRun = {
    text: outcome.text,
    finishReason: outcome.finishReason,
    usage,
    latencyMs: result.latencyMs,
    firstTokenMs: result.firstTokenMs,
    hasReasoned: result.hasReasoned,
    providerCostNanoUsd: result.providerCostNanoUsd,
    schemaValid,
    notSatisfied: result.notSatisfied,
    warnings: result.warnings.slice(planned.warnings.length),
  };
  return [Buffer.from(JSON.stringify(stored))];
}

/** A result that has an answer. */
type StoredResult = CallResult & { readonly outcome: Answer };
type Answer = Extract<CallResult['outcome'], { readonly text: string }>;

/**
 * The result that a planned call comes to without being sent: the first run's figures, and no cost.
 * @param value as it was parsed. @returns undefined where it is not of this form.
 */
export function resultOfStored(planned: PlannedCall, value: unknown): StoredResult | undefined {
  if (!isStoredRun(value)) return undefined;
  const { text, finishReason, warnings, ...rest } = value;
  return {
    ...rest,
    planned,
    outcome: { text, finishReason },
    billedUsage: undefined,
    attempts: 0,
    upstreamMs: 0,
    chargeMicroCredits: 0,
    absorbedMicroCredits: 0,
    warnings: [...planned.warnings, ...warnings],
    isCached: true,
  };
}

/** Written by a gateway of this form and version, since both are in its key; what a hand has changed is not trusted. */
function isStoredRun(value: unknown): value is StoredRun {
  return (
    isRecord(value) &&
    typeof value['text'] === 'string' &&
    typeof value['finishReason'] === 'string' &&
    typeof value['latencyMs'] === 'number' &&
    Number.isSafeInteger(value['providerCostNanoUsd']) &&
    Array.isArray(value['warnings']) &&
    isRecord(value['usage']) &&
    Number.isSafeInteger(value['usage']['tokensIn']) &&
    Number.isSafeInteger(value['usage']['tokensOut'])
  );
}
