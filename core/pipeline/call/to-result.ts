import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import { type CallPrice, priceCall } from '../../billing/price.ts';
import { addUsage, type Usage } from '../../billing/read-usage.ts';
import type { FaultCode, Model } from '../../contract.ts';
import type { CallRecord } from '../../ledger/ledger.ts';
import { FAULTS, UNAVAILABLE } from '../../faults.ts';
import type { Result, ResultError } from '../../generated/prompt-response.ts';
import type { Metrics } from '../../metrics.ts';
import type { CallRole } from '../../metrics/run-metrics.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { successorAdvice } from '../../registry/retirement.ts';
import { type Fault, faultOf } from '../../upstream/fault.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Warning } from '../plan/warning.ts';
import type { RequestContext } from '../request-context.ts';
import type { CallResult, StreamSpeed, TimedResult } from './call-result.ts';

export const USAGE_MISSING: Warning = {
  code: 'usage_missing',
  pointer: '',
  message: 'the provider reported no readable token counts, so nothing is charged for this model',
};

/**
 * Prices a call. The provider bills each attempt separately, at the price of the model that answered or, if that price
 * is unknown, of the model that was asked. The caller pays for the decisive attempt alone, and the operator
 * bears the others. An answer whose usage cannot be priced becomes the fault `malformed_reply`, so that it is not given
 * away. It, and an answer without usage, get the warning `usage_missing`.
 */
export function priceAttempts(
  decisive: TimedResult,
  others: readonly TimedResult[],
  planned: PlannedCall,
  context: RequestContext,
): Omit<CallResult, 'attempts' | 'upstreamMs'> {
  const { outcome, estimate, servedBy, latencyMs, firstTokenMs, hasReasoned } = decisive;
  const { model } = planned.entry;
  const pricedAs = servedBy?.entry?.model ?? model;
  const reported = costAs(pricedAs, decisive.usage, context);
  const usage = reported === undefined ? undefined : decisive.usage;
  const billed = (estimate === undefined ? undefined : costAs(pricedAs, estimate, context)) ?? reported;
  // The caller never pays more than the price of the model that it asked.
  const bound = pricedAs === model ? reported : costAs(model, decisive.usage, context);
  const chargeMicroCredits = Math.min(reported?.chargeMicroCredits ?? 0, bound?.chargeMicroCredits ?? 0);
  let providerCostNanoUsd = billed?.providerCostNanoUsd ?? 0;
  let absorbedMicroCredits = (billed?.chargeMicroCredits ?? 0) - chargeMicroCredits;
  for (const other of others) {
    const cost = costAs(other.servedBy?.entry?.model ?? model, other.estimate ?? other.usage, context);
    providerCostNanoUsd += cost?.providerCostNanoUsd ?? 0;
    absorbedMicroCredits += cost?.chargeMicroCredits ?? 0;
  }
  return {
    planned,
    outcome: usage === decisive.usage ? outcome : { fault: faultOf('malformed_reply') },
    usage,
    servedBy,
    latencyMs,
    firstTokenMs,
    speed:
      firstTokenMs === undefined ? undefined : streamSpeed({ usage, latencyMs, firstTokenMs, hasReasoned }),
    billedUsage:
      others.length === 0
        ? (estimate ?? usage)
        : addUsage([estimate ?? usage, ...others.map((other) => other.estimate ?? other.usage)]),
    providerCostNanoUsd,
    chargeMicroCredits,
    absorbedMicroCredits,
    warnings:
      'text' in outcome && usage === undefined ? [...planned.warnings, USAGE_MISSING] : planned.warnings,
  };
}

/** @returns undefined if there is no usage, or the amount cannot be represented exactly. */
function costAs(
  model: Model,
  usage: Usage | undefined,
  { account: { markupMilli }, services: { microCreditsPerUsd } }: RequestContext,
): CallPrice | undefined {
  if (usage === undefined) return undefined;
  try {
    return priceCall(model, usage, { markupMilli, microCreditsPerUsd });
  } catch {
    return undefined;
  }
}

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
    ...(fault === undefined && run.speed !== undefined && { tokensPerSecond: run.speed.tokensPerSecond }),
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
  entry: RegistryEntry,
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

