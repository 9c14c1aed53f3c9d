import { performance } from 'node:perf_hooks';
import type { Span } from '../../tracing/span.ts';
import type { AttemptKind, Breaker, Evidence } from '../../upstream/breaker.ts';
import { faultOf, type Fault, unavailable } from '../../upstream/fault.ts';
import { pauseBeforeRetry } from '../../upstream/pause-before-retry.ts';
import {
  type Deadline,
  pause,
  startDeadline,
  type StopSignal,
  type TimedDeadline,
} from '../../upstream/stop-signal.ts';
import type { Connection } from '../../upstream/upstream.ts';
import { wireCall } from '../plan/long-call.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { runAttempt } from './attempt.ts';
import type { Attempt, AttemptResult, Attempts, CallResult, TimedResult } from './call-result.ts';
import { estimateLost } from './cut-reply.ts';
import { logFailedAttempt, logServed, logUnexpected, type NextStep } from './log-attempt.ts';
import type { RequestContext } from '../request-context.ts';
import { type SlowCallWatch, watchSlowCall } from './slow-call.ts';
import { priceAttempts } from './to-result.ts';
import { traceAttempt, traceCall } from './trace-call.ts';

/**
 * Runs one planned call to its end. It waits for a slot, sends the request, sends it again if the fault may pass, and
 * prices the attempts. It never rejects: a fault of the provider or an error of the gateway becomes a failed result.
 * @param span of this call; if the request is traced and there is none, the call opens one.
 */
export async function callModel(
  planned: PlannedCall,
  context: RequestContext,
  span?: Span,
): Promise<CallResult> {
  if (span === undefined && context.span.isRecording)
    return await traceCall(planned, context, (own) => callModel(planned, context, own));
  const { provider } = planned.entry;
  const connection = context.snapshot.upstream.connections.get(provider.id);
  if (planned.fault !== undefined || connection === undefined)
    return failedWithoutCost(planned, faultOf(planned.fault ?? 'provider_unconfigured'));
  const attempts: Attempts = { sent: 0, inFlight: undefined, decisive: undefined, others: [] };
  const watch = watchSlowCall(planned, context);
  let deadline: TimedDeadline | undefined;
  try {
    const slot = await acquireSlot(connection, planned, context);
    if ('fault' in slot) return failedWithoutCost(planned, endedByOwnTimeout(slot.fault, context));
    deadline = startDeadline(provider.timeouts.totalMs, context.deadline);
    const startedAt = performance.now();
    const call = { planned, connection, deadline, watch, span, attempts };
    const decisive = await repeatAttempts(call, slot.admitted, context);
    const priced = priceAttempts({ decisive, others: attempts.others }, planned, context);
    const result = { planned, ...priced, attempts: attempts.sent };
    if (result.servedBy !== undefined) logServed(planned, result.servedBy, context);
    const upstreamMs = performance.now() - startedAt;
    if ('text' in result.outcome) return { ...result, upstreamMs };
    return { ...result, outcome: { fault: endedByOwnTimeout(result.outcome.fault, context) }, upstreamMs };
  } catch (cause) {
    // An error of the gateway ends this call only, so that the other models still answer.
    context.services.metrics.attempts.inc({ provider: provider.id, outcome: 'internal_error' });
    logUnexpected(cause, planned, context);
    // Only the name is traced, because the message could quote a caller or a provider.
    span?.set({ 'error.type': cause instanceof Error ? cause.name : 'unknown' });
    return failedByGateway(planned, attempts, context);
  } finally {
    clearTimeout(watch.timer);
    // The deadline starts once the call has its slot, so a call with a deadline has one to release.
    if (deadline !== undefined) {
      deadline.forget();
      connection.slots.release(context.account.id);
    }
  }
}

/**
 * Waits for a slot of the provider. If the model's breaker is half open, it first waits for the end of the probe, so
 * that waiting calls take no slots.
 * @returns how the breaker admits the first attempt, and the caller then has a slot to release; or the fault, without a
 * slot.
 */
async function acquireSlot(
  connection: Connection,
  planned: PlannedCall,
  { role, account: { id: accountId }, deadline, cancelSignal, services: { metrics } }: RequestContext,
): Promise<{ readonly admitted: AttemptKind } | { readonly fault: Fault }> {
  const { model, provider } = planned.entry;
  const breaker = connection.breaker(model.id);
  const signals = [deadline.signal, cancelSignal];
  // Each round waits for one probe, until the deadline.
  for (;;) {
    const probe = breaker.state === 'closed' ? 'acquired' : await breaker.waitForProbe(accountId, signals);
    const isOpen = probe === 'acquired' && breaker.state === 'open' && breaker.refuses(accountId);
    if (probe === 'full' || isOpen) {
      metrics.unsent.inc({ provider: provider.id, reason: 'breaker' });
      return { fault: unavailable('breaker') };
    }
    const slot = probe === 'ended' ? 'ended' : await connection.slots.acquire(role, accountId, signals);
    if (slot === 'ended') return { fault: faultOf(deadline.signal.isStopped ? 'timeout' : 'cancelled') };
    if (slot === 'full') {
      metrics.unsent.inc({ provider: provider.id, reason: 'queue' });
      return { fault: faultOf('overloaded') };
    }
    const admission = breaker.state === 'closed' ? 'call' : breaker.admit(accountId);
    if (admission !== undefined) return { admitted: admission };
    connection.slots.release(accountId);
  }
}

