import type { FinishReason } from '../../contract.ts';
import { isRecord, type JsonPieces } from '../../text/plain-json.ts';
import type { CallResult } from '../call/call-result.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Warning } from '../plan/warning.ts';

/** A completed run as the cache stores it: the parts of a result that are not in its plan. */
interface StoredRun extends Pick<CallResult, StoredFigure> {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** The warnings that the run itself added. */
  readonly warnings: readonly Warning[];
}
type StoredFigure =
  | 'latencyMs'
  | 'firstTokenMs'
  | 'speed'
  | 'providerCostNanoUsd'
  | 'schemaValid'
  | 'notSatisfied';

/**
 * @returns undefined if the result is not stored: a failure, an answer without usage or with calls, one that was not
 * checked against its schema, one of another model than was asked, and one from the cache.
 */
export function storedForm(result: CallResult): JsonPieces | undefined {
  const { outcome, usage, planned, schemaValid } = result;
  if (result.isCached === true || 'fault' in outcome || usage === undefined) return undefined;
  if (outcome.calls !== undefined || result.servedBy !== undefined) return undefined;
  if (planned.fitted !== undefined && schemaValid === undefined) return undefined;
  const stored: StoredRun = {
    text: outcome.text,
    finishReason: outcome.finishReason,
    usage,
    latencyMs: result.latencyMs,
    firstTokenMs: result.firstTokenMs,
    speed: result.speed,
    providerCostNanoUsd: result.providerCostNanoUsd,
    schemaValid,
    notSatisfied: result.notSatisfied,
    warnings: result.warnings.slice(planned.warnings.length),
  };
  return [Buffer.from(JSON.stringify(stored))];
}

/** A result that has an answer. */
export interface StoredResult extends CallResult {
  readonly outcome: Answer;
}
type Answer = Extract<CallResult['outcome'], { readonly text: string }>;

/**
 * Makes the result of a call that is not sent, with the figures of the stored run and no charge.
 * @param value as it was parsed. @returns undefined if it has another form.
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

/** A gateway of the same version wrote it, because the version is in its key. Somebody may have changed it by hand since. */
function isStoredRun(value: unknown): value is StoredRun {
  return (
    isRecord(value) &&
    typeof value['text'] === 'string' &&
    typeof value['finishReason'] === 'string' &&
    typeof value['latencyMs'] === 'number' &&
    Number.isSafeInteger(value['providerCostNanoUsd']) &&
    Array.isArray(value['warnings']) &&
    (value['speed'] === undefined || isRecord(value['speed'])) &&
    isRecord(value['usage']) &&
    Number.isSafeInteger(value['usage']['tokensIn']) &&
    Number.isSafeInteger(value['usage']['tokensOut'])
  );
}