function messageOf(code: FaultCode, { model, provider }: RegistryEntry): string {
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

/** Counts one run. Every label value comes from the registry or the fault table. */
export function countRun(metrics: Metrics, run: CallResult, role: CallRole): void {
  const { entry } = run.planned;
  const series = (entry.series[role] ??= metrics.runSeries(entry, role));
  const fault = 'fault' in run.outcome ? run.outcome.fault.code : undefined;
  (fault === undefined ? series.completed : series.failed(fault)).add(1);
  if (run.attempts > 1)
    metrics.retries.inc({ model: entry.model.id, provider: entry.provider.id, role }, run.attempts - 1);
  if (run.planned.inPlaceOf !== undefined) countSuccessor(metrics, run, role);
  const calls = 'text' in run.outcome ? (run.outcome.calls ?? []) : [];
  if (calls.length > 0)
    metrics.functionCalls.inc({ model: entry.model.id, provider: entry.provider.id }, calls.length);
  if (run.servedBy !== undefined)
    metrics.servedByOther.inc({
      model: entry.model.id,
      provider: entry.provider.id,
      served_by: run.servedBy.entry?.model.id ?? 'other',
    });
  if (run.attempts > 0)
    (fault === undefined ? series.completedSeconds : series.failedSeconds(fault)).observe(
      run.upstreamMs / 1_000,
    );
  if (fault === undefined && run.firstTokenMs !== undefined) {
    series.timeToFirstToken().observe(run.firstTokenMs / 1_000);
    if (run.speed !== undefined) series.timePerOutputToken().observe(run.speed.msPerToken / 1_000);
  }
  if (run.billedUsage === undefined) return;
  const { tokensIn, tokensCached, tokensCacheWrite, tokensOut, tokensReasoning } = run.billedUsage;
  series.tokens.input.add(tokensIn - tokensCached - tokensCacheWrite);
  series.tokens.cached.add(tokensCached);
  series.tokens.cache_write.add(tokensCacheWrite);
  series.tokens.output.add(tokensOut);
  series.tokens.reasoning.add(tokensReasoning ?? 0);
  series.tokenUsage.input.observe(tokensIn);
  series.tokenUsage.output.observe(tokensOut);
  series.providerCostUsd.add(run.providerCostNanoUsd / 1e9);
}

/** Counts an answer of a successor by the named model, which shows that callers still name a retired one. */
export function countSuccessor(metrics: Metrics, { planned }: CallResult, role: CallRole): void {
  const { inPlaceOf: model = '', entry } = planned;
  metrics.succeededRuns.inc({ model, successor: entry.model.id, role });
}

/**
 * How fast a streamed answer was written. Tokens of reasoning that the provider does not show came before the first one
 * that was seen, so they do not count.
 * @returns undefined if the reply came whole, in one piece, or without a count of such tokens.
 */
export function streamSpeed({
  usage,
  latencyMs,
  firstTokenMs,
  hasReasoned = false,
}: Pick<TimedResult, 'usage' | 'latencyMs' | 'firstTokenMs' | 'hasReasoned'>): StreamSpeed | undefined {
  if (usage === undefined || firstTokenMs === undefined) return undefined;
  const unseen = hasReasoned ? 0 : usage.tokensReasoning;
  if (unseen === null) return undefined;
  const tokens = usage.tokensOut - unseen - 1;
  const writingMs = latencyMs - firstTokenMs;
  if (tokens <= 0 || writingMs <= 0) return undefined;
  const tokensPerSecond = Math.round((tokens * 10_000) / writingMs) / 10;
  return { msPerToken: writingMs / tokens, tokensPerSecond };
}