/**
 * Waits for the end of a probe before a further attempt. The call keeps its slot meanwhile.
 * @returns undefined if the breaker has opened, too many calls wait, or a signal came.
 */
async function readmit(
  breaker: Breaker,
  accountId: number,
  signals: readonly StopSignal[],
): Promise<AttemptKind | undefined> {
  // Each round waits for one probe, until the deadline.
  while ((await breaker.waitForProbe(accountId, signals)) === 'acquired') {
    const admission = breaker.admit(accountId);
    if (admission !== undefined || breaker.refuses(accountId)) return admission;
  }
  return undefined;
}

/** A call that has its slot. */
interface SendingCall {
  readonly planned: PlannedCall;
  readonly connection: Connection;
  /**
   * The provider's total time for the call, or the request's time if that ends earlier. It ends an attempt in flight.
   */
  readonly deadline: Deadline;
  readonly watch: SlowCallWatch;
  /** Undefined if the request is not traced. */
  readonly span: Span | undefined;
  readonly attempts: Attempts;
}

const NO_STREAM = { firstTokenAt: undefined, hasReasoned: undefined };

/**
 * Sends a call that has its slot, and sends it again if the fault may pass. It never rejects for a provider's fault.
 * @returns the decisive result.
 */
async function repeatAttempts(
  { planned, connection, deadline, watch, span, attempts }: SendingCall,
  first: AttemptKind,
  context: RequestContext,
): Promise<TimedResult> {
  const { model, provider } = planned.entry;
  const { keys, retryBudget } = connection;
  const breaker = connection.breaker(model.id);
  const accountId = context.account.id;
  const signals = [deadline.signal, context.cancelSignal];
  let admission: AttemptKind | undefined = first;
  retryBudget.countCall(accountId);
  // The loop ends, because `pauseBeforeRetry` bounds the attempts by the provider's rules.
  do {
    attempts.sent += 1;
    const key = keys.take();
    const startedAt = performance.now();
    const kind = admission;
    let isReported = false;
    const attempt: Attempt = {
      planned,
      wire: wireCall(planned.call),
      connection,
      deadline,
      key,
      number: attempts.sent,
      startedAt,
      isProbe: kind === 'probe',
      report: (evidence) => {
        if (!isReported) breaker.report(kind, accountId, evidence);
        isReported = true;
      },
      exchange: {},
      stream: undefined,
    };
    watch.waitsSince = startedAt;
    watch.attempt = attempt;
    attempts.inFlight = attempt;
    const reply =
      span === undefined
        ? await runAttempt(attempt, context)
        : await traceAttempt(attempt, span, () => runAttempt(attempt, context));
    const { firstTokenAt, hasReasoned } = attempt.stream ?? NO_STREAM;
    const result: TimedResult = {
      ...reply,
      latencyMs: Math.round(performance.now() - startedAt),
      firstTokenMs: firstTokenAt === undefined ? undefined : Math.round(firstTokenAt - startedAt),
      hasReasoned,
    };
    const fault = 'fault' in result.outcome ? result.outcome.fault : undefined;
    const costsNothing = result.usage === undefined && result.estimate === undefined;
    // If the deadline ends a further attempt that costs nothing, the call keeps the earlier fault, which is more informative.
    const keepsEarlierFault = fault !== undefined && deadline.signal.isStopped && costsNothing;
    if (attempts.decisive === undefined) {
      attempts.decisive = result;
    } else if (!keepsEarlierFault) {
      attempts.others.push(attempts.decisive);
      attempts.decisive = result;
    }
    attempts.inFlight = undefined;
    attempt.report(fault === undefined ? 'answering' : evidenceOf(fault, result, context));
    context.services.metrics.attempts.inc({ provider: provider.id, outcome: fault?.code ?? 'completed' });
    if (fault === undefined) break;
    const step = chooseNextStep(fault, result, attempt, context);
    logFailedAttempt({ fault, result, attempt, step }, context);
    if (step.next === 'give_up') break;
    // The pause does not count as a wait for the provider.
    watch.waitsSince = performance.now();
    attempt.stream = undefined;
    // The listener restarts now, before the next attempt can write anything.
    if (result.firstTokenMs !== undefined) context.listener?.restart();
    if (step.pauseMs > 0 && !(await pause(step.pauseMs, signals))) break;
    admission = await readmit(breaker, accountId, signals);
  } while (admission !== undefined);
  return attempts.decisive;
}

