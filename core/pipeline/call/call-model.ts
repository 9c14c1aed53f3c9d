import { performance } from 'node:perf_hooks';
import type { Span } from '../../tracing/span.ts';
import type { AttemptKind, Evidence } from '../../upstream/breaker.ts';
import { faultOf, type Fault, unavailable } from '../../upstream/fault.ts';
import { type Deadline, pause, startDeadline, type TimedDeadline } from '../../upstream/stop-signal.ts';
import { type PlannedCall, wireCall } from '../plan/plan-call.ts';
import { runAttempt } from './attempt.ts';
import type { Attempt, AttemptResult, CallResult, RunningCall, TimedResult } from './call-result.ts';
import { estimateLost } from './cut-reply.ts';
import { logFailedAttempt, logServed, logUnexpected } from './log-attempt.ts';
import { chooseNextStep } from './next-step.ts';
import type { RequestContext } from '../request-context.ts';
import { NO_REPLY_MS, warnIfSlow } from './slow-call.ts';
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
    return failedUnsent(planned, plannedFault(planned, context), context);
  const call: RunningCall = {
    planned,
    connection,
    startedAt: 0,
    sent: 0,
    attempt: undefined,
    decisive: undefined,
    others: [],
    waitsSince: performance.now(),
    slowTimer: undefined,
  };
  const slowMs = Math.min(NO_REPLY_MS, provider.timeouts.firstByteMs / 2);
  call.slowTimer = setTimeout(warnIfSlow, slowMs, call, context);
  let deadline: TimedDeadline | undefined;
  try {
    let admission = await waitForAdmission(call, context);
    if (admission !== 'call' && admission !== 'probe') {
      const fault = faultOfRefusal(admission, planned, context);
      return failedUnsent(planned, endedByOwnTimeout(fault, context), context);
    }
    deadline = startDeadline(provider.timeouts.totalMs, context.deadline);
    call.startedAt = performance.now();
    connection.retryBudget.countCall(context.account.id);
    let ended: EndedAttempt;
    // The loop ends, because `chooseNextStep` bounds the attempts by the provider's rules.
    for (;;) {
      const attempt = beginAttempt(call, admission, deadline, context);
      const reply =
        span === undefined
          ? await runAttempt(attempt, context)
          : await traceAttempt(attempt, span, () => runAttempt(attempt, context));
      ended = endAttempt(reply, attempt, call, context);
      if (ended.pauseMs === undefined) break;
      if (ended.pauseMs > 0 && !(await pause(ended.pauseMs, [deadline.signal, context.cancelSignal]))) break;
      admission = await waitForAdmission(call, context, deadline);
      if (admission !== 'call' && admission !== 'probe') break;
    }
    const priced = priceAttempts(ended.decisive, call.others, planned, context);
    const result = { ...priced, attempts: call.sent, upstreamMs: performance.now() - call.startedAt };
    if (result.servedBy !== undefined) logServed(planned, result.servedBy, context);
    return result;
  } catch (cause) {
    // An error of the gateway ends this call only, so that the other models still answer.
    context.services.metrics.attempts.inc({ provider: provider.id, outcome: 'internal_error' });
    logUnexpected(cause, planned, context);
    // Only the name is traced, because the message could quote a caller or a provider.
    span?.set({ 'error.type': cause instanceof Error ? cause.name : 'unknown' });
    return failedByGateway(call, context);
  } finally {
    clearTimeout(call.slowTimer);
    // The deadline starts once the call has its slot, so a call with a deadline has one to release.
    if (deadline !== undefined) {
      deadline.forget();
      connection.slots.release(context.account.id);
    }
  }
}

/**
 * Why an attempt may not be sent. `breaker`: the model's breaker is open, or a probe runs and too many calls wait
 * for it. `queue`: too many calls wait for a slot. `ended`: a signal ended the wait.
 */
type Refusal = 'breaker' | 'queue' | 'ended';

/**
 * Waits until an attempt may be sent: for the end of a probe if the model's breaker is half open, and then for a slot of
 * the provider. In this order calls that wait for a probe take no slots.
 * @param deadline of a call that has its slot, and keeps it meanwhile.
 * @returns how the breaker admits the attempt. The call then has a slot, which it must release.
 */
async function waitForAdmission(
  { planned, connection }: RunningCall,
  context: RequestContext,
  deadline?: Deadline,
): Promise<AttemptKind | Refusal> {
  const accountId = context.account.id;
  const breaker = connection.breaker(planned.entry.model.id);
  const signals = [(deadline ?? context.deadline).signal, context.cancelSignal];
  // Each round may wait for a probe and for a slot, until the deadline. The breaker may have changed meanwhile.
  for (;;) {
    if (breaker.state !== 'closed') {
      const probe = await breaker.waitForProbe(accountId, signals);
      if (probe === 'ended') return 'ended';
      if (probe === 'full' || breaker.refuses(accountId)) return 'breaker';
    }
    if (deadline === undefined) {
      const slot = await connection.slots.acquire(context.role, accountId, signals);
      if (slot !== 'acquired') return slot === 'full' ? 'queue' : 'ended';
    }
    const admission = breaker.state === 'closed' ? 'call' : breaker.admit(accountId);
    if (admission !== undefined) return admission;
    if (deadline === undefined) connection.slots.release(accountId);
  }
}

/** The fault of a call that cannot succeed. */
function plannedFault({ fault = 'provider_unconfigured' }: PlannedCall, context: RequestContext): Fault {
  // No thread or memory became free for its question. If its time is over too, that is why it waits no longer.
  const isLate = fault === 'overloaded' && context.deadline.signal.isStopped;
  return endedByOwnTimeout(faultOf(isLate ? 'timeout' : fault), context);
}

