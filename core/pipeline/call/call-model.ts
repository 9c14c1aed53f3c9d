import { performance } from 'node:perf_hooks';
import type { Span } from '../../tracing/span.ts';
import { faultOf, type Fault, unavailable } from '../../upstream/fault.ts';
import { startDeadline, type TimedDeadline } from '../../upstream/stop-signal.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { acquireSlot } from './acquire-slot.ts';
import type { CallResult } from './call-result.ts';
import { logUnexpected } from './log-attempt.ts';
import { priceAttempts } from './price-attempts.ts';
import { repeatAttempts } from './repeat-attempts.ts';
import type { RequestContext } from '../request-context.ts';
import { logServed } from './served-by-other.ts';
import { watchSlowCall } from './slow-call.ts';
import { traceCall } from './trace-call.ts';

/**
 * Runs one planned call to its end: it waits for a slot, sends, sends again where a fault may pass, and prices what came.
 * It never rejects: a provider's fault, and an error of ours, make a failed result.
 * @param span of this call; where the request is traced and there is none, the call opens one.
 */
export async function callModel(
  planned: PlannedCall,
  context: RequestContext,
  span?: Span,
): Promise<CallResult> {
  if (span === undefined && context.span.isRecording)
    return await traceCall(planned, context, (own) => callModel(planned, context, own));
  const { provider } = planned.entry;
  const connection = context.serving.upstream.connections.get(provider.id);
  if (planned.fault !== undefined || connection === undefined)
    return notSent(planned, faultOf(planned.fault ?? 'provider_unconfigured'));
  const watch = watchSlowCall(planned, context);
  let deadline: TimedDeadline | undefined;
  try {
    const admission = await acquireSlot(connection.gate, planned, context);
    if (typeof admission === 'object') return notSent(planned, endedByOwnTimeout(admission, context));
    deadline = startDeadline(provider.timeouts.totalMs, context.deadline);
    const startedAt = performance.now();
    const call = { planned, connection, deadline, watch, span };
    const results = await repeatAttempts(call, admission, context);
    const result = { planned, ...priceAttempts(results, planned, context), attempts: results.sent };
    if (result.servedBy !== undefined) logServed(result, context);
    const upstreamMs = performance.now() - startedAt;
    if ('text' in result.outcome) return { ...result, upstreamMs };
    return { ...result, outcome: { fault: endedByOwnTimeout(result.outcome.fault, context) }, upstreamMs };
  } catch (cause) {
    // An error of ours ends the call of this model, never the calls of the others.
    context.services.metrics.attempts.inc({ provider: provider.id, outcome: 'internal_error' });
    logUnexpected(cause, planned, context);
    // The name alone: a message could hold what a caller or provider sent.
    span?.set({ 'error.type': cause instanceof Error ? cause.name : 'unknown' });
    return notSent(planned, unavailable('gateway'));
  } finally {
    clearTimeout(watch.timer);
    // A call that has a deadline has a slot.
    if (deadline !== undefined) {
      deadline.forget();
      connection.gate.slots.release(context.account.id);
    }
  }
}

/** The fault of a call that has just failed: a `timeout` says so where the request's own `timeout_seconds` were over. */
function endedByOwnTimeout(fault: Fault, { ownTimeout }: Pick<RequestContext, 'ownTimeout'>): Fault {
  const isOwn = fault.code === 'timeout' && ownTimeout?.signal.isStopped === true;
  return isOwn ? { ...fault, ownTimeoutSeconds: ownTimeout.seconds } : fault;
}

function notSent(planned: PlannedCall, fault: Fault): CallResult {
  return {
    planned,
    outcome: { fault },
    usage: undefined,
    billedUsage: undefined,
    attempts: 0,
    latencyMs: 0,
    upstreamMs: 0,
    providerCostNanoUsd: 0,
    chargeMicroCredits: 0,
    absorbedMicroCredits: 0,
    warnings: planned.warnings,
  };
}