/** Decides whether to send again. A key that was limited or refused rests, even if there is no further attempt. */
function chooseNextStep(
  fault: Fault,
  { isFinal = false }: AttemptResult,
  { planned, connection, deadline, key, number }: Attempt,
  { services: { metrics, random }, account, cancelSignal, listener }: RequestContext,
): NextStep {
  const { model, provider } = planned.entry;
  const restMs = restOf(fault, provider.keys);
  if (restMs !== undefined) connection.keys.rest(key, restMs);
  const hasOtherKey = restMs !== undefined && connection.keys.hasOther(key);
  const remainingMs = deadline.endsAt - performance.now();
  const failure = { fault, attempts: number, remainingMs, hasOtherKey };
  const pauseMs = pauseBeforeRetry(failure, provider.retries, random);
  if (typeof pauseMs === 'string') return { next: 'give_up', reason: pauseMs };
  if (isFinal) return { next: 'give_up', reason: 'billed' };
  if (deadline.signal.isStopped) return { next: 'give_up', reason: 'no_time_left' };
  if (listener?.hasReachedCaller === true) return { next: 'give_up', reason: 'partly_delivered' };
  if (cancelSignal.isStopped) return { next: 'give_up', reason: 'cancelled' };
  if (connection.breaker(model.id).refuses(account.id)) return { next: 'give_up', reason: 'breaker_open' };
  if (!connection.retryBudget.spend(account.id)) {
    metrics.retryBudgetExhausted.inc({ provider: provider.id });
    return { next: 'give_up', reason: 'retry_budget_spent' };
  }
  return { next: hasOtherKey ? 'retry_other_key' : 'retry', pauseMs };
}

/** How long the key rests after this fault, in milliseconds; undefined if the fault is not the key's. */
function restOf(
  { code, retryable, retryAfterMs }: Fault,
  rests: { readonly limitedRestMs: number; readonly refusedRestMs: number },
): number | undefined {
  if (code === 'provider_auth') return rests.refusedRestMs;
  if (code !== 'rate_limited') return undefined;
  // A used-up quota takes as long to come back as a refused key, so its key rests as long.
  return retryAfterMs ?? (retryable ? rests.limitedRestMs : rests.refusedRestMs);
}

const PROVIDER_FAILS: ReadonlySet<string> = new Set(['unavailable', 'overloaded', 'timeout']);

/**
 * Counts only faults against a provider that no prompt can cause: no connection, no first byte in time, or a status of
 * 5xx.
 */
function evidenceOf(
  { code, because }: Fault,
  { firstTokenMs, status }: TimedResult,
  { deadline }: RequestContext,
): Evidence {
  // A refusal or a rate limit shows that the provider answers.
  if (firstTokenMs !== undefined) return 'answering';
  if (status !== undefined) {
    if (!PROVIDER_FAILS.has(code)) return 'answering';
    return status >= 500 ? 'failing' : 'nothing';
  }
  // A request that was never sent, such as one that cannot be written, shows nothing about the provider.
  if (!PROVIDER_FAILS.has(code)) return 'nothing';
  // The gateway could not open a connection, or the request's time was over before the provider's.
  return because === 'no_files' || deadline.signal.isStopped ? 'nothing' : 'failing';
}

/** Marks a `timeout` fault if the request's own `timeout_seconds` caused it, so that the caller learns it. */
function endedByOwnTimeout(fault: Fault, { ownTimeout }: Pick<RequestContext, 'ownTimeout'>): Fault {
  const isOwn = fault.code === 'timeout' && ownTimeout?.signal.isStopped === true;
  return isOwn ? { ...fault, ownTimeoutSeconds: ownTimeout.seconds } : fault;
}

/** The operator bears what the provider bills for the attempts before an error of the gateway. */
function failedByGateway(
  planned: PlannedCall,
  { sent, inFlight, decisive, others }: Attempts,
  context: RequestContext,
): CallResult {
  inFlight?.report('nothing');
  const failed = failedWithoutCost(planned, unavailable('gateway'));
  const estimate = inFlight && estimateLost(inFlight, context);
  const last = { ...failed, estimate, firstTokenMs: undefined, hasReasoned: undefined };
  const earlier = decisive === undefined ? others : [...others, decisive];
  const priced = priceAttempts({ decisive: last, others: earlier }, planned, context);
  return { ...failed, ...priced, attempts: sent };
}

function failedWithoutCost(planned: PlannedCall, fault: Fault): CallResult {
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