/** The fault of a call that is not sent at all, though it could succeed. */
function faultOfRefusal(
  reason: Refusal,
  { entry }: PlannedCall,
  { deadline, services: { metrics } }: RequestContext,
): Fault {
  if (reason === 'ended') return faultOf(deadline.signal.isStopped ? 'timeout' : 'cancelled');
  metrics.unsent.inc({ provider: entry.provider.id, reason });
  return reason === 'queue' ? faultOf('overloaded') : unavailable('breaker');
}

function beginAttempt(
  call: RunningCall,
  kind: AttemptKind,
  deadline: Deadline,
  { account: { id: accountId } }: RequestContext,
): Attempt {
  const { planned, connection } = call;
  const breaker = connection.breaker(planned.entry.model.id);
  let isReported = false;
  call.sent += 1;
  call.waitsSince = performance.now();
  call.attempt = {
    planned,
    wire: wireCall(planned.call),
    connection,
    deadline,
    key: connection.keys.take(),
    number: call.sent,
    startedAt: call.waitsSince,
    isProbe: kind === 'probe',
    report: (evidence) => {
      if (!isReported) breaker.report(kind, accountId, evidence);
      isReported = true;
    },
    exchange: {},
    stream: undefined,
    isOver: false,
  };
  return call.attempt;
}

interface EndedAttempt {
  /** The result that is the call's, if no further attempt is made. */
  readonly decisive: TimedResult;
  /** The pause before the next attempt, in milliseconds; undefined if there is none. */
  readonly pauseMs: number | undefined;
}

/** Notes the result of an attempt, and decides whether to send again. */
function endAttempt(
  reply: AttemptResult,
  attempt: Attempt,
  call: RunningCall,
  context: RequestContext,
): EndedAttempt {
  const { startedAt, stream, deadline } = attempt;
  const now = performance.now();
  const { outcome } = reply;
  const result: TimedResult = {
    ...reply,
    outcome: 'fault' in outcome ? { fault: endedByOwnTimeout(outcome.fault, context) } : outcome,
    latencyMs: Math.round(now - startedAt),
    firstTokenMs:
      stream?.firstTokenAt === undefined ? undefined : Math.round(stream.firstTokenAt - startedAt),
    hasReasoned: stream?.hasReasoned,
  };
  const fault = 'fault' in result.outcome ? result.outcome.fault : undefined;
  const costsNothing = result.usage === undefined && result.estimate === undefined;
  // A retry that the deadline cut at no cost does not replace the earlier fault, which says more.
  const keepsEarlierFault = fault !== undefined && deadline.signal.isStopped && costsNothing;
  if (call.decisive === undefined) {
    call.decisive = result;
  } else if (!keepsEarlierFault) {
    call.others.push(call.decisive);
    call.decisive = result;
  }
  attempt.isOver = true;
  attempt.report(fault === undefined ? 'answering' : evidenceOf(fault, result, context));
  const { provider } = attempt.planned.entry;
  context.services.metrics.attempts.inc({ provider: provider.id, outcome: fault?.code ?? 'completed' });
  const { decisive } = call;
  if (fault === undefined) return { decisive, pauseMs: undefined };
  const step = chooseNextStep(fault, result, attempt, context);
  logFailedAttempt({ fault, result, attempt, step }, context);
  if (step.next === 'give_up') return { decisive, pauseMs: undefined };
  // The pause does not count as a wait for the provider.
  call.waitsSince = now + step.pauseMs;
  attempt.stream = undefined;
  // The listener restarts now, before the next attempt can write anything.
  if (result.firstTokenMs !== undefined) context.listener?.restart();
  return { decisive, pauseMs: step.pauseMs };
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
  // The gateway could not open a connection, or the time of the request or its judges was over before the provider's.
  return because === 'no_files' || deadline.signal.isStopped ? 'nothing' : 'failing';
}

/** Marks a `timeout` fault if the request's own `timeout_seconds` caused it, so that the caller learns it. */
function endedByOwnTimeout(fault: Fault, { ownTimeout }: RequestContext): Fault {
  const isOwn = fault.code === 'timeout' && ownTimeout?.signal.isStopped === true;
  return isOwn ? { ...fault, ownTimeoutSeconds: ownTimeout.seconds } : fault;
}

/** The operator bears what the provider bills for the attempts before an error of the gateway. */
function failedByGateway(
  { planned, attempt, decisive, others, sent, startedAt }: RunningCall,
  context: RequestContext,
): CallResult {
  const now = performance.now();
  const lost = attempt?.isOver === false ? attempt : undefined;
  lost?.report('nothing');
  const failed = {
    outcome: { fault: unavailable('gateway') },
    usage: undefined,
    estimate: lost && estimateLost(lost, context),
    latencyMs: lost === undefined ? (decisive?.latencyMs ?? 0) : Math.round(now - lost.startedAt),
  };
  const earlier = decisive === undefined ? others : [...others, decisive];
  const priced = priceAttempts(failed, earlier, planned, context);
  return { ...priced, attempts: sent, upstreamMs: sent === 0 ? 0 : now - startedAt };
}

/** It costs nothing. */
function failedUnsent(planned: PlannedCall, fault: Fault, context: RequestContext): CallResult {
  const failed = { outcome: { fault }, usage: undefined, latencyMs: 0 };
  return { ...priceAttempts(failed, [], planned, context), attempts: 0, upstreamMs: 0 };
}
