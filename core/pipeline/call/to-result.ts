import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import type { FaultCode } from '../../contract.ts';
import type { CallRecord } from '../../ledger/ledger.ts';
import { FAULTS, UNAVAILABLE } from '../../faults.ts';
import type { Result, ResultError } from '../../generated/prompt-response.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { successorAdvice } from '../../registry/retirement.ts';
import type { Fault } from '../../upstream/fault.ts';
import type { CallResult } from './call-result.ts';
import type { Warning } from '../plan/warning.ts';

/** Makes one element of `results`. It always has the specification's fields, and the added ones only if they apply. */
export function toResult(run: CallResult): Result {
  const { usage, outcome, planned, schemaValid, notSatisfied } = run;
  const served = run.servedBy === undefined ? undefined : servedWarning(run);
  const calls = 'text' in outcome ? (outcome.calls ?? []) : [];
  const uncarried = calls.some(({ isCarried }) => isCarried === false) ? NOT_CARRIED : undefined;
  const warnings = [...run.warnings, served, notSatisfied, uncarried].filter((one) => one !== undefined);
  const { inPlaceOf, entry } = planned;
  const servedBy = run.servedBy?.id ?? (inPlaceOf === undefined ? undefined : entry.model.id);
  const fault = 'fault' in outcome ? outcome.fault : undefined;
  const speed = fault === undefined && run.firstTokenMs !== undefined ? streamSpeed(run) : undefined;
  return {
    modelId: inPlaceOf ?? entry.model.id,
    ...(servedBy !== undefined && { servedBy }),
    status: fault === undefined ? 'completed' : 'failed',
    ...(run.isCached === true && { cached: true }),
    ...(run.isFused === true && { fused: true }),
    output: 'text' in outcome ? outcome.text : '',
    ...(calls.length > 0 && {
      calls: calls.map(({ id, name, arguments: text }) => ({ id, name, arguments: text })),
    }),
    tokensIn: usage?.tokensIn ?? 0,
    tokensOut: usage?.tokensOut ?? 0,
    latencyMs: run.latencyMs,
    providerCost: usdFromNanoUsd(run.providerCostNanoUsd),
    credits: creditsFromMicroCredits(run.chargeMicroCredits),
    attempts: run.attempts,
    ...(run.firstTokenMs !== undefined && { firstTokenMs: run.firstTokenMs }),
    ...(speed !== undefined && { tokensPerSecond: speed.tokensPerSecond }),
    ...('finishReason' in outcome && { finishReason: outcome.finishReason }),
    ...(usage !== undefined && {
      tokensCached: usage.tokensCached,
      tokensCacheWritten: usage.tokensCacheWrite,
    }),
    ...(usage !== undefined && usage.tokensReasoning !== null && { tokensReasoning: usage.tokensReasoning }),
    ...(fault !== undefined && { error: toResultError(fault, entry) }),
    ...(planned.fitted !== undefined && { schemaEnforcement: planned.fitted.enforcement }),
    ...(schemaValid !== undefined && { schemaValid }),
    ...(warnings.length > 0 && { warnings: warnings.map((warning) => ({ ...warning })) }),
  };
}

const NOT_CARRIED: Warning = {
  code: 'reasoning_not_carried',
  pointer: '/tools',
  message:
    'What the provider wants back with its call is too long for the ID of the call: the next request goes on without it, and the model may think again.',
};

/** Warns the caller that the provider answered with another model. */
export function servedWarning({ planned, servedBy }: CallResult): Warning | undefined {
  if (servedBy === undefined) return undefined;
  const { model, provider } = planned.entry;
  const priced =
    servedBy.entry === undefined
      ? `no price of that is known here, so the call is priced as ${model.id}`
      : 'the call is charged at the lower of their prices';
  const message = `${provider.name} was asked for ${model.id} and answered with ${servedBy.id}; ${priced}`;
  return { code: 'served_by_other_model', pointer: planned.pointer ?? '', message };
}

/** The error that a caller gets. Of the provider's words it has only the status and a code of a closed alphabet. */
export function toResultError(
  { code, because, ownTimeoutSeconds, retryable, providerStatus, providerCode }: Fault,
  entry: Pick<RegistryEntry, 'model' | 'provider'>,
): ResultError {
  return {
    code,
    message:
      ownTimeoutSeconds !== undefined
        ? `The request’s own timeout_seconds, ${ownTimeoutSeconds} s, ended this call. Set more, or leave the field out.`
        : because === undefined
          ? messageOf(code, entry)
          : UNAVAILABLE[because],
    retryable,
    ...(providerStatus !== undefined && { providerStatus }),
    ...(providerCode !== undefined && { providerCode }),
  };
}

function messageOf(code: FaultCode, { model, provider }: Pick<RegistryEntry, 'model' | 'provider'>): string {
  if (code === 'provider_unconfigured')
    return `The operator has configured no key for the provider ${provider.name}.`;
  if (code === 'context_too_long')
    return `The prompt is longer than the context of ${model.id}, which is ${model.limits.contextTokens} tokens: shorten it, or ask a model with a longer one.`;
  if (code === 'model_retired')
    return `${provider.name} shut ${model.id} down on ${model.shutdown}. ${successorAdvice(model)}`;
  return FAULTS[code].message;
}

/**
 * The ledger's metering row of one run, with all that its attempts used and cost. It holds no text. A run that never left
 * the gateway has none: it costs its caller nothing, so it must not fill the ledger.
 */
export function toCallRecords(
  run: CallResult,
  place: Pick<CallRecord, 'role' | 'index'>,
): readonly CallRecord[] {
  if (run.attempts === 0) return [];
  const { outcome, billedUsage: usage } = run;
  const record: CallRecord = {
    ...place,
    modelId: (run.servedBy?.entry ?? run.planned.entry).model.id,
    status: 'fault' in outcome ? 'failed' : 'completed',
    faultCode: 'fault' in outcome ? outcome.fault.code : null,
    tokensIn: usage?.tokensIn ?? 0,
    tokensCached: usage?.tokensCached ?? 0,
    tokensCacheWrite: usage?.tokensCacheWrite ?? 0,
    searches: usage?.searches ?? 0,
    tokensOut: usage?.tokensOut ?? 0,
    attempts: run.attempts,
    latencyMs: run.latencyMs,
    providerCostNanoUsd: run.providerCostNanoUsd,
    costMicroCredits: run.chargeMicroCredits + run.absorbedMicroCredits,
    ...(run.absorbedMicroCredits > 0 && { absorbedMicroCredits: run.absorbedMicroCredits }),
  };
  return [record];
}

/**
 * How fast a streamed answer was written. Tokens of reasoning that the provider does not show came before the first one
 * that was seen, so they do not count.
 * @returns the speed, also as the time for each token after the first one; undefined if the reply came whole, in one piece,
 * or without a count of such tokens.
 */
export function streamSpeed({
  usage,
  latencyMs,
  firstTokenMs,
  hasReasoned = false,
}: Pick<CallResult, 'usage' | 'latencyMs' | 'firstTokenMs' | 'hasReasoned'>) {
  if (usage === undefined || firstTokenMs === undefined) return undefined;
  const unseen = hasReasoned ? 0 : usage.tokensReasoning;
  if (unseen === null) return undefined;
  const tokens = usage.tokensOut - unseen - 1;
  const writingMs = latencyMs - firstTokenMs;
  if (tokens <= 0 || writingMs <= 0) return undefined;
  const tokensPerSecond = Math.round((tokens * 10_000) / writingMs) / 10;
  return { msPerToken: writingMs / tokens, tokensPerSecond };
}
